### Tournaments, in English.

## Help

arena-cli-about = Play tournaments between programs
arena-cli-file = Settings in a TOML file; flags take precedence
arena-cli-game = Game spec, such as reversi, gomoku:15:renju or connect6
arena-cli-player = A player and its name, such as A=engine:level=8; repeat for each player
arena-cli-format = Who meets whom: roundrobin, gauntlet (the first player meets all others), swiss, knockout or ladder (each player meets the one named before it)
arena-cli-games = Games per pairing, always in pairs with colors exchanged [default: 2]
arena-cli-rounds = Rounds of a Swiss tournament [default: enough to find a winner]
arena-cli-tc = Clock and limits: 1s/move, 10s+0.1s for a game with increment, nodes=N, depth=N, or several separated by commas [default: none]
arena-cli-cpu-time = Clocks count the processor time a player uses, so that a busy machine costs nobody the game
arena-cli-openings = Openings: a list of moves, games in any format we read, or Gomocup offsets [default: balanced openings that come with the program]
arena-cli-adjudicate = End clear games early: win=30,win-plies=6 and draw=0.5,draw-plies=12,draw-from=40 where both players agree, solve=14 empty points in Reversi, max-plies=300
arena-cli-sprt = Stop as soon as a sequential test accepts a difference of E0 or of E1 Elo; two more numbers set its error probabilities
arena-cli-seed = The same seed gives the same openings and pairings
arena-cli-concurrency = Games at the same time [default: one less than there are processors]
arena-cli-out = Folder for the log, the games and the reports; needed to resume
arena-cli-resume = Go on with the tournament in this folder
arena-cli-dir = Folder of a tournament
arena-cli-ladder-about = Measure the levels of the engine against each other
arena-cli-ladder-from = Lowest level
arena-cli-ladder-to = Highest level
arena-cli-ladder-anchor = A fixed player that meets every level; repeat for several
arena-cli-openings-about = Make balanced openings with the engine
arena-cli-openings-count = How many
arena-cli-openings-nodes = Nodes to judge an opening; each move of the game that confirms it gets a quarter
arena-cli-openings-time = Time to judge an opening instead of nodes
arena-cli-report-about = Write the reports of a tournament again and print the table
arena-cli-correct-about = Correct the result of a game; the log keeps both
arena-cli-correct-game = Number of the game
arena-cli-correct-result = black, white or draw, or void if the game does not count
arena-cli-correct-reason = Why

## Errors

arena-no-game = Which game? Add --game, such as --game reversi.
arena-few-players = A tournament needs at least two players: add --player NAME=PLAYER for each.
arena-many-players = At most { $limit } players can take part.
arena-sprt-players = --sprt compares two players; give exactly two.
arena-same-name = Two players are called “{ $name }”: give each its own name, NAME=PLAYER.
arena-person = “{ $name }” is a person, and tournaments are for programs.
arena-unknown-setting = there is no setting “{ $key }”; there are { $keys }.
arena-bad-setting = “{ $value }” is not valid for { $key }: { $expected }
arena-expects-game = a game spec is expected.
arena-expects-player = a table [[player]] is expected.
arena-expects-format = choose roundrobin, gauntlet, swiss, knockout or ladder.
arena-expects-games = write a number from 1 to 10000000.
arena-expects-rounds = write a number from 1 to 1000.
arena-expects-tc = write a clock such as 1s/move or 10s+0.1s, nodes=N, depth=N, or none.
arena-expects-cpu-time = write true or false.
arena-expects-openings = the name of a file is expected.
arena-expects-adjudicate = write rules such as win=30,win-plies=6,draw=0.5,solve=14; solve is at most 22.
arena-expects-sprt = write two differences in Elo, such as 0,10; the first must be lower.
arena-expects-seed = write a whole number.
arena-expects-concurrency = write a number from 1 to 1024.
arena-expects-out = the name of a folder is expected.
arena-bad-player-table = each player is a table [[player]] with spec = "…" and, if wanted, name = "…".
arena-bad-line = line { $line }: { $problem }
arena-bad-opening = “{ $text }” is not an opening of { $game }.
arena-bad-opening-game = game { $number } is not an opening of { $game }.
arena-no-openings = there are no openings in it.
arena-exists = { $dir } already holds a tournament: go on with it with --resume { $dir }, or choose another folder.
arena-in-use = Another process is playing the tournament in { $dir }.
arena-not-a-log = this is not the log of a tournament.
arena-log-not-ready = the tournament was stopped before it was set up: start it again with --out.
arena-log-damaged = line { $line } is damaged.
arena-log-broken = line { $line } does not follow from those before it.
arena-game-missing = game { $game } is missing or damaged.
arena-no-such-game = Game { $game } is not over, or there is no such game.
arena-bad-result = “{ $value }” is not a result: write black, white, draw or void.
arena-stopped = Stopped before the end.
arena-resume = Stopped before the end. Go on with: yiqi arena --resume { $dir }
arena-busy =
    { $games ->
        [one] One game
       *[other] { $games } games
    } at once on { $processors ->
        [one] one processor
       *[other] { $processors } processors
    }: players will wait for each other and lose time. Add --cpu-time, or lower --concurrency.
