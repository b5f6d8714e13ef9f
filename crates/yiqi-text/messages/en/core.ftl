### Texts shared by the console, the terminal app and the web page, in English. Each message says what happened or what to do next,
### in one plain sentence.

## Games and colors

color-black = Black
color-white = White
game-reversi = Reversi
game-peace = Peace
game-gomoku = Gomoku
game-connect6 = Connect6
# A game with an additional rule.
game-with = { $game }, { $with }
# A board under one of the rule sets: “Reversi 8×8”.
title-reversi-normal = Reversi { $board }
title-reversi-anti = Anti-reversi { $board }
title-gomoku-freestyle = Gomoku { $board }, freestyle
title-gomoku-standard = Gomoku { $board }, standard
title-gomoku-forbidden = Gomoku { $board }, forbidden moves
title-gomoku-renju = Gomoku { $board }, renju
title-gomoku-caro = Gomoku { $board }, caro
title-connect6-normal = Connect6 { $board }
title-peace-normal = Peace { $board }
rule-set-reversi-normal = normal
rule-set-reversi-anti = anti
rule-set-gomoku-freestyle = freestyle
rule-set-gomoku-standard = standard
rule-set-gomoku-forbidden = forbidden moves
rule-set-gomoku-renju = renju
rule-set-gomoku-caro = caro
rule-note-reversi-normal = more stones win
rule-note-reversi-anti = fewer stones win
rule-note-gomoku-freestyle = five or more win
rule-note-gomoku-standard = exactly five wins
rule-note-gomoku-forbidden = Black may not make two unbroken threes or fours, or six in a row
rule-note-gomoku-renju = as in tournaments: broken threes and fours count, too
rule-note-gomoku-caro = exactly five wins unless blocked at both ends
opening-gomoku-free = no restriction
opening-gomoku-swap1 = swap1
opening-gomoku-swap2 = swap2
opening-gomoku-pro = pro
opening-note-gomoku-free = The first stones may go anywhere.
opening-note-gomoku-swap1 = Black places three stones, White chooses a color.
opening-note-gomoku-swap2 = As swap1, but White may add two and let Black choose.
opening-note-gomoku-pro = First stone in the center, Black’s second away from it.
# Whose turn it is and how many stones are left to place, in games with several stones per turn.
stones-due = { $sentence } { $count ->
    [one] One stone to place.
   *[other] { $count } stones to place.
}

## Players and their strength

player-human = A person
player-you = You
player-engine = Engine
player-engine-at = Level { $level }
player-engine-with = Engine ({ $options })
player-alphabeta = Alpha-beta
player-alphabeta-at = Alpha-beta, depth { $level }
player-weights = Point weights
player-greedy = Greedy
player-random = Random moves
# A level with the kind of player it is comparable to: “Level 8, club player”.
level-with-word = { $player }, { $word }
level-newcomer = newcomer
level-beginner = beginner
level-casual = casual player
level-club = club player
level-strong-club = strong club player
level-expert = expert
level-master = master
level-beyond-human = beyond human
level-note-reversi-newcomer = Knows the rules and little more; takes whatever flips.
level-note-reversi-beginner = Likes corners, but gives them away again.
level-note-reversi-casual = Takes corners and avoids the worst squares beside them.
level-note-reversi-club = Keeps few stones, many moves, and safe edges.
level-note-reversi-strong-club = Plans several moves ahead and counts the last few.
level-note-reversi-expert = Rarely runs out of good moves; plays the ending exactly.
level-note-reversi-master = Punishes every careless move and sees the ending early.
level-note-reversi-beyond-human = Reads more of the game than any person can.
level-note-gomoku-newcomer = Knows the rules; often misses a row of four.
level-note-gomoku-beginner = Blocks fours, but often overlooks open threes.
level-note-gomoku-casual = Blocks open threes and builds its own.
level-note-gomoku-club = Makes double threats and sees most of yours.
level-note-gomoku-strong-club = Plans double threats several moves ahead.
level-note-gomoku-expert = Wins by long chains of fours and threes.
level-note-gomoku-master = Finds most forced wins and defends against them.
level-note-gomoku-beyond-human = Reads threats further than any person can.
level-note-connect6-newcomer = Knows the rules; often misses a threat.
level-note-connect6-beginner = Blocks single threats.
level-note-connect6-casual = Blocks threats and makes its own.
level-note-connect6-club = Looks several stones ahead for double threats.
level-note-connect6-strong-club = Looks further ahead; seldom misses a threat.
level-elo = About { $elo } Elo above level 1.
level-elo-unknown = Strength not measured here.
level-pace-at-once = Moves at once.
level-pace-second = Thinks for about a second.
level-pace-seconds = Thinks for a few seconds.
level-pace-up-to = Thinks for up to { $seconds } seconds.

