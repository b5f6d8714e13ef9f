### The full-screen terminal app, in English.

## Around the board

tui-to-move = to move
tui-you = you
tui-moves = Moves
tui-last = Last move: { $move }
tui-last-flips = { $move } flips { $points }
tui-turn = { $name } to move.
tui-turn-other-stone = { $name } to place a stone for { $color }.
tui-must-pass = { $name } has no move: Enter passes.
tui-thinking = thinking
tui-thinking-depth = depth { $depth }  { $eval }  { $line }
tui-evals-stones = { $who }’s view, in stones
tui-evals-chance = { $who }’s view, chance to win
tui-legal-moves = Legal moves: { $moves }.
tui-legal-count =
    { $forbidden ->
        [0] { $count ->
            [one] 1 legal point.
           *[other] { $count } legal points.
        }
        [one] { $count ->
            [one] 1 legal point; 1 is forbidden.
           *[other] { $count } legal points; 1 is forbidden.
        }
       *[other] { $count ->
            [one] 1 legal point; { $forbidden } are forbidden.
           *[other] { $count } legal points; { $forbidden } are forbidden.
        }
    }
tui-suggest-thinking = Looking for a good move; Esc stops it.
tui-suggest-none = There is no suggestion.
tui-undone =
    { $count ->
        [one] Move taken back.
       *[other] { $count } moves taken back.
    }
tui-undone-clock = The time used stays used.
tui-undone-over-clock = The clocks show what they showed then.
tui-redone = Played again.
tui-ran-out = Time ran out for { $name }.
tui-ran-out-move = Time ran out for { $name }: { $move } was played at random.
tui-draw-offered = Draw offered.
tui-rematch = Colors exchanged: { $black } plays Black, { $white } White.
tui-rematch-own = Colors exchanged: you play { $color } now.
tui-swapped = { $name } swapped: { $black } plays Black now, { $white } White.
tui-swapped-unnamed = Colors swapped: whoever played White plays Black now.
tui-typing = Point or command: { $typed }
tui-typing-empty = a point such as d3, or a command; ? lists them
tui-typing-letter = Enter: { $command } · or type { $point }
tui-typing-point = a point: { $point }
tui-jumping = Go to (d3, b5, w7, 12, end): { $typed }
tui-no-such-tab =
    { $count ->
        [one] Only one game is open.
       *[other] Only { $count } games are open.
    }
tui-file-saved = Saved to { $file }.
tui-loaded = Loaded. { $pause }: save it, or change who plays.
tui-stays-open = The game stays open: “Continue” brings you back.
tui-bye-kept =
    { $count ->
        [one] One unfinished game is kept: yiqi offers it at the next start.
       *[other] { $count } unfinished games are kept: yiqi offers them at the next start.
    }
tui-style-settings = Change the board’s look under Settings.
tui-too-small = This window is too small: please make it at least { $cols }×{ $rows }.
tui-wrong-key = That key does nothing here: { $keys }

## The menu

tui-menu-continue = Continue
tui-menu-play = Play
tui-menu-again = Play again
tui-menu-unfinished = Unfinished games
tui-menu-new = New game
tui-menu-load = Load
tui-menu-network = Network
tui-menu-replay = Replay
tui-menu-rules = Rules
tui-menu-settings = Settings
tui-menu-quit = Quit
menu-help = The first line is the most likely one: Enter plays at once. A letter chooses its line directly.
menu-help-play = play the game named beside it at once
menu-help-new = choose game, board, rules, players and clock in one form
menu-help-continue = back to the game that is open
menu-help-unfinished = games of earlier days that were not finished
menu-help-load = play on from a slot, a file or a finished game
menu-help-network = play over the network: find, join or make a table
menu-help-replay = step through a game, with the engine’s view
menu-help-setup = place stones by hand and play from there
menu-help-rules = the rules of every game
menu-help-settings = language, colors, pictures, sound
menu-help-quit = quit; unfinished games are kept

## Pause

tui-pause-title = Paused
tui-pause-back = Back to the game
tui-pause-save = Save
tui-pause-menu = Main menu
tui-pause-quit = Quit
pause-help = The clock is stopped while this menu is open. Every move is already on disk, so leaving loses nothing.
pause-help-table = Everything you can do at this table now. The clock of a game on a server goes on.

## Questions

