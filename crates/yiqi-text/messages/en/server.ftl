# What the server says when it refuses a request.

server-bad-move = “{ $move }” is not a move of this game.
server-not-a-player = Only the players at this table can do that; you are watching.
server-claim-present = Your opponent is here, so you cannot claim the game.
server-claim-early =
    { $seconds ->
        [one] Your opponent may still come back; you can claim the game in one second.
       *[other] Your opponent may still come back; you can claim the game in { $seconds } seconds.
    }
server-storage-full = The server’s disk is full, so your move could not be saved. Try again later; nothing is lost.
server-storage-busy = The server’s database is busy, so your move could not be saved. Try again.
server-storage-failed = The server cannot save moves right now. Try again later; everything confirmed before is safe.
server-bad-message = Invalid request: { $what }.
server-too-fast =
    { $seconds ->
        [one] Too fast. Try again in one second.
       *[other] Too fast. Try again in { $seconds } seconds.
    }
server-too-many = You have reached the limit. Close or delete some first.
server-busy = The server has too much to do at the moment. Try again shortly.
server-not-found = Nothing was found here: the link may be wrong or old.
server-not-yours = This table is private or belongs to somebody else.
server-seat-taken = This seat is taken. You can watch.
server-wrong-invite = This link does not give you a seat. Ask your friend for the whole link, including the part after the #.
server-wrong-origin = This request came from another site and was rejected.
server-needs-https = This server accepts only encrypted connections: use https:// instead of http:// in the address.
server-wrong-password = Wrong name or password.
server-name-taken = This name is taken or looks too much like one that is. Choose another.
server-bad-name = A name has 2 to 20 letters, digits, spaces or . - _ and starts with a letter or digit.
server-bad-password = A password has 8 to 200 characters.
server-weak-password = This password is too easy to guess. Choose another.
server-same-address = You and your opponent play from one address, so this game does not count for ratings.
server-bad-player = There is no player “{ $player }” on this server.
server-bad-clock = This is not a valid clock: expected none, “move 30s”, “game 5m+3s” or “byoyomi 10m+3x30s”, then “, random move” if wanted.
server-bad-position = A game cannot start from this position.
server-bad-version = This program uses another version of the protocol. Reload the page or update the program.
server-nothing-to-analyze = There is nothing to evaluate in this game.
server-too-large = This is too large: a game file may have at most { $mib } MiB.
server-unauthorized = The server does not know who you are. Reload the page or join again.
server-needs-account = This needs an account.
server-needs-login = Log in with your password to do that; a bot’s token is not enough.
server-internal = Something went wrong on the server (incident { $incident }). Try again.

# The commands serve and backup.

