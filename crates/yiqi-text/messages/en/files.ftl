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
replay-analyze-how = a: the engine’s view of the game
replay-analysis-began = The engine looks at every move; Esc stops it.
replay-analysis-stopped = Stopped the engine.

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