tui-no = No
tui-back = Back
tui-stay = Stay
tui-accept = Accept
tui-decline = Decline
dialog-help = A question about the game. The answer that is selected first loses nothing.
dialog-help-esc = answer with what loses nothing
tui-ask-resign = { $side }: resign this game?
tui-resign-yes = Resign
tui-ask-draw = { $side }: offer a draw?
tui-ask-resign-who = Who resigns?
tui-ask-draw-who = Who offers a draw?
tui-resign-side = { $side } resigns
tui-draw-side = { $side } offers a draw
tui-draw-yes = Offer a draw
tui-ask-answer-draw = { $name }: your opponent offers a draw.
tui-ask-choice = { $name }: choose your color.
tui-ask-leave-quit = A game is not saved, and there is no data folder to keep it in.
tui-ask-leave-close = This game is not saved and would be lost.
tui-leave-save = Save it
tui-leave-quit = Quit
tui-leave-close = Close it without saving
tui-ask-save-over = Slot { $slot } holds a game. Overwrite it?
tui-save-over-yes = Overwrite it
tui-ask-save-empty = No moves have been played: saving this empties slot { $slot }.
tui-save-empty-yes = Empty the slot

## Slots

tui-slot-empty = empty
tui-slot-broken = unreadable
tui-slot-moves =
    { $count ->
        [one] 1 move
       *[other] { $count } moves
    }
tui-slot-saved = Saved to slot { $slot }.
tui-slot-emptied = No moves have been played, so slot { $slot } is now empty.

## A new game

form-title-branch = New game from this position
form-title-players = Who plays?
form-start = Enter: play
form-go-on = Enter: play on
form-create = Enter: make the table
form-game = Game
form-board = Board
form-rules = Rules
form-opening = Opening
form-colors = Colors
form-time = Time
form-run-out = Out of time
form-own-color = Your color
form-admission = Who may join
form-as-above = as above
form-drawn = drawn by lot
form-no-clock = no clock
form-per-move = { $time } a move
form-run-out-loss = loses
form-run-out-random = plays a random move
form-note-game = Or { $games }.
form-note-board = { $min } to { $max }: arrows, or type it.
form-note-board-even = Even, { $min } to { $max }: arrows, or type it.
form-note-person = Or type a name or a level (1 to 20).
form-note-peace = Nobody can win, so all levels are alike.
form-note-random = Plays any legal move.
form-note-greedy = Takes what looks best right now.
form-note-weights = Prefers points that are good in general.
form-note-alphabeta = Looks a fixed number of moves ahead.
form-note-engine = The engine within the limits given.
form-note-script = A program of your own.
form-note-saved = A program you saved (see yiqi programs).
form-note-as-above = Or drawn by lot when the game begins.
form-note-drawn = Who plays Black is decided by lot.
form-note-no-clock = Type 10m+5s, 30s a move or 5m+3x10s.
form-note-per-move = For every move.
form-note-per-game = For the whole game.
form-note-increment = For the whole game, and more after each move.
form-note-byo-yomi = For the whole game, then periods that start over.
form-note-loss = Or a random move is played.
form-note-random-move = Instead of losing.
form-note-own-color = Or drawn by lot.
form-note-admission = “anybody” lists the table for all to see.
form-help-player = Type a name for a person, a number from 1 to 20 for a level, or a player such as alphabeta:depth=5 or program:script:python3 bot.py.
form-help-time = Type 10m for a game, 10m+5s with 5 seconds added after each move, 30s a move, 5m+3x10s for three periods of byo-yomi, or none.
form-time-wrong = That is not a time: type 10m, 10m+5s, 30s a move, 5m+3x10s or none.
form-level-wrong = There is no such level: type a number from 1 to 20.
form-hints = ↑ ↓ select · ← → change, or type · Enter plays · Esc back · ? help
form-hints-table = ↑ ↓ select · ← → change, or type · Enter makes the table · Esc back · ? help
form-hints-typing = Enter or ↓ takes the value · Esc keeps the old one
form-help = A new game in one form: every row is a choice with its present value, and Enter starts from any row. What you choose is remembered for the next game.
form-help-row = { $row }: { $note }
form-help-change = change the value; where a value can be typed, just type
form-help-backspace = edit the present name, player or time

## Unfinished games

unfinished-title =
    { $count ->
        [0] No unfinished games
        [one] An unfinished game from last time
       *[other] { $count } unfinished games from last time
    }
unfinished-dropped = Dropped; u brings it back.
unfinished-brought-back = The game is back.
unfinished-hints = Enter opens it · a opens all · d drops it · u undoes that · Esc later
unfinished-help = Games that were not finished. They stay here until you open or drop them, with their clocks stopped.
unfinished-help-enter = play on
unfinished-help-all = open all of them
unfinished-help-drop = drop this one
unfinished-help-undo = bring the dropped one back
unfinished-help-esc = to the menu; they are listed there
age-now = just now
age-minutes = { $count } min ago
age-hours = { $count } h ago
age-days =
    { $count ->
        [one] yesterday
       *[other] { $count } days ago
    }

