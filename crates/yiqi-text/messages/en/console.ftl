### What the line console says, in English. An answer to a bad line is one sentence.

## Start and end

console-welcome = yiqi: Reversi, Gomoku, Connect6 and Peace for two. Type help for the commands.
console-ask-name = Who plays { $stone } { $color }? Type a name.
console-bye = Goodbye.
console-bye-kept = Goodbye. Unfinished games are kept and offered again at the next start.
console-recovered =
    { $count ->
        [one] An unfinished game was found: open it again? Type yes, or no to leave it for later.
       *[other] { $count } unfinished games were found: open them again? Type yes, or no to leave them for later.
    }
console-yes-or-no = Please type yes or no.

## Beside the board

console-games = Games
console-title = { $number }. { $game }
console-to-move = ◀ to move
console-finished = { $title }: { $result }
console-at-ply = After ply { $ply } of { $plies }
console-ply = { $stone } { $name }: { $move }
console-ply-flips = { $stone } { $name }: { $move }, flips { $points }
console-ply-flips-many = { $stone } { $name }: { $move }, flips { $count } stones
console-with-program = { $name } ({ $program })

## What is asked

console-ask-move = { $stone } { $name } to move: type a point such as d3, or help.
console-ask-stone = { $stone } { $name } puts down { $next } next: type a point such as d3.
console-ask-pass = { $stone } { $name } has no move: type pass.
console-ask-swap = { $stone } { $name }, will you swap and play { $other }, or keep { $stone }? Type swap or keep.
console-ask-swap-more = { $stone } { $name }, will you swap and play { $other }, keep { $stone }, or leave the choice to { $opponent } after two more stones? Type swap, keep or more.
console-ask-draw = { $stone } { $name } offers a draw: { $opponent }, type accept or decline.
console-ask-looking = You are looking back: type at end to return, or branch to play on from here.
console-ask-next = Type the number of another game, or reversi, gomoku, connect6 or peace for a new one.
console-ask-new = All games are over: type reversi, gomoku, connect6 or peace for a new one, or quit.
console-no-games = No game is open: type reversi, gomoku, connect6 or peace for a new one, or quit.

## How a game ended

console-end-score = Game over: { $stone } { $winner } wins by { $margin }, { $score }.
console-end-row = Game over: { $stone } { $winner } wins with { $points }.
console-end-won = Game over: { $stone } { $winner } wins.
console-end-resigned = Game over: { $stone } { $winner } wins, { $loser } resigned.
console-end-time = Game over: { $stone } { $winner } wins, { $loser } ran out of time.
console-end-other = Game over. { $result }

## Answers

console-moves = Moves: { $moves }.
console-moves-any =
    { $count ->
        [one] The only empty point may be played.
       *[other] Each of the { $count } empty points may be played.
    }
console-moves-any-but = Every empty point may be played but these, which are forbidden: { $points }.
console-suggestion = The engine would play { $move }.
console-opened = Game { $number } is open: { $game }. Type { $number } to go there.
console-branched = Game { $number } goes on from ply { $ply } of game { $from }.
console-player = { $stone } is played by { $player } now.
console-saved-slot = Saved into slot { $slot }.
console-saved-file = Saved to { $file }.
console-slot-emptied = Nothing has been played, so slot { $slot } is empty now.
console-overwrite-broken = Slot { $slot } holds a file that cannot be read: replace it? Type yes or no.
console-overwrite-slot = Slot { $slot } holds { $title }: type yes to save over it.
console-overwrite-file = { $file } is there already: type yes to save over it.
console-not-saved = Nothing was saved.
console-loaded-slot = Loaded from slot { $slot } as game { $number }.
console-loaded-file = Loaded from { $file } as game { $number }.
console-slots = Slots; save and load take a number from 1 to 9 or the name of a file.
console-slot-title =
    { $plies ->
        [one] { $game }, { $black } – { $white }, one ply
       *[other] { $game }, { $black } – { $white }, { $plies } plies
    }
console-slot-date = { $title }, { $date }
console-slot-empty = empty
console-slot-broken = cannot be read: { $problem }
console-no-such-game =
    { $count ->
        [one] There is no game { $number }: only game 1 is open.
       *[other] There is no game { $number }: type a number from 1 to { $count }.
    }
console-off-board = { $point } is off the board: it goes from { $first } to { $last }.
console-in-game = Game { $number }: { $sentence }
console-also = { $command }, also { $aliases }