## How a game ends

result-win-score = { $winner } wins { $score }.
result-win = { $winner } wins.
result-resignation = { $winner } wins: { $loser } resigned.
result-forfeit = { $winner } wins: { $loser } left the game.
result-time = { $winner } wins: { $loser } ran out of time.
result-agreement = Draw by agreement.
result-draw-score = Draw, { $score }.
result-draw = Draw.
result-peace = The board is full: peace.
result-peace-resignation = { $loser } resigned. Nobody wins in this game.
result-aborted = The game was aborted.
result-own-score = You win { $score }.
result-own = You win.
result-own-resignation = You win: { $loser } resigned.
result-own-forfeit = You win: { $loser } left the game.
result-own-time = You win: { $loser } ran out of time.
side-named = { $color } ({ $name })

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
        [one] You cannot pass: you have a legal move.
       *[other] You cannot pass: you have { $count } legal moves.
    }
refusal-no-passing = You cannot pass in this game.
refusal-choice-due = Choose first: swap or keep.
refusal-choice-due-more = Choose first: swap, keep, or more (add two stones).
refusal-no-choice = There is no color to choose now.
refusal-not-centre = The first stone must go to the center, { $centre }.
refusal-inside-centre = { $point } is too close: this stone must be at least three points away from { $centre }.
refusal-not-begun = The game has not started.
refusal-already-begun = The game has already started.
refusal-not-over = The game is not over yet.
refusal-not-your-turn = It is not your turn.
refusal-paused = The game is paused.
refusal-not-paused = The game is not paused.
refusal-time-up = Time is up.
refusal-nothing-offered = Nobody has offered { $offer }.
refusal-already-offered = There is already an offer of { $offer }.
refusal-answer-first = First answer your opponent’s offer of { $offer }.
refusal-too-soon =
    { $count ->
        [one] You made this offer recently: wait for one more move.
       *[other] You made this offer recently: wait for { $count } more moves.
    }
refusal-nothing-to-take-back = You have no move to take back.
refusal-too-late-to-abort = Both sides have moved, so the game can no longer be aborted.
refusal-host-only = Only the host can do this.
refusal-seat-only = Only the players can do this.
refusal-no-clock = This game has no clock.
refusal-empty-text = The message is empty.
refusal-text-too-long = That is { $length } characters long; the limit is { $limit }.
offer-draw = a draw
offer-take-back = a take-back
offer-pause = a pause
offer-rematch = a rematch

## What people type

spec-unknown-game = There is no game called “{ $name }”: choose one of { $games }.
spec-unknown-game-meant = There is no game called “{ $name }”: did you mean { $meant }?
spec-size-reversi = There is no Reversi board of size { $size }: choose an even size from 4 to 26.
spec-size-connect6 = There is no Connect6 board of size { $size }: choose a size from 6 to 25.
spec-size-peace = There is no Peace board of size { $size }: it is played on 8×8.
spec-size-gomoku = There is no Gomoku board of size { $size }: choose a size from 5 to 25 (at least 7 with the opening rule pro).
spec-unknown-part = “{ $part }” is not valid here. Rules of { $game }: { $rules }. Openings: { $openings }.
spec-unknown-rules = “{ $part }” is not valid here. Rules of { $game }: { $rules }.
spec-unknown-part-meant = “{ $part }” is not valid here: did you mean { $meant }?
spec-one-rule-set = “{ $part }” is not valid here: { $game } has only one set of rules.
spec-out-of-place = “{ $part }” is out of place: give the size first, then the rules, then the opening.
move-not-a-move = “{ $text }” is not a move: type a point such as d3, or pass, swap, keep or more.
move-list = Moves, column { $column }: { $problem }
move-pass = pass
move-swap = swap
move-keep = keep
move-more = more

## What is wrong with a file