## Settings

tui-language = English
tui-settings-language = Language
tui-settings-glyphs = Glyphs
tui-settings-exchange = Swap ● and ○
tui-settings-theme = Theme
tui-settings-animation = Animation
tui-settings-board = Board color
tui-settings-pictures = Pictures
tui-settings-legal = Mark legal moves
tui-settings-bell = Ring on your turn
tui-settings-delay = Pause before computer moves
tui-glyphs-ascii = ASCII (X and O)
tui-glyphs-unicode = Unicode (● and ○)
tui-theme-wood = wood
tui-theme-light = light
tui-theme-contrast = high contrast
tui-board-by-game = by game
tui-board-green = green
tui-board-wood = wood
tui-board-blue = blue
tui-board-gray = gray
tui-pictures-auto-on = automatic: this terminal shows pictures
tui-pictures-auto-off = automatic: this terminal shows none
tui-title = yiqi
tui-title-game = { $game } – yiqi
tui-title-turn = Your move: { $game } – yiqi
tui-on = on
tui-off = off
tui-seconds = { $seconds } s
tui-setting = { $name }: { $value }
settings-help = Every change takes effect at once and is kept.
settings-help-language = the language of the app, the console and all commands
settings-help-glyphs = draw with ASCII only, for fonts without ● and ○
settings-help-exchange = for terminals in which they look the other way around
settings-help-theme = the colors of texts and menus
settings-help-board = one color for all boards, or each game its own
settings-help-pictures = draw boards as pictures where the terminal can
settings-help-legal = a dot on every legal point of a Reversi board
settings-help-animation = flipping stones turn over
settings-help-bell = the terminal rings when it becomes your turn
settings-help-delay = so that you see what the computer does

## Keys

tui-help-title = Help
help-key-select = select
help-key-enter = take the selected line
help-key-esc = back
rules-help = The rules of every game, with all rule sets and openings.
rules-help-scroll = scroll
rules-help-game = the next game; its letter does the same
tui-help-typing = To play by typing, type the point and press Enter: d3, D3 or 3d. A letter that names a column of this board starts a point; Enter after that letter alone does its command, as listed above. h, j, k and l move the cursor, unless a digit follows (h8). Upper and lower case are the same. After : type any of these commands; Tab completes it, ↑ brings earlier lines back.
tui-help-jumping = Type where to go and press Enter: d3 is the move at that point, b5 Black’s 5th stone, w7 White’s 7th, 12 the 12th move, end the last position. The point b5 is 5b here. As at a board, a letter that names a column starts a point; Enter after that letter alone does its command, as listed above.
tui-key-left = move the cursor left
tui-key-down = move the cursor down
tui-key-up = move the cursor up
tui-key-right = move the cursor right
tui-key-play = play at the cursor; a click does the same
tui-key-type = type a point or a command
tui-key-new = open a new game beside this one
tui-key-next-game = go to the next game
tui-key-pause = pause: save, main menu, quit
tui-key-stop = stop the computer’s thinking, or pause
tui-key-back = back one move
tui-key-forward = forward one move
tui-key-page-up = back ten moves
tui-key-page-down = forward ten moves
tui-key-first = to the start
tui-key-last = to the end
tui-key-jump = go to a move, such as d3, b5, w7 or 12
tui-key-leave = leave the replay
tui-key-help = this help
tui-hints-game = arrows, Enter · or type d3 · { $suggest } hint · { $undo } undo · { $pause } pause · { $help } help
tui-hints-over = { $rematch } rematch, colors exchanged · { $new } new game · { $replay } replay · { $undo } undo · { $help } help
tui-hints-list = arrows, Enter, or { $letters }
tui-hints-menu = arrows, Enter, or { $letters } · ? help
tui-hints-question = arrows, Enter, or { $letters } · Esc back
tui-hints-settings = ↑ ↓ select · ← → change · or a letter · Esc back
tui-hints-rules = ↑ ↓ PgUp PgDn scroll · ← → or { $letters } another game · Esc back
tui-hints-scroll = ↑ ↓ PgUp PgDn scroll · Esc back
tui-hints-typing = Enter confirms · ← → Home End move · Backspace, Ctrl-W delete · Esc cancels
tui-hints-jumping = Enter goes there · b Enter branches here · Esc cancels
tui-hints-replay = { $back } { $forward } · { $play } play · { $leave } leave · { $analyze } analyze · { $jump } · { $branch } branch · { $help } help
