### What every face of yiqi says, in English. Each message says what happened or what to do next,
### in one plain sentence.

## Games and colors

color-black = Black
color-white = White
game-reversi = Reversi
game-peace = Peace
game-gomoku = Gomoku
game-connect6 = Connect6
# A game and one more of its rules.
game-with = { $game }, { $with }
# A board under one of the rule sets: “Reversi 8×8”.
title-reversi-normal = Reversi { $board }
title-reversi-anti = Anti-reversi { $board }
title-gomoku-freestyle = Gomoku { $board }, freestyle
title-gomoku-standard = Gomoku { $board }, standard
title-gomoku-forbidden = Gomoku { $board }, forbidden moves
title-gomoku-renju = Gomoku { $board }, renju
title-connect6-normal = Connect6 { $board }
title-peace-normal = Peace { $board }
rule-set-reversi-normal = normal
rule-set-reversi-anti = anti
rule-set-gomoku-freestyle = freestyle
rule-set-gomoku-standard = standard
rule-set-gomoku-forbidden = forbidden moves
rule-set-gomoku-renju = renju
rule-note-reversi-normal = more stones win
rule-note-reversi-anti = fewer stones win
rule-note-gomoku-freestyle = five or more win
rule-note-gomoku-standard = exactly five wins
rule-note-gomoku-forbidden = forbidden for Black: three-three, four-four, overline
rule-note-gomoku-renju = forbidden moves as in tournaments
opening-gomoku-free = no restriction
opening-gomoku-swap1 = swap1
opening-gomoku-swap2 = swap2
opening-gomoku-pro = pro
# Whose turn it is, and how many stones of it are left, in games with several stones a turn.
stones-due = { $sentence } { $count ->
    [one] One stone to place.
   *[other] { $count } stones to place.
}

## How a game ends

result-win-score = { $winner } wins { $score }.
result-win = { $winner } wins.
result-resignation = { $winner } wins: { $loser } resigned.
result-forfeit = { $winner } wins: { $loser } stayed away.
result-time = { $winner } wins: { $loser } ran out of time.
result-agreement = A draw by agreement.
result-draw-score = A draw, { $score }.
result-draw = A draw.
result-peace = The board is full: peace.
result-aborted = The game was called off.

## Why a move or a command is refused

refusal-game-over = The game is over.
refusal-off-board = { $point } is off the board.
refusal-occupied = { $point } is occupied.
refusal-flips-nothing = { $point } flips nothing, so you cannot play there.
refusal-forbidden = { $point } is forbidden for Black: { $kind } ({ $lines }).
forbidden-three-three = three-three
forbidden-four-four = four-four
forbidden-overline = overline
refusal-must-move =
    { $count ->
        [one] You cannot pass: there is a move.
       *[other] You cannot pass: there are { $count } moves.
    }
refusal-no-passing = There is no passing in this game.
refusal-choice-due = Choose first: swap or keep.
refusal-choice-due-more = Choose first: swap, keep, or more to add two stones.
refusal-no-choice = There is no choice of color now.
refusal-not-centre = The first stone must go to the centre, { $centre }.
refusal-inside-centre = { $point } is too near: this stone must be at least three points away from { $centre }.
refusal-not-begun = The game has not begun.
refusal-already-begun = The game has already begun.
refusal-not-over = The game is not over yet.
refusal-not-your-turn = It is not your turn.
refusal-paused = The game is paused.
refusal-not-paused = The game is not paused.
refusal-time-up = Time is up.
refusal-nothing-offered = Nobody has offered this: { $offer }.
refusal-already-offered = This has been offered already: { $offer }.
refusal-answer-first = Answer the other side first: { $offer }.
refusal-too-soon =
    { $count ->
        [one] You offered a draw a short while ago: wait for one more move.
       *[other] You offered a draw a short while ago: wait for { $count } more moves.
    }
refusal-nothing-to-take-back = You have no move to take back.
refusal-too-late-to-abort = Both sides have moved, so the game cannot be called off.
refusal-host-only = Only the host can do this.
refusal-seat-only = Only a player can do this.
refusal-no-clock = This game has no clock.
refusal-empty-text = There is nothing to say.
refusal-text-too-long = That is { $length } characters long; at most { $limit } are allowed.
offer-draw = a draw
offer-take-back = a take-back
offer-pause = a pause
offer-rematch = a rematch

## What people type

