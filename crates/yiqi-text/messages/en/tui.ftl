### The full-screen terminal app, in English.

## Around the board

tui-to-move = to move
tui-moves = Moves
tui-last = Last move: { $move }
tui-last-flips = { $move } flips { $points }
tui-turn = { $name } to move.
tui-turn-other-stone = { $name } to place a stone for { $color }.
tui-must-pass = { $name } has no move: Enter passes.
tui-thinking = thinking
tui-thinking-depth = depth { $depth }  { $eval }  { $line }
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
tui-undone = Move taken back.
tui-undone-many =
    { $count ->
        [one] Move taken back.
       *[other] { $count } moves taken back.
    }
tui-redone = Played again.
tui-ran-out = Time ran out for { $name }.
tui-ran-out-move = Time ran out for { $name }: { $move } was played at random.
tui-draw-offered = Draw offered.
tui-typing = Point or command: { $typed }
tui-typing-empty = a point such as d3, or a command; ? lists them
tui-typing-letter = Enter: { $command } · or a point: { $point }
tui-typing-point = a point: { $point }
tui-jumping = Go to (b5, w7, 12, end): { $typed }
tui-no-such-tab =
    { $count ->
        [one] Only one game is open.
       *[other] Only { $count } games are open.
    }
tui-file-saved = Saved to { $file }.
tui-style-settings = Change the board’s look under Settings.
tui-too-small = This window is too small: please make it at least { $cols }×{ $rows }.
tui-wrong-key = That key does nothing here: { $keys }

## The menu

tui-menu-continue = Continue
tui-menu-new = New game
tui-menu-load = Load
tui-menu-network = Network
tui-menu-replay = Replay
tui-menu-rules = Rules
tui-menu-settings = Settings
tui-menu-quit = Quit

## Pause

tui-pause-title = Paused
tui-pause-back = Back to the game
tui-pause-save = Save
tui-pause-menu = Main menu
tui-pause-quit = Quit

## Questions

tui-no = No
tui-back = Back
tui-stay = Stay
tui-accept = Accept
tui-decline = Decline
tui-ask-resign = Resign this game?
tui-resign-yes = Resign
tui-ask-draw = Offer a draw?
tui-draw-yes = Offer a draw
tui-ask-answer-draw = { $name }: your opponent offers a draw.
tui-ask-choice = { $name }: choose your color.
tui-ask-leave-menu = This game is not saved. It stays open, and “Continue” brings you back.
tui-ask-leave-quit = A game is not saved. It is kept anyway, and you can continue it next time.
tui-ask-leave-close = This game is not saved and would be lost.
tui-leave-save = Save it
tui-leave-open = Leave it open
tui-leave-quit = Quit
tui-leave-close = Close it without saving
tui-ask-save-over = Slot { $slot } holds a game. Overwrite it?
tui-save-over-yes = Overwrite it
tui-ask-save-empty = No moves have been played: saving this empties slot { $slot }.
tui-save-empty-yes = Empty the slot
tui-load-yes = Load
tui-load-replace = Replace the current game
tui-load-beside = Open it beside the current game
tui-ask-recovered =
    { $count ->
        [one] You have an unfinished game from last time.
       *[other] You have { $count } unfinished games from last time.
    }
tui-recover-continue = Continue
tui-recover-later = Later
tui-recover-discard = Discard
tui-recover-waits = Unfinished games stay open: “Continue” in the menu brings them back.

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

tui-step-game = Which game?
tui-step-size = Which board?
tui-step-rules = Which rules?
tui-step-opening = Which opening?
tui-step-people = Who plays?
tui-step-side = Which color for { $name }?
tui-step-opponent = Which opponent?
tui-step-opponent-of = Who plays { $color }?
tui-step-level = How strong?
tui-step-level-of = How strong is { $color }?
tui-step-clock = What time control?
tui-step-time = How much time?
tui-step-run-out = What happens when time runs out?
tui-people-one = One player against the computer
tui-people-two = Two players at this screen
tui-people-none = Computer against computer
tui-people-same = Same as now
tui-person = a person
tui-first-player = you
tui-side-drawn = Random
tui-way-engine = Engine
tui-way-alphabeta = Alpha-beta, fixed depth
tui-way-weights = Point weights
tui-way-greedy = Greedy
tui-way-random = Random moves
tui-level = Level { $level }
tui-level-depth = Depth { $level }
tui-clock-none = No clock
tui-clock-move = Time per move
tui-clock-game = Time per game
tui-run-out-loss = The game is lost
tui-run-out-random = A random move is played

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

## Keys

tui-help-title = Help
tui-help-typing = To play by typing, type the point and press Enter: d3, D3 or 3d. A letter that names a column of this board starts a point; Enter after that letter alone does its command, as listed above. h, j, k and l move the cursor, unless a digit follows (h8). Upper and lower case are the same. After : type any of these commands; Tab completes it, ↑ brings earlier lines back.
tui-help-jumping = Type where to go and press Enter: b5 is Black’s 5th stone, w7 White’s 7th, 12 the 12th move, end the last position. b and Enter starts a new game from the position shown.
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
tui-key-jump = go to a move, such as b5, w7 or 12
tui-key-leave = leave the replay
tui-key-help = this help
tui-hints-game = arrows, Enter · or type d3 · { $suggest } hint · { $undo } undo · { $pause } pause · { $help } help
tui-hints-over = { $new } new game · { $replay } replay · { $undo } undo · { $pause } pause · { $help } help
tui-hints-list = arrows, Enter, or { $letters }
tui-hints-question = arrows, Enter, or { $letters } · Esc back
tui-hints-settings = arrows select and change, or press a letter · Esc back
tui-hints-rules = ↑ ↓ PgUp PgDn scroll · ← → or { $letters } another game · Esc back
tui-hints-scroll = ↑ ↓ PgUp PgDn scroll · Esc back
tui-hints-typing = Enter confirms · ← → Home End move · Backspace, Ctrl-W delete · Esc cancels
tui-hints-jumping = Enter goes there · b Enter branches here · Esc cancels
tui-hints-replay = { $back } { $forward } · { $play } play · { $analyze } analyze · { $jump } · { $branch } branch · { $leave } leave · { $help } help