arena-quick-openings = There are no built-in openings for this game: making a few …
arena-making = { $kept } of { $count } openings, { $drawn } drawn
arena-made-fewer = Only { $kept } of { $count } openings were found.

## While it runs

arena-left = { $time } left
arena-live-game = Game { $game }, move { $ply }
arena-keys = n p: another game · q: stop; it can be resumed
arena-keys-lost = n p: another game · q: stop (nothing is kept without --out)
arena-stopping = Stopping …

## Reports

arena-title = { $game }, { $format }
arena-format-roundrobin = round robin
arena-format-gauntlet = gauntlet
arena-format-swiss = Swiss
arena-format-knockout = knockout
arena-format-ladder = ladder
arena-played-of = { $ended } of { $total } games played
arena-played =
    { $ended ->
        [one] One game played
       *[other] { $ended } games played
    }
arena-limits = Clock and limits: { $limits }
arena-limits-cpu = Clock and limits, in processor time: { $limits }
arena-no-limits = none
arena-seed = Seed { $seed }; openings: { $openings }
arena-adjudicated = Adjudicated games: { $games } ({ $rules })
arena-duel = { $one } against { $other }
arena-score = { $points } points from { $games } games ({ $percent }): { $record }
arena-elo = Elo { $elo } (95 %; ± { $trinomial } if games were independent)
arena-normalized = Normalized Elo { $elo }
arena-los = { $player } is the stronger player with probability { $percent }
arena-pairs = Pairs with 0, ½, 1, 1½, 2 points: { $counts }
arena-sprt = Sequential test, { $elo0 } against { $elo1 } Elo: log-likelihood ratio { $ratio } of { $lower } … { $upper }, { $verdict }
arena-verdict-open = undecided
arena-verdict-accepted = passed
arena-verdict-rejected = failed
arena-standings = Standings
arena-cross = Cross table
arena-bracket = Matches
arena-match-bye = Round { $round }: { $one } has a bye
arena-match-open = Round { $round }: { $one } – { $other }
arena-match-won = Round { $round }: { $one } – { $other }, won by { $winner }
arena-match-lot = Round { $round }: { $one } – { $other }, level; { $winner } goes on by lot
arena-colors = Results by color
arena-all = all
arena-pair-kinds = Pairs decided by the player: { $player }, by color: { $color }, otherwise even: { $even }
arena-time = Time
arena-forfeits = Forfeits
arena-forfeited = Game { $game }, { $player }: { $kind } ({ $evidence })
arena-forfeit-time = out of time
arena-forfeit-start = could not be started
arena-forfeit-crash = crashed
arena-forfeit-stall = did not answer
arena-forfeit-illegal = illegal move
arena-forfeit-late-start = was not ready in time
arena-forfeit-early-exit = exited without a move
arena-forfeit-memory = out of memory
arena-forfeit-flood = wrote without end
arena-forfeit-garbage = unknown answer
arena-forfeit-out-of-turn = answered out of turn
arena-more = and { $count } more
arena-corrections = Corrections
arena-corrected = Game { $game }: { $result } ({ $reason })
arena-void = does not count
arena-openings = Results by opening
arena-col-rank = #
arena-col-player = player
arena-col-elo = Elo
arena-col-games = games
arena-col-points = points
arena-col-percent = score
arena-col-record = won, lost, drawn
arena-col-los = LOS
arena-col-black = black
arena-col-white = white
arena-col-moves = moves
arena-col-per-move = time per move, ms
arena-col-longest = longest, ms
arena-col-margin = least left, ms
arena-col-forfeits = forfeits
arena-col-opening = opening
arena-col-level = level
arena-col-won = won
arena-col-drawn = drawn
arena-col-lost = lost
arena-col-above = above the first
arena-plot-elo = Elo with 95 % error
arena-plot-score = Score over time
arena-page-games = Games
arena-page-all = All games
arena-page-board = Board
arena-page-first = First position
arena-page-back = One move back
arena-page-next = One move on
arena-page-last = Last position
arena-page-start = Start
arena-page-eval = evaluation
arena-page-keys = Keys: ← → one move, Home and End, j and k for the next and previous game. A result in the cross table lists the games of that match.
arena-page-games-max = The page holds the first { $shown } games; { $left } more are in games.yiqi.
arena-page-footer = Made by yiqi arena. LOS: likelihood of superiority over the opponents met. Cross table: points / games.
arena-open-clock = Clock: { $time }
arena-open-footer = Made by yiqi. Cross table: points / games.
arena-open-note = { $name }: { $note }.
arena-ladder-title = The levels of { $game }
arena-ladder-how = Each level against the one below: { $games } games in pairs with both colors, from { $openings } balanced openings, seed { $seed }. Elo with its 95 % error over pairs; the last column adds up the differences.
arena-ladder-anchor = Against { $player } ({ $spec })

## Workers on other machines

arena-cli-bus = Have the games played by the workers at this NATS server
arena-bus-program = { $player } is an outside program, and those play on this machine only: leave out --bus.
arena-bus-threads = { $player } uses several threads, but a worker plays each game with one: leave out --bus or its threads.