spec-unknown-game = There is no game “{ $name }”: choose one of { $games }.
spec-size-reversi = There is no Reversi board of size { $size }: choose an even size from 4 to 26.
spec-size-connect6 = There is no Connect6 board of size { $size }: choose a size from 6 to 25.
spec-size-peace = There is no Peace board of size { $size }: it is played on 8×8.
spec-size-gomoku = There is no Gomoku board of size { $size }: choose a size from 5 to 25 (from 7 with the opening rule pro).
spec-unknown-part-reversi = “{ $part }” does not fit there: write reversi[:SIZE][:RULES] with the rules normal or anti.
spec-unknown-part-connect6 = “{ $part }” does not fit there: Connect6 has no other rules.
spec-unknown-part-peace = “{ $part }” does not fit there: Peace has no other rules.
spec-unknown-part-gomoku = “{ $part }” does not fit there: write gomoku[:SIZE][:RULES][:OPENING] with the rules freestyle, standard, forbidden or renju and the opening free, swap1, swap2 or pro.
move-not-a-move = “{ $text }” is not a move: type a point such as d3, or pass, swap, keep or more.
move-list = Column { $column } of the moves: { $problem }

## What is wrong with a file

place-text = line { $line }, column { $column }
place-byte = byte { $offset }
read-error = { $place }: { $problem }
problem-expected = expected { $expected }, found “{ $found }”.
problem-cut-short = the file is cut short; expected { $expected }.
problem-missing = the line “{ $key }:” is missing.
problem-twice = “{ $key }:” is given twice.
problem-result = the result is stated as “{ $stated }”, but the moves lead to “{ $actual }”.
problem-version = this is format version { $found }, and { $known } is the newest that this program reads.
problem-checksum = the file has been altered: its checksum is stated as { $stated }, but its contents give { $actual }. If you edited it yourself, shorten the last line to “end”.
problem-not-utf8 = this is not a text: the bytes are not UTF-8.
problem-too-many = there are more than { $limit } entries, too many to read.
problem-too-large = the file is larger than { $limit } MiB.
problem-other-game = this game is not played here: { $what }.
problem-game-unnamed = the file does not say which game it is: name the game.
problem-out-of-place = this cannot happen here: the game has begun or ended already.
problem-too-far-back =
    { $played ->
        [0] there is no move to take back.
       *[other] { $plies } moves cannot be taken back of { $played }.
    }
setup-overlap = a point holds both a black and a white stone.
setup-off-board = a stone lies outside the board.
log-broken = entry { $number }: { $problem }
log-time = it is earlier than the entry before.
log-stage = no such thing can happen at this stage of the game.
log-answer = it answers an offer that nobody made.
log-turn = it is not that side’s turn.
write-read-only = this format can be read but not written.
write-error = game { $number }: { $problem }
write-game = this format has no such game.
write-size = this format has no board of that size.
write-start = this format has no room for a start position.
write-several = this format holds one game only.
write-swap = this format has no room for the choices of a swap opening.
write-no-moves = this format has no line for a game without moves.
write-broken = the moves of the record are not legal.

## What should stand in a file

expected-first-line = “yiqi record 1”
expected-header-line = “Key: value” or a blank line
expected-clock = none, “move 30s”, “game 10m”, “game 10m+5s” or “byoyomi 10m+3x30s”
expected-result = a result such as “black 40-24” or “draw by agreement”
expected-start = rows of . b w separated by /, then black or white
expected-entry = a move, an offer, a comment or another entry
expected-move = a move
expected-move-of = a move of { $color }
expected-ply-number = ply number { $number }
expected-seconds = seconds with up to three decimals
expected-eval = a number with up to two decimals
expected-escape = \\, \n or a \u code in braces
expected-parentheses = a ( for every )
expected-entry-before-branch = an entry before the branch
expected-end = “end”, with or without a checksum
expected-next-record = another record or the end of the file
expected-points = points such as f5
expected-cells = the cells of a board
expected-side-to-move = the side to move
expected-semicolon = “;”
expected-move-score = a move and its score
expected-game-start = “(;”
expected-property-name = a property of capital letters
expected-property-value = a value in brackets
expected-closing-bracket = “]”
expected-psq-header = “Piskvorky WIDTHxHEIGHT, …”
expected-psq-move = “x,y,milliseconds”
expected-offsets = pairs of offsets from the centre
expected-save-numbers = 67 numbers: round, two flags of 0 or 1, 64 cells of -1, 0 or 1
expected-wthor-header = a WTHOR header of 16 bytes
expected-wthor-games = game records of 68 bytes each
expected-wthor-names = names of a fixed length
expected-wthor-move = the number of a point
expected-renlib-header = a RenLib header of 20 bytes
expected-renlib-node = a node of two bytes
expected-renlib-text = a text that ends with a zero byte

## The program

