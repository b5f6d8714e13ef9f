### What the line console says, in English. A reply to an invalid line is one sentence.

## Start and end

console-welcome = yiqi: Reversi, Gomoku, Connect6 and Peace for two players. Type help for the commands.
console-ask-name = Who plays { $stone } { $color }? Type a name.
console-bye = Goodbye.
console-bye-kept = Goodbye. Unfinished games are kept; you can continue them next time.
console-recovered =
    { $count ->
        [one] An unfinished game was found. Open it? Type yes, or no to leave it for later.
       *[other] { $count } unfinished games were found. Open them? Type yes, or no to leave them for later.
    }
console-yes-or-no = Please type yes or no.

## Beside the board

console-games = Games
console-title = { $number }. { $game }
console-to-move = ◀ to move
console-finished = { $title }: { $result }
console-at-ply = After move { $ply } of { $plies }
console-ply = { $stone } { $name }: { $move }
console-ply-flips = { $stone } { $name }: { $move }, flips { $points }
console-ply-flips-many = { $stone } { $name }: { $move }, flips { $count } stones
console-with-program = { $name } ({ $program })

## Prompts

console-ask-move = { $stone } { $name } to move: type a point such as d3, or help.
console-ask-stone = { $stone } { $name } places { $next } next: type a point such as d3.
console-ask-opening = { $turn } Type a point such as d3.
console-ask-pass = { $stone } { $name } has no move: type pass.
console-ask-swap = { $stone } { $name }: swap and play { $other }, or keep { $stone }? Type swap or keep.
console-ask-swap-more = { $stone } { $name }: swap and play { $other }, keep { $stone }, or add two stones and let { $opponent } choose? Type swap, keep or more.
console-ask-draw = { $stone } { $name } offers a draw. { $opponent }: type accept or decline.
console-ask-looking = This is an earlier position: type at end to return, or branch to play on from here.
console-ask-next = Type rematch for another game with colors exchanged, the number of another game, or start a new one with reversi, gomoku, connect6 or peace.
console-ask-new = All games are over: type rematch for another with colors exchanged, start a new one with reversi, gomoku, connect6 or peace, or type quit.
console-no-games = No game is open: start one with reversi, gomoku, connect6 or peace, or type quit.

## How a game ended

console-end-score = Game over: { $stone } { $winner } wins by { $margin }, { $score }.
console-end-row = Game over: { $stone } { $winner } wins with { $points }.
console-end-won = Game over: { $stone } { $winner } wins.
console-end-resigned = Game over: { $stone } { $winner } wins, { $loser } resigned.
console-end-time = Game over: { $stone } { $winner } wins, { $loser } ran out of time.
console-end-other = Game over. { $result }

## Replies

console-moves = Legal moves: { $moves }.
console-moves-any =
    { $count ->
        [one] The only empty point is legal.
       *[other] All { $count } empty points are legal.
    }
console-moves-any-but = All empty points are legal except the forbidden ones: { $points }.
console-help-line = Type help for all commands.
console-opened = Game { $number } is open: { $game }. Type { $number } to go there.
console-branched = Game { $number } continues from move { $ply } of game { $from }.
console-player = { $stone } is now played by { $player }.
console-saved-slot = Saved to slot { $slot }.
console-saved-file = Saved to { $file }.
console-slot-emptied = No moves have been played, so slot { $slot } is now empty.
console-overwrite-broken = Slot { $slot } holds an unreadable file. Replace it? Type yes or no.
console-overwrite-slot = Slot { $slot } holds { $title }: type yes to overwrite it.
console-overwrite-file = { $file } already exists: type yes to overwrite it.
console-not-saved = Nothing was saved.
console-loaded-slot = Loaded from slot { $slot } as game { $number }.
console-loaded-file = Loaded from { $file } as game { $number }.
console-slots = Save slots. Type save or load with a number from 1 to 9 or a file name.
console-slot-title =
    { $plies ->
        [one] { $game }, { $black } – { $white }, 1 move
       *[other] { $game }, { $black } – { $white }, { $plies } moves
    }
console-slot-date = { $title }, { $date }
console-slot-empty = empty
console-slot-broken = cannot be read: { $problem }
console-no-such-game =
    { $count ->
        [one] There is no game { $number }: only game 1 is open.
       *[other] There is no game { $number }: type a number from 1 to { $count }.
    }
console-off-board = { $point } is off the board, which goes from { $first } to { $last }.
console-in-game = Game { $number }: { $sentence }
console-also = { $command }, also { $aliases }
