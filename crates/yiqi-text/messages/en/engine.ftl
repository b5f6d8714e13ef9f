### Engines and their evaluations, in English.

## How certain an evaluation is

sure-exact = exact
sure-outcome = the winner is certain, the score is not
sure-wins-in =
    { $plies ->
        [one] forced win in one move
       *[other] forced win in { $plies } moves
    }
sure-loses-in =
    { $plies ->
        [one] forced loss in one move
       *[other] forced loss in { $plies } moves
    }
sure-estimate = estimate
sure-estimate-error = estimate, ± { $error }
sure-estimate-percent = estimate, { $percent }% confidence
sure-estimate-both = estimate, ± { $error }, { $percent }% confidence

## What a position is worth

eval-even = even
eval-draw = a draw
eval-stones = { $side } +{ $by } stones
eval-stones-behind = { $side } −{ $by } stones
eval-stone = { $side } +{ $by } stone
eval-stone-behind = { $side } −{ $by } stone
eval-chance = { $side } { $percent }% to win
eval-wins = { $side } wins
eval-wins-by = { $side } wins by { $by }
eval-wins-least = { $side } wins by { $by } or more
eval-wins-in =
    { $plies ->
        [one] { $side } wins with the next move
       *[other] { $side } wins in { $plies } moves
    }

## Hints

hint-move = Suggested move: { $move }.
hint-best = Suggested at full strength: { $move } ({ $eval }). Expected: { $line }.
hint-second = Second best: { $move } ({ $eval }).

## Commands

cli-level = Level from 1 to 20
cli-time = Time per position, such as 500ms or 2s
cli-depth = Search depth in moves, at most 60
cli-nodes = Number of positions to search
cli-threads = Search threads, at most 256 (default: 1)
cli-hash = Size of the transposition table in MiB, at most 65536 (default: 64)
cli-json = Print one JSON object per line
cli-engine-about = Run as an engine for another program, over standard input and output
cli-engine-protocol = Protocol: gtp, nboard, gomocup, botzone or script (yiqi help script); or check to test another program
cli-engine-game = Game to play (default: reversi; with gomocup: gomoku)
cli-engine-check-protocol = With check: the protocol of the program to test, with options as for a player: gtp,cage=off
cli-engine-check-command = With check: the program to test, and its arguments
cli-programs-about = List, add or remove other programs that can be chosen as players by name
cli-programs-action = list, add or remove
cli-programs-name = Name of the player
cli-programs-protocol = gomocup, nboard, gtp, botzone or script (yiqi help script); options follow commas: gomocup,memory=350
cli-programs-command = The program and its arguments
programs-none = No programs are saved. Add one: yiqi programs add NAME PROTOCOL COMMAND
programs-bad-name = “{ $name }” cannot be the name of a program: use up to 40 characters without “:”, “=” and “,”, and no name of a built-in player or a protocol.
programs-unknown = There is no saved program “{ $name }”.
programs-added = Saved { $name }: { $program }
check-not-started = The program cannot be started: { $problem }.
check-ended = The program ended ({ $status }).
check-silent = The program did not answer “{ $line }” within { $seconds } seconds. Does it flush its output after every line?
check-flood = The program writes without end.
check-wrong = After “{ $line }” the program answered “{ $answer }”. Expected: { $wanted }.
check-illegal = The program answered “{ $answer }”, which is not a legal move here.
check-late = The answer took { $taken } ms; the program was told { $allowed } ms.
check-unasked = The program wrote “{ $answer }” without being asked. Write one answer to each question.
check-stays = The program did not exit after “{ $line }”.
check-stays-at-end = The program did not exit at the end of its input.
check-good = { $count } cases, all right.
check-bad = { $wrong } of { $count } cases are wrong.
cage-none = The program ran without a cage.
cage-whole = The program ran in a cage with every layer: { $present }.
cage-part = The program ran in a cage with { $present }. This machine lacks: { $missing }.
cage-layer-session = own session
cage-layer-whole = ended as a whole
cage-layer-limits = limits
cage-layer-memory = memory
cage-layer-processes = number of processes
cage-layer-files = files
cage-layer-disk = disk space
cage-layer-network = no network
cage-layer-signals = no signals
cage-layer-calls = system calls
cage-layer-privileges = no privileges
cli-solve-about = Solve Reversi endgames exactly
cli-solve-files = Files with positions in OBF (- for standard input)
cli-solve-outcome = Only determine the winner: the score is then a bound with the right sign
cli-bench-about = Search fixed positions with every engine and print the speed
cli-analyze-about = Analyze a position, or every move of a game
cli-analyze-what = File with a game (- for standard input), or a game spec
cli-analyze-moves = Moves that lead to the position, such as "h8 i9" or f5d6c3; only with a game spec
cli-analyze-multi = How many of the best moves to show
cli-analyze-plot = SVG or PNG file for a graph of the game’s evaluation
cli-analyze-find-win = Look for a forced win for the side to move and print its line (Gomoku)
error-find-win = --find-win works only for Gomoku.
analyze-no-win = No forced win was found.
error-engine-game = { $game } cannot be played over { $protocol }.
error-time = “{ $value }” is not valid for { $flag }: write a duration such as 2s or 500ms.
error-not-reversi = only 8×8 Reversi positions can be solved.
error-plot-ending = { $file }: the file name of a graph must end in .svg or .png.
error-plot-single = --plot needs a whole game, but this is a single position.
analyze-ply = after
analyze-side = side
analyze-played = played
analyze-best = best
analyze-score = ahead
analyze-depth = depth
analyze-known = certainty
analyze-line = expected line
analyze-over = The game is over.
analyze-stopped = Stopped.
analyze-mistakes = The largest mistakes:
analyze-mistake = { $number }. { $played } ({ $side }): before it “{ $before }”, after it “{ $after }”. { $best } was better.
analyze-plot-players = { $game }: { $black } (Black) – { $white } (White)
analyze-plot-stones = Stones ahead: + Black, − White
analyze-plot-chance = Chance to win, percent: + Black, − White
analyze-plot-moves = moves played

