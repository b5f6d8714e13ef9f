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
study-record = Game
study-record-of = of { $count }

## Moves

study-moves = Moves
study-start = Start
study-no-moves = No moves yet: play one on the board.
study-branches = Instead of { $move }
study-word-pass = pass
study-word-swap = swap
study-word-keep = keep
study-word-more = add two
study-delete-branch = Delete this variation
study-delete-from-here = Delete from here on
study-ask-delete = Delete { $count } moves, starting with { $move }?
study-delete-yes = Delete
study-turn = { $side } to move.
study-turn-other-stone = { $side } to place a stone for { $color }.
study-must-pass = { $side } has no move and must pass.

## Stepping through them

study-steps = Step through the moves
study-first = To the start
study-back = Previous move
study-forward = Next move
study-last = To the end
study-slider = Move
study-place = { $ply }. { $side } { $move }
study-jump = Go to a move: b5 is Black’s 5th stone, w7 White’s 7th, 12 the 12th move
study-jump-hint = b5
study-not-a-place = “{ $text }” does not name a move: write a move number, b5 for Black’s 5th stone or w7 for White’s 7th.
study-no-such-place =
    { $count ->
        [0] There is no { $place } here: this line has no moves.
        [one] There is no { $place } here: this line has only one move.
       *[other] There is no { $place } here: this line has only { $count } moves.
    }
study-keys = ← → step · ↑ ↓ variation · Home End · type b5, w7 or 12 · h engine · B play on

## What a position is worth

study-eval-ahead = { $side } is ahead by { $by }.
study-eval-even = The game is even.
study-eval-chance = { $side } has a { $percent }% chance to win.
study-eval-wins = { $side } wins.
study-eval-wins-by = { $side } wins by { $by }.
study-eval-wins-least = { $side } wins by { $by } or more.
study-eval-wins-in = { $plies ->
    [one] { $side } wins by force in one move.
   *[other] { $side } wins by force in { $plies } moves.
}
study-eval-draw = Draw.
study-eval-unknown = not analyzed
study-mistake = Mistake
study-after-move = { $ply }. { $move }
study-graph-label =
    { $count ->
        [0] None of { $all } positions has been analyzed
        [one] Evaluation of one of { $all } positions, from Black’s point of view
       *[other] Evaluation of { $count } of { $all } positions, from Black’s point of view
    }

## The engine

study-engine = Engine
study-engine-off = off
study-engine-thinks = thinking
study-engine-depth = depth { $depth }, { $seconds } s
study-engine-done = depth { $depth }, done after { $seconds } s
study-engine-nothing = nothing to analyze here
study-engine-broke-off = The connection was lost: turn the engine on again.
study-lines = Lines
study-time = Time
study-time-each = per move
study-seconds = { $seconds } s
study-try-line = Play up to { $move }
study-analyze-game = Analyze the game
study-analyze-stop = Stop ({ $done } of { $all })
study-analyze-progress = Positions analyzed

## Sharing and saving

study-play-on = Play on from here
study-open-other = Open another
study-copy-link = Copy link
study-export = Save as…
study-export-game = The game
study-export-board = The board as a picture
study-format-yiqi = yiqi (complete)
study-format-sgf = SGF
study-format-ggf = GGF
study-format-transcript = Moves only
study-format-obf = OBF (last position)
study-format-wthor = WTHOR
study-format-psq = Piskvork (PSQ)
study-format-pos = Moves only (POS)
study-format-offsets = Gomocup opening
study-format-renlib = RenLib
study-format-save = Save file of 67 numbers
