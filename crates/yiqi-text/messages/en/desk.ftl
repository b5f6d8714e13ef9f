### What the desk says in console and terminal app, in English.

desk-no-game = There is no such game.
desk-too-many-games = Too many games are open: close one first.
desk-programs-turn = It is the computer’s turn.
desk-looking = You are looking at an earlier move: go to the end, or branch to play on from here.
desk-no-store = There is no folder to save in.
desk-empty-slot = Slot { $slot } is empty.
desk-unplayable = The game of this file cannot be played on.
desk-disk = { $problem }.
desk-unknown-format = the ending of the name tells no format that can be used here.
desk-unknown-line = “{ $line }” is neither a command nor a move: type a point such as d3, or help.
desk-not-here = “{ $command }” does not work here: help lists the commands that do.
desk-wrong-args = “{ $args }” does not fit: write { $command }.
desk-unknown-player = There is no player “{ $name }”: choose human, random, greedy, weights, alphabeta, engine or program:script:COMMAND.
desk-option-none = “{ $option }” does not fit: the player { $player } has no options.
desk-option-random = “{ $option }” does not fit the player { $player }: write seed=NUMBER.
desk-option-alphabeta = “{ $option }” does not fit the player { $player }: write depth= and a number from 1 to 20.
desk-option-engine = “{ $option }” does not fit the player { $player }: write level= from 1 to 20, time= such as 2s, depth= from 1 to 60, nodes= and a number, threads= from 1 to 256 or hash= from 1 to 65536 MiB, each once.
desk-option-program = “{ $option }” does not fit the player { $player }: write program:script:COMMAND with every quotation mark closed; other protocols are not there yet.
desk-program-start = “{ $command }” cannot be started: { $problem }.
desk-program-ended = “{ $command }” ended without a move ({ $status }).
desk-program-stalled = “{ $command }” did not answer within { $seconds } seconds.
desk-program-illegal = “{ $command }” answered “{ $answer }”, which is not a legal move.
desk-program-crashed = { $player } crashed: { $problem }
desk-program-stopped = The program was stopped.
desk-ran-out = Time ran out.
desk-accepted = The computer accepts: { $offer }.
desk-declined = The computer declines: { $offer }.
desk-failed = { $problem } A person plays on in its place.
desk-not-kept = Nothing was changed, because the game could not be kept on disk: { $problem }

command-move = play on a point; also 3d, D3, or row and column letters
command-pass = pass, when you have no move
command-swap = take the other color
command-keep = stay with your color
command-more = add two stones and leave the choice to the other side
command-moves = list the legal moves
command-suggest = ask the engine for a move
command-undo = take your last move back
command-resign = give the game up
command-draw = offer a draw
command-accept = accept what was offered
command-decline = decline what was offered
command-switch = go to the game with that number
command-reversi = open a Reversi game
command-gomoku = open a Gomoku game; rules freestyle, standard, forbidden, renju; openings swap1, swap2, pro
command-connect6 = open a Connect6 game
command-peace = open a Peace game
command-black = let somebody else play Black: human, random, greedy, weights, alphabeta:depth=5, engine:level=8
command-white = let somebody else play White
command-at = look at any place of the game
command-branch = start a new game from the place you look at
command-close = close the game
command-save = save the game into a slot or a file
command-load = load a game from a slot or a file
command-style = draw boards another way, or exchange the stones’ glyphs
command-help = list the commands
command-quit = leave
