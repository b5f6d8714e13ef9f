# What the server answers when it cannot do what was asked.

server-bad-move = “{ $move }” is not a move of this game.
server-not-a-player = Only those who sit at this table can do that; you are watching.
server-claim-present = Your opponent is there, so the game cannot be claimed.
server-claim-early =
    { $seconds ->
        [one] Your opponent may still come back; you can claim the game in one second.
       *[other] Your opponent may still come back; you can claim the game in { $seconds } seconds.
    }
server-storage-full = The server’s disk is full, so your move could not be kept. Try again later; nothing is lost.
server-storage-busy = The server’s database is busy, so your move could not be kept. Try again.
server-storage-failed = The server cannot keep moves at the moment. Try again later; what was confirmed before is safe.
server-bad-message = This message makes no sense here: { $what }.
server-too-fast =
    { $seconds ->
        [one] That was too fast. Try again in one second.
       *[other] That was too fast. Try again in { $seconds } seconds.
    }
server-too-many = There are too many of these already. Finish some first.
server-not-found = There is nothing here: the link may be wrong or old.
server-not-yours = This belongs to somebody else.
server-seat-taken = Somebody sits there already. You can watch.
server-wrong-invite = This link does not let you sit down. Ask your friend for the whole link, with the part behind the #.
server-wrong-origin = This request came from another site and was not done.
server-wrong-password = Name and password do not go together.
server-name-taken = This name is taken, or looks too much like one that is. Choose another.
server-bad-name = A name has 2 to 20 letters, digits, blanks or . - _ and begins with a letter or digit.
server-bad-password = A password has 8 to 200 characters.
server-bad-player = There is no player “{ $player }” on this server.
server-bad-clock = This is not a clock: expected none, “move 30s”, “game 5m+3s” or “byoyomi 10m+3x30s”, then “, random move” if wanted.
server-bad-position = A game cannot begin from this position.
server-bad-version = This program speaks another version of the protocol. Reload the page or update the program.
server-unauthorized = The server does not know who you are. Reload the page or join again.
server-needs-account = This needs an account.
server-internal = Something went wrong on the server (number { $incident }). Try again.

# The command that runs it.

cli-serve-about = Serve the web page, network play and the API
cli-serve-listen = Address and port, such as 127.0.0.1:7272, or :7272 for all addresses (default: the next free port from 7272 on)
cli-serve-db = Database: a file, or sqlite:FILE (default: in the data folder)
cli-serve-bus = Bus between several servers (not there yet: one server needs none)
cli-serve-config = Settings file (docs/serving.md explains it)
cli-serve-open = Open the page in a browser
cli-backup-about = Copy the server’s database, even while it is in use
cli-backup-file = File to write; it must not exist yet
serve-no-folder = This system has no data folder; name one with --data-dir, or a database with --db.
serve-bad-listen = “{ $address }” is no address to listen at; expected something like 127.0.0.1:7272, :7272 or 7272.
serve-bad-db = “{ $url }” is no database that this version can use; expected a file or sqlite:FILE.
serve-bad-bus = --bus { $url }: this version has no bus; one server needs none.
serve-bad-config = { $path }: { $problem }
serve-cannot-listen = Cannot listen at { $address }: { $problem }
serve-cannot-make = Cannot make the folder { $path }: { $problem }
serve-cannot-start = The server cannot start with { $path }: { $problem }
serve-db-damaged = The database { $path } is damaged, so nothing is served from it. Restore a backup (made with “yiqi backup”). { $problem }
serve-db-newer = The database { $path } was written by a newer version of yiqi. Use that version, or restore an older backup.
serve-db-in-use = Another server uses the database { $path }. Stop that one first, or name another with --db.
serve-db-busy = The database { $path } is locked by another program. Stop that first.
serve-db-full = The disk of the database { $path } is full. Free some space and start again.
serve-storage-failed = The disk of the database failed, so the server has stopped. What was confirmed before is on disk; look after the disk, then start again.
backup-no-database = There is no database at { $path }.
backup-exists = { $path } exists already; choose another name.
backup-failed = The copy { $path } could not be written: { $problem }
server-needs-login = Log in with your password to do that; a bot’s token is not enough.

# What the server says, in English.

# Studies

server-bad-start = The start position cannot be understood: write { $expected }.
server-bad-setup = The start position is not one: { $problem }
server-move = Move { $number }: { $problem }
server-unknown-format = There is no format “{ $name }”: choose one of { $formats }.
server-format-unclear = The format of the file cannot be told: choose one of { $formats }.
server-no-such-game =
    { $count ->
        [0] There is no game in the file.
        [one] There is only one game in the file.
       *[other] There are only { $count } games in the file.
    }
server-too-many-moves = There are { $count } moves; at most { $limit } are allowed.
server-not-before = Move { $number } is said to follow a move that does not stand before it in the list.
server-too-many-players = There are { $count } names, but a game has two players.