place-text = line { $line }, column { $column }
place-byte = byte { $offset }
read-error = { $place }: { $problem }
problem-expected = expected { $expected }, found “{ $found }”.
problem-cut-short = the file ends too early; expected { $expected }.
problem-missing = the line “{ $key }:” is missing.
problem-twice = “{ $key }:” appears twice.
problem-result = the stated result is “{ $stated }”, but the moves give “{ $actual }”.
problem-version = this is format version { $found }, but this program reads only up to version { $known }.
problem-checksum = the file has been altered: the stated checksum is { $stated }, but the contents give { $actual }. If you edited it yourself, shorten the last line to “end”.
problem-not-utf8 = this is not a text file: it is not valid UTF-8.
problem-too-many = there are more than { $limit } entries, which is too many.
problem-too-large = the file is larger than { $limit } MiB.
problem-other-game = this program does not play this game: { $what }.
problem-go = this is a game of Go, which this program does not play.
problem-game-unnamed = the file does not name its game: please specify it.
problem-out-of-place = this is not allowed here: the game has already started or ended.
problem-too-far-back =
    { $played ->
        [0] there is no move to take back.
       *[other] cannot take back { $plies } moves; only { $played } were played.
    }
setup-overlap = one point holds both a black and a white stone.
setup-off-board = a stone is off the board.
log-broken = entry { $number }: { $problem }
log-time = it is earlier than the entry before it.
log-stage = this is not possible at this stage of the game.
log-answer = it answers an offer that nobody made.
log-turn = it is not that side’s turn.
write-read-only = this format can be read but not written.
write-error = game { $number }: { $problem }
write-game = this format does not support this game.
write-size = this format does not support this board size.
write-start = this format cannot store a start position.
write-several = this format holds only one game.
write-swap = this format cannot store the choices of a swap opening.
write-no-moves = this format cannot store a game without moves.
write-broken = the record contains an illegal move.

## What a file should contain

expected-first-line = “yiqi record 1”
expected-header-line = “Key: value” or a blank line
expected-clock = none, “move 30s”, “game 10m”, “game 10m+5s” or “byoyomi 10m+3x30s”
expected-result = a result such as “black 40-24” or “draw by agreement”
expected-start = rows of . b w separated by /, then black or white
expected-entry = a move, an offer, a comment or another entry
expected-move = a move
expected-move-of = a move by { $color }
expected-ply-number = ply number { $number }
expected-seconds = seconds with up to three decimals
expected-eval = a number with up to two decimals
expected-escape = \\, \n or a \u code in braces
expected-parentheses = parentheses in pairs
expected-entry-before-branch = an entry before the branch
expected-end = “end”, with or without a checksum
expected-next-record = another record or the end of the file
expected-points = points such as f5
expected-cells = the points of a board
expected-side-to-move = the side to move
expected-semicolon = “;”
expected-move-score = a move and its score
expected-game-start = “(;”
expected-property-name = a property name in capital letters
expected-property-value = a value in brackets
expected-closing-bracket = “]”
expected-psq-header = “Piskvorky WIDTHxHEIGHT, …”
expected-psq-move = “x,y,milliseconds”
expected-offsets = pairs of offsets from the center
expected-save-numbers = 67 numbers: the round, two flags (0 or 1) and 64 points (-1, 0 or 1)
expected-wthor-header = a WTHOR header of 16 bytes
expected-wthor-games = game records of 68 bytes each
expected-wthor-names = names of a fixed length
expected-wthor-move = the number of a point
expected-renlib-header = a RenLib header of 20 bytes
expected-renlib-node = a node of two bytes
expected-renlib-text = text that ends with a zero byte

## The program

