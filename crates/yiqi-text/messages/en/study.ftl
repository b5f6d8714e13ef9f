### The web page’s board and its study page (replay and analysis), in English.

## The board, for screen readers

board-label = { $game }: { $black } black and { $white } white stones
board-point-empty = { $point }, empty
board-point-legal = { $point }, empty, legal
board-point-forbidden = { $point }, forbidden: { $kind }
board-point-black = { $point }, black stone
board-point-white = { $point }, white stone
board-point-black-last = { $point }, black stone, last move
board-point-white-last = { $point }, white stone, last move

## Opening a study

study-title = Study
study-page-title = { $title } · yiqi
study-open-game = Open a game
study-paste-here = Paste a game here, or drop a file anywhere on this page
study-format-of-file = Format
study-format-told = Detect automatically
study-game-of-file = Game
study-game-told = From the file
study-open-button = Open
study-choose-file = Choose a file…
study-formats-hint = Any format works: yiqi, SGF, GGF, WTHOR, Piskvork, RenLib, or just the moves. If the file does not name its game, choose it above.
study-empty-board = Start with an empty board
study-other-board = Another board
study-open-board = Open this board
study-link-not-a-move = “{ $move }” in the link is not a move.
study-link-refused = A move in the link cannot be played. { $problem }
study-link-broken = The link is incomplete: ask for it again.
study-record = Game
study-record-of = of { $count }
study-kept = Differs from the game as it was played.
study-kept-shared = With the changes that the link carries.
study-kept-discard = Discard changes
study-kept-original = Show the game as played
study-kept-ask = Discard your comments, marks and variations of this game?

## Moves

study-moves = Moves
study-start = Start
study-no-moves = No moves yet: play one on the board.
study-branches = Instead of { $move }
study-word-pass = pass
study-word-swap = swap
study-word-keep = keep
study-word-more = add two
study-delete-branch = Delete this variation ({ $count ->
        [one] 1 move
       *[other] { $count } moves
    })
study-delete-from-here = Delete from here on ({ $count ->
        [one] 1 move
       *[other] { $count } moves
    })
study-turn = { $side } to move.
study-turn-other-stone = { $side } to place a stone for { $color }.
study-must-pass = { $side } has no move and must pass.
study-promote = Make this variation the main line
study-undo = Undo
study-redo = Redo
study-nothing-to-undo = There is nothing to undo.
study-nothing-to-redo = There is nothing to redo.
study-numbers = Move numbers on the stones
study-comment = Comment
study-comment-hint = Write about this position…
study-tools = Marks on the board
study-tool-circle = Circle
study-tool-triangle = Triangle
study-tool-square = Square
study-tool-cross = Cross
study-tool-label = Letter
study-tool-arrow = Arrow
study-tool-clear = Remove all marks here
study-arrow-from = Arrow from { $point }: choose where it ends.
study-taken-back = Taken back
study-delete = Delete

## Stepping through them

study-steps = Step through the moves
study-first = To the start
study-back = Previous move
study-forward = Next move
study-last = To the end
study-slider = Move
study-place = { $ply }. { $side } { $move }
study-jump = Go to a move: b5 is Black’s 5th stone, w7 White’s 7th, 12 the 12th move
study-jump-hint = Move
study-not-a-place = “{ $text }” does not name a move: write a move number, b5 for Black’s 5th stone or w7 for White’s 7th.
study-no-such-place =
    { $count ->
        [0] There is no { $place } here: this line has no moves.
        [one] There is no { $place } here: this line has only one move.
       *[other] There is no { $place } here: this line has only { $count } moves.
    }
study-keys = Keys: ?

## What a position is worth