cli-about = Play Reversi, Gomoku, Connect6 and Peace
cli-commands = Commands
cli-options = Options
cli-arguments = Arguments
cli-usage = Usage
cli-help = Print help
cli-version = Print version
cli-lang = Language: en, zh-Hans or zh-Hant (default: from the locale)
cli-spec = Game: GAME[:SIZE][:RULES][:OPENING], such as reversi:6 or gomoku:15:renju:swap2
cli-from = Format of the file to read (default: told from its name and contents)
cli-game = Game of the file, where its format does not say
cli-perft-about = Count the positions that can be reached, ply by ply
cli-perft-depth = How many plies
cli-perft-threads = Number of threads
cli-check-about = Say whether points may be played, and if not, why
cli-check-moves = Moves played so far, such as "h8 i9" or f5d6c3; b:h8 and w:i9 put stones down out of turn
cli-check-points = Points to check; w:h8 asks for White whoever is to move
cli-check-batch = Check one SPEC<TAB>MOVES<TAB>POINT for each line of a file (- for standard input)
cli-show-about = Print the position after any move of a game
cli-show-file = File with the game (- for standard input)
cli-show-at = After which ply: a number, or b5 for Black’s 5th stone, w7 for White’s 7th (default: the last)
cli-show-nth = Which game of the file, counted from 1
cli-convert-about = Convert games from one format to another
cli-convert-in = File to read (- for standard input)
cli-convert-out = File to write (- for standard output)
cli-convert-to = Format to write (default: told from the name)
cli-rules-about = Print the rules of a game
cli-rules-game = Game, or a full game spec for its own rules only
cli-completions-about = Print completions for a shell
cli-completions-shell = Shell
cli-man-about = Print the manual page

show-players = { $black-stone } { $black }   { $white-stone } { $white }
show-anonymous = ?
show-after =
    { $ply ->
        [0] Before the first move.
       *[other] After ply { $ply } of { $plies }: { $move }
    }
show-score = { $black-stone } { $black }   { $white-stone } { $white }
show-turn = { $stone } { $color } to move.
show-must-pass = { $stone } { $color } cannot move and must pass.
show-choose = { $stone } { $color } chooses: { $choices }.

error-unknown-argument = There is no “{ $argument }” here.
error-unknown-command = There is no command “{ $command }”.
error-missing-argument = { $argument } is missing.
error-invalid-value = “{ $value }” does not fit { $argument }.
error-one-of = “{ $value }” does not fit { $argument }: choose { $choices }.
error-conflict = { $argument } and { $other } cannot be used together.
error-too-often = { $argument } can be given only once.
error-usage = The command cannot be understood: { $problem }
error-file = { $file }: { $problem }
error-batch-line = { $file }: line { $line }: { $problem }
error-batch-columns = expected SPEC, MOVES and POINT separated by tabs.
error-moves = The move { $move } (number { $number } of the list) cannot be played: { $problem }
error-open = cannot be opened: { $problem }
error-write = cannot be written: { $problem }
error-unknown-format = its format cannot be told; name it with { $flag } as one of { $formats }.
error-not-writable = { $format } can be read but not written.
error-no-such-game =
    { $count ->
        [0] there is no game in the file.
        [one] there is only one game in the file.
       *[other] there are only { $count } games in the file.
    }
error-no-such-ply =
    { $count ->
        [0] there are no moves in this game.
        [one] this game has one ply only.
       *[other] this game has { $count } plies only.
    }
error-no-such-stone =
    { $count ->
        [0] { $color } has placed no stone in this game.
        [one] { $color } has placed one stone only in this game.
       *[other] { $color } has placed { $count } stones only in this game.
    }
error-at = “{ $value }” is no place in a game: write a ply number, or b5 or w7 for a side’s stone.

play-failed = { $side }’s player failed: { $problem }
play-other-game = this is another game: { $game }.
cli-play-about = Let players play against each other
cli-play-player = Who plays: human, random, greedy, weights, alphabeta:depth=7, engine:level=8, program:script:COMMAND
cli-play-from = File to start from, or FILE@PLY, FILE@b5
cli-play-record = File to write the games to
cli-play-games = Number of games
cli-console-about = Play line by line, also through a pipe
cli-console-names = Names of the two people, separated by a comma
cli-console-game = Game to open; may be given several times (default: peace and reversi)
cli-console-style = How boards are drawn: plain, grid or emoji
cli-console-swap = Exchange ● and ○, for terminals on which they look the other way round
cli-console-keep = Do not clear the screen before each board
cli-replay-about = Look at a game move by move, and play on from any of them
cli-data-dir = Folder for saves and settings (default: that of the platform)
cli-color = Use colors: auto, always or never
error-data-dir = The data folder cannot be used: { $problem }
error-no-terminal = This needs a terminal; “yiqi console” works without one.
cli-default = Without a command, the full-screen app starts in a terminal, and the console otherwise.
