### Texts of the desk, for the console and the terminal app, in English.

desk-no-game = There is no such game.
desk-too-many-games = Too many games are open: close one first.
desk-programs-turn = It is the computer’s turn.
desk-nothing-to-redo = There is nothing to play again.
desk-end-undone = The end is taken back: the game goes on.
desk-nothing-dropped = No game was dropped.
desk-damaged = the file is damaged and was ignored; your next game replaces it.
new-game-against = { $game } against { $opponent }
new-game-two = { $game }, two players
new-game-between = { $game }, { $black } – { $white }
new-game-clock = { $game }, { $time }
desk-fewer-to-undo =
    { $count ->
        [one] Only one move can be taken back.
       *[other] Only { $count } moves can be taken back.
    }
desk-no-clock = This game has no clock.
desk-no-moves = No moves have been played yet.
opening-turn = { $name } places a { $stone ->
    [white] white
   *[other] black
} stone, { $number } of { $of }; then { $opponent } chooses a color.
desk-looking = You are looking at an earlier position: go to the end, or branch to play on from here.
desk-no-store = There is no folder to save to.
desk-empty-slot = Slot { $slot } is empty.
desk-unplayable = The game in this file cannot be continued.
desk-unknown-format = unknown file type; use a name that ends in .yiqi, for example.
desk-unknown-line = “{ $line }” is neither a command nor a move: type a point such as d3, or help.
desk-unknown-line-meant = “{ $line }” is neither a command nor a move: did you mean { $meant }?
desk-not-here = “{ $command }” does not work here: help lists the commands that do.
desk-wrong-args = “{ $args }” is not valid here: write { $command }.
desk-missing-args = Something is missing: write { $command }.
desk-unknown-player = There is no player “{ $name }”: choose human, random, greedy, weights, alphabeta, engine, program:PROTOCOL:COMMAND or the name of a saved program (yiqi programs).
desk-option-none = “{ $option }” is not valid: the player { $player } has no options.
desk-option-random = “{ $option }” is not valid for the player { $player }: write seed=NUMBER.
desk-option-alphabeta = “{ $option }” is not valid for the player { $player }: write depth= and a number from 1 to 20.
desk-option-engine = “{ $option }” is not valid for the player { $player }: write level= from 1 to 20, time= such as 2s, depth= from 1 to 60, nodes= and a number, threads= from 1 to 256 or hash= from 1 to 65536 MiB, each at most once.
desk-option-program = “{ $option }” is not valid for the player { $player }: write program:PROTOCOL:COMMAND with gomocup, nboard, gtp, botzone or script, and close every quotation mark. Options after the protocol: time=2s, start=30s, margin=50ms, memory=MIB, depth=N, folder=DIR, read=DIR, cage=off.
desk-program-start = “{ $command }” cannot be started: { $problem }.
desk-program-missing = “{ $command }” cannot be started: there is no such program.
desk-program-ended = “{ $command }” ended without a move ({ $status }).
desk-program-stalled = “{ $command }” did not answer within { $seconds } seconds.
desk-program-illegal = “{ $command }” answered “{ $answer }”, which is not a legal move.
desk-program-crashed = { $player } crashed: { $problem }
desk-program-stopped = The program was stopped.
desk-program-late = “{ $command }” was not ready within { $seconds } seconds.
desk-program-died = “{ $command }” crashed ({ $status }).
desk-program-memory = “{ $command }” needed more memory than it may use ({ $status }).
desk-program-flood = “{ $command }” writes without end.
desk-program-garbage = “{ $command }” answered “{ $answer }”, which means nothing in its protocol.
desk-program-unasked = “{ $command }” wrote “{ $answer }” without being asked.
desk-program-cannot-play = “{ $command }” cannot be told { $game } over its protocol. The protocol script can express every game.
desk-ran-out = Time ran out.
desk-accepted = The computer accepts { $offer }.
desk-declined = The computer declines { $offer }.
desk-draw-declined = The draw is declined: the game goes on.
desk-failed = { $problem } A person takes over.
desk-not-kept = Nothing was changed, because the game could not be saved to disk: { $problem }

command-move = play on a point; also 3d, D3, or row and column letters
command-pass = pass, when you have no move
command-swap = play the other color
command-keep = keep your color
command-more = add two stones and let the other side choose
command-moves = list the legal moves
command-suggest = suggest a move
command-undo = take back your last move (undo N: your last N moves)
command-redo = play again what was taken back
command-board = show the board again
command-played = list the moves played
command-clock = show how much time is left
command-rules = read the rules of this game
command-resign = resign the game
command-draw = offer a draw
command-rematch = play the game once more, with colors exchanged
command-accept = accept the offer
command-decline = decline the offer
command-switch = go to the game with this number
command-reversi = open a Reversi game
command-gomoku = open a Gomoku game; rules freestyle, standard, forbidden, renju, caro; openings swap1, swap2, pro
command-connect6 = open a Connect6 game
command-peace = open a Peace game
command-black = choose who plays Black: human, random, greedy, weights, alphabeta:depth=5, engine:level=8
command-white = choose who plays White
command-at = look at any position of the game
command-branch = start a new game from the position shown
command-close = close the game
command-save = save the game to a slot or file
command-load = load a game from a slot or file
command-style = change how boards are drawn, or swap the stones’ glyphs
command-help = list the commands
command-quit = quit