study-eval-ahead = { $by ->
    [one] { $side } would win by about one stone.
   *[other] { $side } would win by about { $by } stones.
}
study-eval-even = The game is even.
study-eval-chance = { $side } wins with a chance of { $percent }%.
study-eval-wins = { $side } wins.
study-eval-wins-by = { $by ->
    [one] { $side } wins by one stone.
   *[other] { $side } wins by { $by } stones.
}
study-eval-wins-least = { $by ->
    [one] { $side } wins by one stone or more.
   *[other] { $side } wins by { $by } stones or more.
}
study-eval-wins-in = { $plies ->
    [one] { $side } wins with the next move.
   *[other] { $side } wins by force within { $plies } moves, both sides counted.
}
study-eval-draw = Draw.
study-eval-unknown = not analyzed
study-eval-within =
    { $count ->
        [one] estimate, usually within one stone
       *[other] estimate, usually within { $count } stones
    }
study-eval-sure = { $words } ({ $sure })
study-after-move = { $ply }. { $move }
study-graph-label =
    { $count ->
        [0] None of { $all } positions has been analyzed
        [one] Evaluation of one of { $all } positions, from Black’s point of view
       *[other] Evaluation of { $count } of { $all } positions, from Black’s point of view
    }
study-view-stones = Numbers are stones: + means Black is ahead, − White.
study-view-chance = Percentages are Black’s chances to win.

## The engine

study-book = Opening book
study-book-depth = depth { $depth } or more
study-engine = Engine
study-analysis = Analysis
study-engine-thinks = thinking
study-engine-depth = depth { $depth }, { $seconds } s
study-engine-done = depth { $depth }, done after { $seconds } s
study-engine-nothing = nothing to analyze here
study-engine-broke-off = The connection was lost: turn the engine on again.
study-lines = Lines
study-time = Time
study-time-each = Per move
study-seconds = { $seconds } s
study-try-line = Play up to { $move }
study-analyze-game = Analyze the game
study-analyze-stop = Stop ({ $done } of { $all })
study-analyze-progress = Positions analyzed
study-analyze-deeper = Analyze deeper
study-analyzing = Analyzing: { $done } of { $all }

## Sharing and saving

study-play-on = Play on from here
study-open-other = Open another
study-copy-link = Copy link
study-link-all = The link opens this game with all variations, comments and marks.
study-link-game = The link opens this game at this position.
study-link-moves = The link opens these moves at this position.
study-link-long = There is too much for a link, so it opens only the moves of this line. To pass on everything, save a file.
study-export = Save as…
study-export-game = The game
study-export-board = The board as a picture
study-format-yiqi = yiqi (complete)
study-format-sgf = SGF (for most programs)
study-format-ggf = GGF (Othello servers)
study-format-transcript = Moves only (Reversi)
study-format-obf = OBF (Othello, last position)
study-format-wthor = WTHOR (Othello database)
study-format-psq = PSQ (Piskvork, Gomocup)
study-format-pos = Moves only (Gomoku)
study-format-offsets = Gomocup opening
study-format-renlib = RenLib (Renju library)
study-format-save = Save of an older program (67 numbers)

## Mistakes

study-coach = Mistakes
study-coach-none = No mistakes found.
study-previous-mistake = Previous mistake
study-next-mistake = Next mistake
study-accuracy = { $percent }% accurate
study-accuracy-how = 100% means that every move was the engine’s choice. A move that costs 4 stones, or 15% of the chances to win, counts half.
study-grade-inaccuracy = Inaccuracy
study-grade-mistake = Mistake
study-grade-blunder = Blunder
study-cost-stones = costs { $value } stones.
study-cost-chance = costs { $value }% of the chances to win.
study-best-move = { $move } is the engine’s choice.
study-good-move = { $move } is a good move.
study-better = { $move } was better.
study-better-line = Show the line
study-count-inaccuracy = { $count ->
    [one] 1 inaccuracy
   *[other] { $count } inaccuracies
}
study-count-mistake = { $count ->
    [one] 1 mistake
   *[other] { $count } mistakes
}
study-count-blunder = { $count ->
    [one] 1 blunder
   *[other] { $count } blunders
}
study-count-none = no mistakes
study-cost-stones-short = costs { $value }
study-cost-chance-short = costs { $value }%
study-graded = { $ply }. { $move }: { $grade }
study-better-show = Show what was better
study-better-place = Better line: move { $number } of { $count }
study-better-than = Better than { $ply }. { $move }:

