### What the terminal says of games over the network, in English.

## The command

net-cli-about = Play at a table on a server
net-cli-url = Address of the table, as it was sent: http://HOST:PORT/t/TABLE#INVITE
net-cli-name = Name that the others see
net-no-terminal = Joining a table needs a terminal.

## The address of a table

net-prompt = Paste the address of a table, such as http://host:8080/t/k3v9qz7m2x#invite, and press Enter. A seat that is open is yours; otherwise you watch.
net-address = Address:
net-name = Your name:
net-recent = Where you were lately:
net-hints-address = Enter connects · ↑ ↓ earlier tables · Tab your name · Esc back
net-address-empty = Type or paste the address of a table first.
net-address-scheme = “{ $value }://” is not the beginning of a table’s address: it begins with http://.
net-address-secure = This program does not speak https yet: open the link in a browser, or ask for an http:// address.
net-address-host = “{ $value }” is not the name of a computer: the address looks like http://host:8080/t/TABLE#INVITE.
net-address-port = “{ $value }” is not a port: it is a number from 1 to 65535.
net-address-no-table = The address names no table: behind the server comes /t/ and the table’s name.
net-address-name = “{ $value }” is not the name of a table or an invitation: please copy the whole link again.

## The connection

net-link-connecting = connecting…
net-link-connected = connected
net-link-watched =
    { $count ->
        [one] 1 watches · connected
       *[other] { $count } watch · connected
    }
net-link-reconnecting = reconnecting…
net-link-closed = no connection
net-connecting = Connecting to { $server }…
net-connecting-yet = The table is not there yet: connecting…
net-reconnecting =
    { $seconds ->
        [0] No connection; reconnecting…
       *[other] No connection; reconnecting in { $seconds } s… Enter tries at once.
    }
net-closed-left = The connection is over.
net-closed-unreachable = The server { $server } cannot be reached: { $problem }.
net-closed-not-yiqi = What answers at { $server } is not a yiqi server.
net-closed-no-table = There is no such table on { $server }.
net-closed-refused = { $server } refuses: { $problem }
net-closed-elsewhere = You opened this table in another window, and that one goes on.
net-closed-policy = The server closed the connection: too much was sent at once, or you were logged out.
net-closed-version = { $server } speaks another version than this program: please update one of the two.
net-closed-protocol = The server did not understand this program (code { $code }).
net-closed-again = Connect again
net-too-much = Too much is waiting to be sent: try again in a moment.

## At the table

net-note-you = (you)
net-note-open = (open)
net-note-reconnecting = (lost)
net-note-gone = (away)
net-presence-connected = { $name } is connected.
net-presence-reconnecting = { $name } lost the connection a moment ago.
net-presence-gone = { $name } is away.
net-watching = You watch this game.
net-colors-drawn = Colors are drawn when the game begins.
net-waiting = Waiting for an opponent…
net-waiting-link = Waiting for an opponent. Send them this link:
net-start = Press Enter to begin.
net-begun = The game begins.
net-your-turn = Your turn.
net-sending = Your move is on its way.
net-kept = Your move is kept.
net-resumed = The game goes on.
net-won = You win.
net-lost = You lose.
net-next = The next game: colors are exchanged.
net-offered = You propose: { $offer }.
net-offers = { $name } proposes: { $offer }.
net-declines = { $name } declines: { $offer }.
net-claim-in =
    { $seconds ->
        [one] Your opponent is away; in 1 second you may claim the game.
       *[other] Your opponent is away; in { $seconds } seconds you may claim the game.
    }
net-claim-now = Your opponent is away: C claims the game.
net-chat = { $name }: { $text }
net-unsaid = Not sent, since there is no connection: { $text }
net-spectator = You only watch this game.
net-not-here = That cannot be done at a table on a server.

## Questions at the table

net-ask-draw = { $name } offers a draw.
net-ask-take-back = { $name } asks to take a move back.
net-ask-pause = { $name } asks for a pause.
net-ask-rematch = { $name } wants to play again.
net-ask-claim = Take the game from an opponent who stays away?
net-claim-yes = Claim the game
net-ask-abort = Call the game off? It counts for nothing then.
net-abort-yes = Call it off
net-ask-leave = The game goes on without you. Your seat is kept: come back with the same link.
net-leave-yes = Leave
net-over-look = Look at the board

## The menu of a table

net-menu-title = Table
net-menu-hurry = Connect at once
net-menu-start = Begin
net-menu-draw = Offer a draw
net-menu-take-back = Ask to take a move back
net-menu-pause = Pause
net-menu-resume = Go on
net-menu-claim = Claim the game
net-menu-resign = Resign
net-menu-abort = Call the game off
net-menu-rematch = Play again
net-menu-leave = Leave the table

## Keys

net-key-take-back = ask to take your last move back
net-key-abort = call the game off, until both have moved
net-key-claim = claim the game from an opponent who stays away
net-key-rematch = propose another game with colors exchanged
net-key-say = say something to the others
net-key-menu = all that can be done at this table; leave
net-help-typing = To play by typing, type the point and press Enter: d3. A line after : may also be a command: { $commands }.
net-hints-table = arrows, Enter · or type d3 · { $say } say · { $menu } menu · { $help } keys
net-hints-over = { $rematch } play again · { $say } say · { $menu } menu · { $help } keys
net-hints-watching = { $say } say · { $menu } menu · { $help } keys
net-hints-connecting = Esc back
