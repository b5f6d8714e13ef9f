### Replay, files and pictures in the terminal, in English.

## Replay

key-space = Space
replay-key-up = previous variation, or back one move
replay-key-down = next variation, or forward one move
replay-key-play = play the game by itself, or stop
replay-key-analyze = let the engine analyze the game
replay-variation =
    { $ply ->
        [0] Variation from the first move.
       *[other] Variation after move { $ply }.
    }
replay-choice = Next: { $moves } (↑ ↓ choose)
replay-says = { $name }: { $text }
replay-note = Note: { $text }
replay-fault = This move lost { $loss }; { $best } was better.
replay-loss-stones = { $by } stones
replay-loss-chance = { $percent }% of the chance to win
replay-engine = Engine: { $eval }, depth { $depth }. Best: { $line }
replay-engine-end = Final position: { $eval }.
replay-analyzing = Analyzed { $done } of { $all } positions …
replay-analyze-how = { $key }: the engine’s view of the game
replay-analysis-began = The engine looks at every move; Esc stops it.
replay-analysis-stopped = Stopped the engine.
replay-ahead = { $name } ahead
replay-no-such-move = No move was played at { $point } in this game.
replay-typing-letter = Enter: { $command }
replay-typing-stone = { $color }’s stone number { $number }; { $point } is the point

## Copies and pictures

command-copy = copy to the clipboard: record, position or link
command-picture = write a picture of the board, .svg or .png
export-key = copy the game or the position, or save a picture
export-title = Copy or save
export-record = Copy the game
export-position = Copy the position
export-link = Copy the link to this table
export-svg = Save a picture of the board (SVG)
export-png = Save a picture of the board (PNG)
export-copied-record = Copied the game to the clipboard ({ $count } characters), if the terminal allows it.
export-copied-position = Copied the position to the clipboard ({ $count } characters), if the terminal allows it.
export-copied-link = Copied the link to the clipboard ({ $count } characters), if the terminal allows it.
export-no-link = Only a table on a server has a link.
export-too-long = This game is too long for the clipboard: save it to a file instead.
export-picture-saved = Saved the picture as { $file }.
export-picture-format = the name of a picture must end in .svg or .png.

## The commands show and replay

cli-show-picture = Also write a picture of the position, as .svg or .png
cli-show-force = Overwrite an existing file
error-file-exists = the file exists already; --force overwrites it.
show-comment = After move { $ply }, { $name }: { $text }
show-note = After move { $ply }: { $text }
show-variation = Variation: { $moves }
show-more = … and { $count } more.
show-marks = marked: { $points }

## Choosing a game

chooser-save = Save this game
chooser-load = Load a game
chooser-replay = Replay a game
chooser-open = Open games
chooser-slots = Slots
chooser-recent = Recent files
chooser-finished = Finished
chooser-files = Files
chooser-folder = folder
chooser-new-file = New file: { $file }
chooser-path = File:{" "}
chooser-path-how = type a path; Tab completes it, ~ is your home folder
chooser-empty-open = No game is open.
chooser-empty-files = There are no games and folders here.
chooser-empty-recent = Files that you load or save games with will be listed here.
chooser-empty-finished = Every game that you finish will be listed here.
chooser-drawn = draw
chooser-won = { $stone } won
chooser-nothing = Nothing is selected: choose a game or type a path.
chooser-no-match = No game or folder begins like this.
chooser-large = This file is large; Enter opens it.
chooser-games =
    { $count ->
        [one] One game
       *[other] { $count } games; the first:
    }
chooser-games-of =
    { $count ->
        [one] { $file }: one game
       *[other] { $file }: { $count } games
    }
chooser-ask-overwrite = { $file } already exists. Overwrite it?
chooser-hints = ← → lists · ↑ ↓ Enter choose · type a path · Esc back · F1 help
chooser-hints-save = ← → lists · ↑ ↓ Enter save · type a new name · Esc back · F1 help
chooser-hints-typing = Enter opens it · Tab completes · ↑ ↓ choose · Esc clears
chooser-hints-games = ↑ ↓ Enter choose · type a number · Esc back · ? help
chooser-games-choose = { $count } games: which one?
chooser-help-save = Saves the game to one of nine slots or to a file. The ending of a file name chooses the format, such as .yiqi or .sgf.
chooser-help-load = Opens a game to play on, beside those that are open: from a slot, a file or the finished games. The board is shown beside the list.
chooser-help-replay = Steps through a game: an open or finished one, or one from a slot or file. The board is shown beside the list.
chooser-help-lists = another list
chooser-help-slot = that slot, in any list
chooser-help-path = type a path or a name; the list follows
chooser-help-tab = complete what was typed; otherwise the next list
chooser-help-enter-save = save there; overwriting asks first
chooser-help-enter-load = open the game
chooser-help-enter-replay = look at the game
games-help = The games of this file.
games-help-number = go to the game with that number
games-help-enter = take this game

## Setting up a position

command-setup = set up a position to play from
setup-menu = Set up a position
setup-title = Set up a position
setup-turn = { $color } is to move.
setup-key-stones = arrows, then b black, w white, x empty
setup-key-cycle = Space or a click changes a point
setup-key-turn = t: who is to move
setup-key-clear = c: clear the board; s: the usual start
setup-key-game = g: another game; + −: another size
setup-key-enter = Enter: play from here
setup-hints = b w x stones · t turn · c clear · g game · + − size · Enter play · Esc back
setup-over = The game would already be over in this position.
setup-help = Place stones as you like, say who is to move, and play from there. Esc leaves without opening a game.
setup-help-move = move the cursor; a click works, too
setup-help-stones = a black stone, a white one, none
setup-help-cycle = black, white, none in turn
setup-help-turn = who is to move
setup-help-clear = clear the board
setup-help-start = the usual start
setup-help-game = another game
setup-help-size = a larger or a smaller board
setup-help-enter = choose who plays, then play
setup-console = Type the rows from the top, then the side to move: setup ......../......../......../...wb.../...bw.../......../......../........ black

## Problems with files

io-not-found = there is no such file or folder.
io-denied = permission denied.
io-not-a-file = this is not a regular file.
io-full = the disk is full.
io-read-only = this disk cannot be written to.
io-other = { $problem }.