## Setting up a position

study-setup = Set up a position
study-setup-stones = Stones
study-setup-erase = Erase
study-setup-turn = To move
study-setup-clear = Clear the board
study-setup-start = Start position
study-setup-done = Study this position
study-setup-over = This position cannot be played, because the game is over here. { $why }
study-setup-ask = Discard the position you set up?
study-setup-discard = Discard

## Keys

study-keys-title = Keys
study-key-step = previous and next move
study-key-branch = another variation
study-key-ten = ten moves
study-key-ends = start and end
study-key-jump = go to Black’s 5th stone, White’s 7th, move 12
study-key-engine = engine on or off
study-key-mistake = next and previous mistake
study-key-comment = write a comment, Esc to leave
study-key-promote = make this variation the main line
study-key-delete = delete from here on
study-key-undo = undo, redo
study-key-numbers = move numbers on or off
study-key-play-on = play on from here
study-key-setup = set up a position
study-key-play = on the board: play at the cursor, which arrows move
study-key-marks = on the board: mark, letter, arrow. By mouse: right click, right drag

## Names of openings

study-opening = Opening: { $name }
study-opening-othello-diagonal = Diagonal opening
study-opening-othello-parallel = Parallel opening
study-opening-othello-perpendicular = Perpendicular opening
study-opening-othello-wing = Wing
study-opening-othello-semi-wing = Semi-wing
study-opening-othello-snake = Snake
study-opening-othello-heath = Heath
study-opening-othello-cow = Cow
study-opening-othello-chimney = Chimney
study-opening-othello-bat = Bat
study-opening-othello-buffalo = Buffalo
study-opening-othello-horse = Horse
study-opening-othello-shaman = Shaman
study-opening-othello-inoue = Inoue
study-opening-othello-rose = Rose
study-opening-othello-flat = Flat
study-opening-othello-ganglion = Ganglion
study-opening-othello-swallow = Swallow
study-opening-othello-italian = Italian
study-opening-othello-cat = Cat
study-opening-othello-tiger = Tiger
study-opening-othello-aubrey = Aubrey
study-opening-othello-leaders-tiger = Leader’s Tiger
study-opening-othello-brightwell = Brightwell
study-opening-othello-stephenson = Stephenson
study-opening-othello-compoth = Comp’Oth
study-opening-othello-kung = Kung
study-opening-othello-rose-bill = Rose-Bill
study-opening-renju-d1 = Kansei (D1)
study-opening-renju-d2 = Keigetsu (D2)
study-opening-renju-d3 = Sosei (D3)
study-opening-renju-d4 = Kagetsu (D4)
study-opening-renju-d5 = Zangetsu (D5)
study-opening-renju-d6 = Ugetsu (D6)
study-opening-renju-d7 = Kinsei (D7)
study-opening-renju-d8 = Shogetsu (D8)
study-opening-renju-d9 = Kyugetsu (D9)
study-opening-renju-d10 = Shingetsu (D10)
study-opening-renju-d11 = Zuisei (D11)
study-opening-renju-d12 = Sangetsu (D12)
study-opening-renju-d13 = Yusei (D13)
study-opening-renju-i1 = Chosei (I1)
study-opening-renju-i2 = Kyogetsu (I2)
study-opening-renju-i3 = Kosei (I3)
study-opening-renju-i4 = Suigetsu (I4)
study-opening-renju-i5 = Ryusei (I5)
study-opening-renju-i6 = Ungetsu (I6)
study-opening-renju-i7 = Hogetsu (I7)
study-opening-renju-i8 = Rangetsu (I8)
study-opening-renju-i9 = Gingetsu (I9)
study-opening-renju-i10 = Myojo (I10)
study-opening-renju-i11 = Shagetsu (I11)
study-opening-renju-i12 = Meigetsu (I12)
study-opening-renju-i13 = Suisei (I13)
