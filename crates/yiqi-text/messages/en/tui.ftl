### What the full-screen terminal app says, in English.

## Around the board

tui-to-move = to move
tui-moves = Moves
tui-evaluation = evaluation
tui-last = Last move: { $move }
tui-last-flips = { $move } flips { $points }
tui-turn = { $name } to move.
tui-turn-other-stone = { $name } to put down a stone of { $color }.
tui-must-pass = { $name } has no move: Enter passes.
tui-thinking = thinking
tui-thinking-depth = depth { $depth }  { $eval } ({ $sure })  { $line }
tui-legal-moves = Legal moves: { $moves }.
tui-legal-count =
    { $forbidden ->
        [0] { $count ->
            [one] 1 point is free.
           *[other] { $count } points are free.
        }
        [one] { $count ->
            [one] 1 point is free; 1 is forbidden.
           *[other] { $count } points are free; 1 is forbidden.
        }
       *[other] { $count ->
            [one] 1 point is free; { $forbidden } are forbidden.
           *[other] { $count } points are free; { $forbidden } are forbidden.
        }
    }
tui-suggest-thinking = The engine looks for a move; Esc stops it.
tui-suggestion = The engine would play { $move }.
tui-suggest-none = The engine has no suggestion.
tui-undone = Taken back.
tui-ran-out = Time ran out for { $name }.
tui-ran-out-move = Time ran out for { $name }: { $move } was drawn at random.
tui-draw-offered = A draw is offered.
tui-typing = Point or command: { $typed }
tui-jumping = Go to (b5, w7, 12, end): { $typed }
tui-no-such-tab =
    { $count ->
        [one] Only one game is open.
       *[other] Only { $count } games are open.
    }
tui-file-exists = { $file } exists already: choose another name.
tui-file-saved = Saved as { $file }.
tui-style-settings = This face has its own looks: see the settings.
tui-too-small = This window is too small to play in: please make it at least { $cols }×{ $rows }.
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
tui-path-prompt = Type the name of a file and press Enter. Enter alone replays the current game.
tui-path-empty = There is no current game: type the name of a file.

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
tui-ask-resign = Give the game up?
tui-resign-yes = Resign
tui-ask-draw = Offer a draw?
tui-draw-yes = Offer a draw
tui-ask-answer-draw = { $name }: the other side offers a draw.
tui-ask-choice = { $name }: choose your color.
tui-ask-leave-menu = This game is not saved. It stays open, and “Continue” brings you back.
tui-ask-leave-quit = A game is not saved. It is kept all the same and offered at the next start.
tui-ask-leave-close = This game is not saved and would be lost.
tui-leave-save = Save it
tui-leave-open = Leave it open
tui-leave-quit = Quit
tui-leave-close = Close it without saving
tui-ask-save-over = Slot { $slot } holds a game. Save over it?
tui-save-over-yes = Save over it
tui-ask-save-empty = Nothing has been played: saving this empties slot { $slot }.
tui-save-empty-yes = Empty the slot
tui-ask-load = Load the game of slot { $slot }?
tui-ask-load-replace = Load the game of slot { $slot } beside the current one, or in its place?
tui-ask-load-unsaved = Load the game of slot { $slot }? The current game is not saved: replacing it loses it.
tui-load-yes = Load
tui-load-replace = Replace the current game
tui-load-beside = Open it beside the current game
tui-ask-recovered =
    { $count ->
        [one] A game was not finished last time.
       *[other] { $count } games were not finished last time.
    }
tui-recover-continue = Continue
tui-recover-later = Later
tui-recover-discard = Discard
tui-recover-waits = What was not finished stays open: “Continue” in the menu brings it back.

## Slots

tui-slots-save = Save into which slot?
tui-slots-load = Load from which slot?
tui-slot-empty = empty
tui-slot-broken = cannot be read
tui-slot-moves =
    { $count ->
        [one] 1 move
       *[other] { $count } moves
    }
tui-slot-saved = Saved in slot { $slot }.
tui-slot-emptied = Nothing has been played, so slot { $slot } is empty now.

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
tui-step-clock = With a clock?
tui-step-time = How much time?
tui-step-run-out = When time runs out?
tui-people-one = One person against the computer
tui-people-two = Two people here
tui-people-none = Computer against computer
tui-people-same = As they are
tui-person = a person
tui-first-player = you
tui-side-drawn = Drawn by lot
tui-way-engine = Engine
tui-way-alphabeta = Alpha-beta to a depth
tui-way-weights = Weights of the points
tui-way-greedy = Greedy
tui-way-random = Random
tui-level = Level { $level }
tui-level-depth = { $level } plies ahead
tui-clock-none = No clock
tui-clock-move = Time for each move
tui-clock-game = Time for the game
tui-run-out-loss = The game is lost
tui-run-out-random = A random move is played

## Settings

tui-language = English
tui-settings-language = Language
tui-settings-glyphs = Glyphs
tui-settings-exchange = Exchange ● and ○
tui-settings-theme = Theme
tui-settings-animation = Animation
tui-settings-delay = Pause before computer moves
tui-glyphs-ascii = ASCII (X and O)
tui-glyphs-unicode = Unicode (● and ○)
tui-theme-wood = wood
tui-theme-light = light
tui-theme-contrast = strong contrast
tui-on = on
tui-off = off
tui-seconds = { $seconds } s

## Keys

tui-help-title = Keys
tui-help-typing = To play by typing, type the point and press Enter: d3. A letter that is a column of this board is always typed; its command then has an upper-case key, as listed above. h, j, k, l and m are points when a digit follows (h8). A line after : may be any command of the console: :undo, :save 3, :white engine:level=8.
tui-help-jumping = Type a place and press Enter: b5 is Black’s 5th stone, w7 White’s 7th, 12 the 12th move, end the end. b and Enter, or B, starts a new game from the place that is shown.
tui-key-left = cursor to the left
tui-key-down = cursor down
tui-key-up = cursor up
tui-key-right = cursor to the right
tui-key-play = play where the cursor is; so does a click
tui-key-type = type a point or a command
tui-key-new = open a new game beside this one
tui-key-next-game = go to the next game
tui-key-pause = pause: save, main menu, quit
tui-key-stop = stop the computer’s thinking, or pause
tui-key-back = one move back
tui-key-forward = one move forward
tui-key-page-up = ten moves back
tui-key-page-down = ten moves forward
tui-key-first = to the beginning
tui-key-last = to the end
tui-key-jump = go to a side’s move, or to a move’s number
tui-key-leave = leave the replay
tui-key-help = this list
tui-hints-game = arrows, Enter · or type d3 · { $suggest } hint · { $undo } undo · { $pause } pause · { $help } keys
tui-hints-over = { $new } new game · { $replay } replay · { $undo } undo · { $pause } pause · { $help } keys
tui-hints-list = arrows, Enter, or { $letters }
tui-hints-question = arrows, Enter, or { $letters } · Esc back
tui-hints-slots = 1–9, or arrows and Enter · Esc back
tui-hints-settings = arrows choose and change, or a letter · Esc back
tui-hints-rules = ↑ ↓ PgUp PgDn scroll · ← → or { $letters } another game · Esc back
tui-hints-scroll = ↑ ↓ PgUp PgDn scroll · Esc back
tui-hints-typing = Enter does it · ← → Home End move · Backspace, Ctrl-W delete · Esc leaves it
tui-hints-jumping = Enter goes there · b Enter branches here · Esc leaves it
tui-hints-replay = { $back } { $forward } · { $first } { $last } · type { $jump } · { $branch } branch · { $leave } leave · { $help } keys