cli-about = Play Reversi, Gomoku, Connect6 and Peace
cli-commands = Commands
cli-group-play = Play
cli-group-files = Games and rules
cli-group-engine = Engine
cli-group-server = Server
cli-group-help = Help
cli-options = Options
cli-common = Common options
cli-examples = Examples
cli-arguments = Arguments
cli-usage = Usage
cli-usage-options = [OPTIONS]
cli-usage-command = [COMMAND]
cli-usage-default = [default:
cli-usage-values = [possible values:
cli-help = Print help
cli-version = Print version
cli-help-about = Print help for a command
cli-help-command = Command or game to explain, or script for the protocol of your own programs (default: all)
cli-verbose = Also say, on standard error, which files and settings are used
cli-force = Overwrite a file that already exists
cli-lang = Language: en, zh-Hans (or zh, zh-CN), zh-Hant (or zh-TW) (default: from the settings, then the locale)
cli-spec = Game: GAME[:SIZE][:RULES][:OPENING], such as reversi:6 or gomoku:15:renju:swap2
cli-from = Format of the file to read (default: detected from its name and contents)
cli-game = Game in the file, if its format does not say
cli-perft-about = Count the lines of play of each length (perft)
cli-perft-depth = Depth in moves, at most 30
cli-perft-threads = Number of threads, at most 256 (default: 1)
cli-check-about = Say whether points are legal, and if not, why (in a pipe: one line for scripts, in English)
cli-check-moves = Moves played so far, such as "h8 i9" or f5d6c3; b:h8 and w:i9 place stones out of turn
cli-check-points = Points to check; w:h8 checks for White, whoever is to move
cli-check-batch = Check one SPEC<TAB>MOVES<TAB>POINT per line of a file (- for standard input)
check-legal = { $point } is legal.
cli-show-about = Print the position after any move of a game
cli-show-file = File with the game (- for standard input)
cli-show-at = Position to show: a ply number, b5 for Black’s 5th stone or w7 for White’s 7th (default: the last)
cli-show-nth = Which game in the file, counting from 1
cli-convert-about = Convert games from one format to another
cli-convert-in = File to read (- for standard input)
cli-convert-out = File to write (- for standard output)
cli-convert-to = Format to write (default: detected from the file name)
cli-rules-about = Print the rules of a game
cli-stats-about = Show how your finished games went, by game and players
stats-none = No finished games yet.
stats-line = won { $first } – { $second }, { $drawn } drawn
cli-rules-game = Game, or a game spec to print only the rules that apply to it (default: list the games)
rules-list = The rules of each game:
cli-completions-about = Print shell completions
cli-completions-shell = Shell
cli-man-about = Show the manual page; in a pipe, print it as man reads it
man-name = Name
man-synopsis = Synopsis
man-description = Description
man-same = Every command has --help, and yiqi help COMMAND prints the same.
man-files = Files
man-file-folder = The data folder on Linux; --data-dir names another. Everything below is in it.
man-file-settings = Settings of the full-screen app and the console.
man-file-last-game = The game started last, which the menu offers again.
man-file-saves = The nine save slots.
man-file-unfinished = Games in progress, written before each move is made.
man-file-history = Lines typed in the console.
man-file-token = The secret by which a server recognizes you: keep it to yourself.
man-environment = Environment
man-env-lang = The language, unless --lang or the settings name one.
man-env-no-color = If not empty, no colors are used.
man-env-term = How many colors the terminal shows.
man-env-certificates = Certificate authorities to trust instead of those of the system.
man-exit = Exit status
man-exit-0 = Success.
man-exit-1 = The work failed, for example because a file could not be written.
man-exit-2 = Invalid usage or unreadable input.
script-title = The script protocol
script-about = A program of your own, in any language. At each of its turns it reads one line of JSON from standard input and prints one line with its move to standard output, at once. When its input ends, it is no longer needed.
script-answer = The answer is one of the moves listed in “legal”. Every line printed is an answer; write anything else to standard error.
script-use = Play it with yiqi play reversi --white "program:script:python3 bot.py", test it with yiqi engine check --protocol script python3 bot.py, and give it a name with yiqi programs add. The fields of the line:
script-game = reversi, peace, gomoku or connect6
script-size = columns and rows of the board
script-spec = game, board and rules as in a game spec
script-turn = your color, black or white
script-stone = the color of the stone you would place; null when you have to choose a color
script-moves = the moves so far
script-legal = all valid answers; never empty
script-board = the rows from the top, with b, w and .
script-time = time left for this move in milliseconds, or null without a clock

show-players = { $black-stone } { $black }   { $white-stone } { $white }
show-after =
    { $ply ->
        [0] Before the first move.
       *[other] After move { $ply } of { $plies }: { $move }
    }
show-score = { $black-stone } { $black }   { $white-stone } { $white }
show-turn = { $stone } { $color } to move.
show-must-pass = { $stone } { $color } cannot move and must pass.
show-choose = { $stone } { $color } chooses: { $choices }.

error-unknown-argument = Unexpected argument “{ $argument }”: see { $help }.
error-unknown-argument-meant = Unexpected argument “{ $argument }”: did you mean { $meant }? See { $help }.
error-unknown-command = There is no command “{ $command }”: see { $help }.
error-unknown-command-meant = There is no command “{ $command }”: did you mean { $meant }? See { $help }.
error-missing-argument = Missing: { $argument } (see { $help }).
error-invalid-value = “{ $value }” is not valid for { $argument }: see { $help }.
error-number-between = “{ $value }” is not valid for { $argument }: write a number from { $min } to { $max }.
error-number-from = “{ $value }” is not valid for { $argument }: write a number, at least { $min }.
error-one-of = “{ $value }” is not valid for { $argument }: choose { $choices }.
error-conflict = { $argument } and { $other } cannot be used together.
error-too-often = { $argument } can be given only once.
error-usage = Invalid command line: { $problem }
error-file = { $file }: { $problem }
error-batch-line = { $file }: line { $line }: { $problem }
error-batch-columns = expected SPEC, MOVES and POINT separated by tabs.
error-moves = Move { $number } of the list, { $move }, cannot be played: { $problem }
error-write = cannot be written: { $problem }
error-exists = already exists: add --force to overwrite it.
error-unknown-format = unknown format; specify it with { $flag }: { $formats }.
error-not-writable = { $format } can be read but not written.
error-no-such-game =
    { $count ->
        [0] the file contains no games.
        [one] the file contains only one game.
       *[other] the file contains only { $count } games.
    }
error-no-such-ply =
    { $count ->
        [0] this game has no moves.
        [one] this game has only one move.
       *[other] this game has only { $count } moves.
    }
error-no-such-stone =
    { $count ->
        [0] { $color } has placed no stones in this game.
        [one] { $color } has placed only one stone in this game.
       *[other] { $color } has placed only { $count } stones in this game.
    }
error-at = “{ $value }” does not name a move: write a move number, b5 for Black’s 5th stone or w7 for White’s 7th.

play-failed = { $side }’s player failed: { $problem }
play-total = { $games } games: Black won { $black }, White { $white }, { $draws } drawn
play-forfeits = { $count ->
    [one] One game was lost by forfeit.
   *[other] { $count } games were lost by forfeit.
}
play-other-game = this is a different game: { $game }.
cli-play-about = Play games between two players, people or computers
cli-play-player = Who plays: human, random, greedy, weights, alphabeta:depth=7, engine:level=8, program:PROTOCOL:COMMAND with gomocup, nboard, gtp, botzone or script (yiqi help script)
cli-play-from = File to start from; FILE@PLY or FILE@b5 for a later position
cli-play-record = File to save the games to
cli-play-games = Number of games
cli-play-seed = Make players without a seed of their own repeat their moves: the same number, the same games
cli-console-about = Play line by line in a plain text console, also through a pipe
cli-console-names = Names of the two people, separated by a comma
cli-console-game = Game to open; can be repeated (default: peace and reversi)
cli-console-style = How boards are drawn: plain, grid or emoji
cli-console-swap = Swap ● and ○, for terminals that show them the other way around
cli-console-keep = Do not clear the screen before each board
cli-replay-about = Step through a game and play on from any move
cli-data-dir = Folder for saves and settings (default: the platform’s data folder)
cli-color = Use colors: auto, always or never
error-data-dir = The data folder cannot be used: { $problem }
error-no-terminal = This needs a terminal; “yiqi console” works without one.
cli-default = Without a command, yiqi starts the full-screen app in a terminal and the console elsewhere. “yiqi gomoku 15 renju” starts that game, and “yiqi FILE” opens a game file.
cli-game-about = Play { $game }: in a terminal at once, against level 4 and without a clock; elsewhere in the console
cli-game-sizes = { $min } to { $max }; { $usual } if not given
cli-game-sizes-even = an even number from { $min } to { $max }; { $usual } if not given
cli-game-default = (default)
cli-game-more = “yiqi play --help” shows how to choose the players, and “yiqi --help” lists all commands.
verbose-start = yiqi { $version } · language { $lang } · data folder { $folder }
verbose-read =
    { $count ->
        [one] Read { $file } as { $format }: 1 game
       *[other] Read { $file } as { $format }: { $count } games
    }
verbose-written = Wrote { $file }