cli-serve-about = Serve the web page, network play and the API
cli-serve-listen = Address and port, such as 127.0.0.1:7272, or :7272 for all addresses (default: the first free port from 7272)
cli-serve-db = Database: a file, sqlite:FILE, or postgres://USER@HOST/DATABASE (default: a file in the data folder)
cli-serve-bus = Bus to workers, and between several servers that share a PostgreSQL database: nats://HOST, nats://USER:PASSWORD@HOST or nats://TOKEN@HOST (tls:// encrypts)
cli-serve-config = Settings file (see docs/serving.md)
cli-serve-tls-cert = Certificate and its chain, as PEM: the server then speaks HTTPS
cli-serve-tls-key = Private key of the certificate, as PEM
cli-serve-open = Open the page in a browser
cli-serve-accept-clock = Start although the clock is far ahead of when the server last ran
cli-backup-about = Copy the server’s database, even while it is in use
cli-backup-file = File to write; it must not exist yet
serve-no-folder = This system has no data folder; specify one with --data-dir, or a database with --db.
serve-bad-listen = “{ $address }” is not an address to listen on; expected something like 127.0.0.1:7272, :7272 or 7272.
serve-tls-no-key = There is a certificate (tls_cert) but no private key: set tls_key too, or neither.
serve-tls-no-cert = There is a private key (tls_key) but no certificate: set tls_cert too, or neither.
serve-tls-unreadable = Cannot read { $path }: { $problem }
serve-tls-not-a-certificate = { $path } has no certificate in PEM form.
serve-tls-not-a-key = { $path } has no private key in PEM form.
serve-tls-mismatch = The private key does not belong to the certificate: check tls_cert and tls_key.
serve-tls-expired = The certificate has expired or is not valid yet: renew it.
serve-tls-unsupported = The certificate or its key cannot be used: { $problem }
serve-bad-db = “{ $url }” is not a database that this version can use; expected a file, sqlite:FILE or postgres://USER@HOST/DATABASE.
serve-bad-bus = “{ $url }” is not a bus; expected nats://HOST, nats://USER:PASSWORD@HOST or nats://TOKEN@HOST, with tls:// instead of nats:// to encrypt.
serve-bus-refused = The bus refuses the connection: { $problem }.
serve-check-bus-down = The bus { $url } cannot be reached ({ $problem }); until it can, servers learn only from the database what happened at the others, some seconds later.
serve-bad-config = { $path }: { $problem }
serve-cannot-listen = Cannot listen on { $address }: { $problem }
serve-in-network = Others in your network: { $address }
serve-cannot-make = Cannot create the folder { $path }: { $problem }
serve-cannot-start = The server cannot start with { $path }: { $problem }
serve-db-damaged = The database { $path } is damaged, so the server does not start. Restore a backup (made with “yiqi backup”). { $problem }
serve-db-newer = The database { $path } was written by a newer version of yiqi. Use that version, or restore an older backup.
serve-db-in-use = Another server is using the database { $path }. Stop that server first, or choose another database with --db.
serve-db-busy = The database { $path } is locked by another program. Stop that program first.
serve-db-full = The disk that holds the database { $path } is full. Free some space and start again.
serve-db-emptied = The database { $path } is empty, although a server has used it before. Restore a backup (made with “yiqi backup”), or remove { $path }-alive to start with an empty database.
serve-db-replaced = The database { $path } was removed or replaced while the server was running, so it has stopped. Put the file back or restore a backup, then start again.
serve-clock-ahead = The clock of this machine is { $days } days ahead of when the server last ran. If it is wrong, set it; if the server was really down that long, start it with --accept-clock. Games in play lose no time either way.
serve-storage-failed = The database’s disk failed, so the server has stopped. Everything confirmed before is on disk; check the disk, then start again.
backup-no-database = There is no database at { $path }.
backup-exists = { $path } already exists; choose another name.
backup-failed = The copy { $path } could not be written: { $problem }
serve-db-unreachable = The database { $path } cannot be reached. Check that its server is running and that the address is right. { $problem }
serve-db-refused = The server of the database { $path } refused: { $problem }
backup-postgres = { $path } is a PostgreSQL database; back it up with PostgreSQL’s own tools, such as pg_dump.

# yiqi serve --check

cli-serve-check = Check settings, files and database, say what to change, and exit
serve-check-good = Nothing to change: the server can start.
serve-check-advice =
    { $count ->
        [one] The server can start, but one thing should be changed.
       *[other] The server can start, but { $count } things should be changed.
    }
serve-check-obstacles = The server would not start.
serve-check-open-network = The server listens on { $address } without encryption, so everything, including passwords, can be read on the network. Unless you trust that network, set tls_cert and tls_key, or listen on 127.0.0.1 and put a proxy with HTTPS in front.
serve-check-around-proxy = The server listens on { $address } although its proxies are on this machine, so others can go around them. Listen on 127.0.0.1.
serve-check-no-proxies = There are public_origins but no trusted_proxies: every visitor seems to come from the proxy, so limits count all of them as one address. Set trusted_proxies to the proxy’s address.
serve-check-no-origins = There are trusted_proxies but no public_origins: a page under a public name, such as https://play.example.org, is refused. Set public_origins to the page’s address.
serve-check-plain-origin = { $origin } is not encrypted, so others on the network can read passwords and tokens. Use HTTPS.
serve-check-any-proxy = trusted_proxies contains { $proxy }, which is every address, so anybody can forge theirs. List only your proxies.
serve-check-loopback = loopback_exempt is true behind a proxy, so requests from this machine have no limits. Remove the setting.
serve-check-tls-expired = The certificate { $path } has expired or is not valid yet, so browsers warn and “yiqi join” refuses. Renew it.
serve-check-tls-expires =
    { $days ->
        [0] The certificate { $path } expires today. Renew it.
        [one] The certificate { $path } expires in one day. Renew it.
       *[other] The certificate { $path } expires in { $days } days. Renew it.
    }
