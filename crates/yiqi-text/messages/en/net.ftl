### Network games in the terminal, in English.

## The command

net-cli-about = Join a table on a server
net-cli-url = Address of the table: https://HOST:PORT/t/TABLE#INVITE, or with http://
net-cli-name = Name that the others see
net-cli-tls-ca = Also trust the certificate authorities in this PEM file, such as your club’s own
net-no-terminal = Joining a table needs a terminal.

## The address of a table

net-prompt = Type the address of a server, such as play.example.org or 192.168.1.5:7272, to see its tables; or paste the link of a table.
net-address = Address:
net-name = Your name:
net-recent = Recent servers and tables:
net-hints-address = Enter connects · ↑ ↓ earlier ones · Tab your name · Esc back
net-address-empty = Type or paste the address of a table first.
net-address-scheme = “{ $value }://” is not supported: the address of a table starts with https:// or http://.
net-address-host = “{ $value }” is not a host name: the address looks like http://host:8080/t/TABLE#INVITE.
net-address-port = “{ $value }” is not a port: use a number from 1 to 65535.
net-address-no-table = The address does not name a table: the host must be followed by /t/ and the table’s name.
net-address-name = “{ $value }” is not a table name or an invitation: copy the whole link again.
net-lobby-title = Tables on { $server }
net-lobby-new = Make a table
net-lobby-table = { $game }  { $names }
net-lobby-guest = guest
net-lobby-color-drawn = colors by lot
net-lobby-color-black = you play Black
net-lobby-color-white = you play White
net-lobby-watch = watch
net-lobby-reading = Asking for the tables…
net-lobby-open =
    { $count ->
        [0] No table is waiting for an opponent: make one.
        [one] One table is waiting for an opponent.
       *[other] { $count } tables are waiting for an opponent.
    }
net-lobby-help = These tables are open to everybody. Enter at one sits down if a seat is free, and watches otherwise. The list is read again every few seconds.
net-hints-lobby = arrows, Enter · n make a table · r read again · Esc back
net-new-listed = anybody, from the list
net-new-link = whoever has the link
net-new-private = whoever has the link; nobody watches
net-new-creating = Making the table on { $server }…
net-new-help = Game, board, rules and time are as in a local game. “anybody” lists the table, so that whoever looks can sit down; otherwise you send the link that the waiting table shows.

## The connection

net-link-connecting = connecting…
net-link-connected = connected
net-link-watched =
    { $count ->
        [one] 1 watching · connected
       *[other] { $count } watching · connected
    }
net-link-reconnecting = reconnecting…
net-link-closed = no connection
net-connecting = Connecting to { $server }…
net-connecting-yet = Still connecting to the table…
net-reconnecting =
    { $seconds ->
        [0] No connection; reconnecting…
       *[other] No connection; reconnecting in { $seconds } s… Press Enter to try now.
    }
net-closed-left = The connection is closed.
net-closed-unreachable = Cannot reach the server { $server }: { $problem }.
net-closed-needs-https = { $server } accepts only encrypted connections: use https:// instead of http:// in the address.
net-tls-unknown-issuer = The certificate of { $server } was not signed by an authority that this computer trusts: somebody else may be answering in its place. If your club has its own authority, give its certificate with --tls-ca FILE.
net-tls-expired = The certificate of { $server } has expired. Whoever runs the server must renew it, unless the clock of this computer is wrong.
net-tls-not-yet-valid = The certificate of { $server } is not valid yet: check the clock of this computer.
net-tls-wrong-name = The certificate of { $server } is for another name: check the address, or ask whoever runs the server which name to use.
net-tls-not-tls = { $server } does not encrypt connections: use http:// instead of https://, if you trust the network.
net-tls-no-authorities = This computer has no list of trusted certificate authorities: install one (the package is usually called ca-certificates), or give one with --tls-ca FILE.
net-tls-unreadable-file = Cannot read { $path }: { $problem }
net-tls-empty-file = { $path } has no certificate in PEM form.
net-tls-other = No secure connection to { $server }: { $problem }
net-closed-not-yiqi = { $server } is not a yiqi server.
net-closed-no-table = There is no such table on { $server }.
net-closed-refused = { $server } refused the request: { $problem }
net-closed-elsewhere = You opened this table in another window; the game continues there.
net-closed-policy = The server closed the connection: too much was sent at once, or you were logged out.
net-closed-version = { $server } uses a different version: update the server or this program.
net-closed-protocol = The server did not understand this program (code { $code }).
net-closed-again = Reconnect
net-too-much = Too many messages are waiting to be sent: try again in a moment.

## At the table

net-note-you = (you)
net-note-open = (open)
net-note-reconnecting = (offline)
net-note-gone = (away)
net-presence-connected = { $name } is connected.
net-presence-reconnecting = { $name } lost the connection.
net-presence-gone = { $name } is away.
net-watching = You are watching.
net-colors-drawn = Colors are drawn at random when the game starts.
net-waiting = Waiting for an opponent…
net-waiting-link = Waiting for an opponent. Send them this link:
net-start = Press Enter to start.
net-begun = The game starts.
net-your-turn = Your turn.
net-sending = Sending your move…
net-kept = Your move will be sent.
net-resumed = The game continues.
net-won = You win.
net-lost = You lose.
net-next = Next game: colors are swapped.
net-offered = You offer { $offer }.
net-offers = { $name } offers { $offer }.
net-declines = { $name } declines { $offer }.
net-claim-in =
    { $seconds ->
        [one] Your opponent is away; you can claim the game in 1 second.
       *[other] Your opponent is away; you can claim the game in { $seconds } seconds.
    }
net-claim-now = Your opponent is away: press { $key } to claim the game.
net-chat = { $name }: { $text }
net-unsaid = Not sent, because there is no connection: { $text }
net-spectator = You are only watching this game.
net-not-here = This is not possible at a table on a server.

## Questions at the table

net-ask-draw = { $name } offers a draw.
net-ask-take-back = { $name } asks to take back a move.
net-ask-pause = { $name } asks for a pause.
net-ask-rematch = { $name } offers a rematch.
net-ask-claim = Your opponent is away. Claim the game?
net-claim-yes = Claim the game
net-ask-abort = Abort the game? It will not count.
net-abort-yes = Abort
net-ask-leave = The game continues without you. Your seat is kept: come back with the same link.
net-leave-yes = Leave
net-over-look = Look at the board

## The menu of a table

net-menu-title = Table
net-menu-hurry = Reconnect now
net-menu-start = Start
net-menu-draw = Offer a draw
net-menu-take-back = Ask to take back a move
net-menu-pause = Pause
net-menu-resume = Resume
net-menu-claim = Claim the game
net-menu-resign = Resign
net-menu-abort = Abort the game
net-menu-rematch = Rematch
net-menu-leave = Leave the table

## Keys

net-key-take-back = ask to take back your last move
net-key-abort = abort the game, until both sides have moved
net-key-claim = claim the game from an opponent who is away
net-key-rematch = offer a rematch with colors swapped
net-key-say = chat with the others
net-key-menu = open the menu of this table, or leave
net-help-typing = To play by typing, type the point and press Enter: d3. Enter after a single letter does the command of that letter. After : type any of these commands.
net-hints-table = arrows, Enter · or type d3 · { $say } chat · { $menu } menu · { $help } help
net-hints-over = { $rematch } rematch · { $say } chat · { $menu } menu · { $help } help
net-hints-watching = { $say } chat · { $menu } menu · { $help } help
net-hints-connecting = Esc back