## Workers on other machines

cli-bus = NATS server with workers: nats://HOST, or tls://HOST if the connection must be encrypted
cli-bus-token = Token of the NATS server; YIQI_BUS_TOKEN does the same without showing it in the list of processes
cli-bus-token-file = File with the token
cli-worker-about = Analyze games and play tournament games for servers and commands that use the same bus
cli-worker-threads = Jobs at the same time, at most 256 (default: one for each processor)
cli-worker-memory = Memory for the engines of all jobs together in MiB (default: 32 for each job)
cli-worker-name = Name that servers see (default: the name of the machine)
worker-started = Worker { $name }: { $threads ->
        [one] one job at a time
       *[other] { $threads } jobs at a time
    }, { $memory } MiB for engines, version { $version }. Waiting for jobs on { $bus }.
worker-stopped = Stopped. Jobs done: { $count }.
worker-other-version = This worker has version { $own } of yiqi, but the bus is used by version { $theirs }: install the same version on both sides.
bus-bad-url = “{ $url }” is not a NATS server; expected nats://HOST, nats://HOST:PORT or tls://HOST.
bus-long-token = it is too long for a token.
bus-unreachable = The bus { $bus } cannot be reached. Check that the NATS server is running and that the address is right. { $problem }
bus-refused = The bus { $bus } refused the connection; check the token. { $problem }
bus-no-jetstream = The NATS server { $bus } has no JetStream: start it with --jetstream.
bus-failed = The bus { $bus } cannot be used: { $problem }
cli-analyze-all = Analyze all games of the file; a folder means all games in it. With --threads N, N positions at the same time
cli-analyze-bus = Have the positions analyzed by the workers at this NATS server; what was analyzed within the last week is not searched again
error-analyze-batch-moves = --moves names a single position, which is analyzed here; --bus and folders are for games.
error-analyze-no-games = there is no file with games.
analyze-batch-game = { $file }, game { $number }: { $black } (Black) – { $white } (White)
analyze-batch-given-up = { $file }, game { $number }, after { $ply } moves: given up: { $problem }
analyze-batch-problems = { $count ->
        [one] One file or position could not be analyzed.
       *[other] { $count } files or positions could not be analyzed.
    }
analyze-batch-stopped = Stopped before the end. Run the same command again to go on; workers on a bus keep what is done for a week.
analyze-batch-progress = { $done } of { $total } positions
analyze-batch-progress-bus = { $done } of { $total } positions, { $workers ->
        [one] one worker
       *[other] { $workers } workers
    }
bus-no-workers = No worker of this version is on the bus; waiting for one. Start it with: yiqi worker --bus URL