serve-check-tls-name = The certificate { $path } is not for { $host }, which is in public_origins, so browsers warn and “yiqi join” refuses. Get a certificate for that name.
serve-check-readable = Other users of this machine can read or change { $path } (mode { $mode }). Run: chmod { $wanted } { $path }
serve-check-writable = Other users of this machine can change { $path } (mode { $mode }). Run: chmod { $wanted } { $path }
serve-check-not-writable = This user cannot write to { $path }. Change its owner, or run the server as the user who owns it.
serve-check-disk = Only { $mib } MiB are free on the disk of { $path }. When it is full, moves are refused. Free some space.
serve-check-size = The database { $path } has { $mib } MiB and may have at most { $max } MiB (db_mib_max). Then moves are refused. Raise the limit.
serve-check-not-durable = durable is false, so a power failure loses moves that were acknowledged. Remove the setting.
serve-check-older = The database { $path } was written by an older version and will be migrated when the server starts; older versions cannot read it then. Make a backup first, with the older version if you have it.
serve-check-descriptors = At most { $limit } files can be open, and every connection needs one. Raise the limit, with “ulimit -Hn” or LimitNOFILE in systemd.
serve-check-db-plain = The connection to the database { $path } is not encrypted, so others on the network can read everything. Keep the database on this machine or in a network that you trust, or use an encrypted tunnel.
serve-check-db-mib-max = db_mib_max limits only a file, and the database is { $path }. Remove the setting.

# yiqi migrate

cli-migrate-about = Move a server’s database between a file and PostgreSQL
cli-migrate-from = Database to copy: a file, sqlite:FILE, or postgres://USER@HOST/DATABASE; no server may be using it
cli-migrate-to = Database to write: a file that does not exist yet, or an empty PostgreSQL database
migrate-done =
    { $entries ->
        [one] Copied { $rows } rows, among them one entry of a game, to { $to } and compared every one of them.
       *[other] Copied { $rows } rows, among them { $entries } entries of games, to { $to } and compared every one of them.
    }
migrate-not-empty = The database { $path } is not empty; choose another one.
migrate-differs = A row of { $table } in { $path } is not what was written, so nothing was moved.
migrate-failed = The database { $path } failed, so nothing was moved: { $problem }

# Studies

server-bad-start = The start position is not valid: write { $expected }.
server-bad-setup = The start position is invalid: { $problem }
server-move = Move { $number }: { $problem }
server-unknown-format = There is no format “{ $name }”: choose one of { $formats }.
server-format-unclear = This does not look like a game. If it is one, choose its format: { $formats }.
server-no-such-game =
    { $count ->
        [0] The file contains no games.
        [one] The file contains only one game.
       *[other] The file contains only { $count } games.
    }
server-too-many-moves = There are { $count } moves; the limit is { $limit }.
server-not-before = Move { $number } refers to a parent move that does not come before it in the list.
server-too-many-players = There are { $count } names, but a game has only two players.
cli-serve-programs = Let everybody at this server play against your saved programs (yiqi programs), each in its cage

# Tournaments

server-tournament-game = That is not possible in a tournament game.
server-tournament-over = The tournament is over.
server-tournament-late = It is too late to join this tournament.
server-tournament-full = The tournament is full.
server-tournament-joined = You are already taking part.
server-tournament-not-joined = That player does not take part.
server-tournament-few = A tournament needs at least two players.
server-tournament-begun = The tournament has already begun.
server-program-joined = That program is already taking part.
server-plays-elsewhere = You are in a game of another tournament. Join when it is over.
