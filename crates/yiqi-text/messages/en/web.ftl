### The web page, in English; its study page has its own file.

## Every page

web-title = 弈棋 yiqi
web-title-of = { $title } · yiqi
web-title-turn = ● Your turn · { $title }
web-skip = Skip to content
web-nav = Pages
web-home = Home
web-study = Study
web-settings = Settings
web-theme = Theme
web-theme-system = System
web-theme-light = Light
web-theme-dark = Dark
web-theme-contrast = High contrast
web-language = Language
web-sound = Sounds
web-confirm-tap = Confirm a tap on the board with a second one
web-premove = Play ahead: click while the other side thinks
web-coordinates = Show coordinates
web-board-classic = Classic
web-board-walnut = Walnut
web-board-slate = Slate
web-board-sea = Sea
web-computer-pause = Pause before the computer’s move
web-notify = Notify me when it is my turn
web-close = Close
web-no = No
web-save = Save
web-saved = Saved.
web-copy = Copy
web-copied = Copied
web-copy-failed = This browser cannot copy
web-loading = Loading…
web-lost = There is nothing here.
web-lost-home = Back to the home page
web-error-offline = Cannot reach the server. Check your connection and try again.
web-error-unknown = Something went wrong. Try again.
web-offline = Cannot reach the server. This page will reconnect by itself.

## Accounts and guests

web-guest = Guest
web-guest-mark = guest
web-guest-named = { $name } (guest)
web-you = (you)
web-you-are = You are { $name }
web-your-name = Your name
web-your-name-optional = Your name (optional)
web-name = Name
web-password = Password
web-password-rule = At least 8 characters.
web-register = Create an account
web-log-in = Log in
web-log-out = Log out
web-old-password = Current password
web-new-password = New password
web-password-changed = Your password has been changed.
web-log-out-others = Log out all other browsers and bots
web-log-out-everywhere = Log out everywhere
web-log-out-everywhere-ask = Log out of all browsers, and end the access of your bots?
web-delete-account = Delete account
web-delete-account-what = Your name, ratings, bots and chat messages are deleted for good. Your games stay, with a nameless guest in your place.
web-account-why = With an account, you keep your games and ratings. You can also play without one.
web-my-page = My games and ratings
web-token = Bot token
web-token-what = Programs that have this token can play in your name.
web-token-label = What is it for?
web-token-make = Create a token
web-token-once = Copy it now: it is shown only once.
web-since = Member since { $date }
web-rating = Rating
web-games = Games
web-no-ratings = No ratings yet.
web-games-played = Games played
web-more-games = Earlier games

## Home

web-hero = Sit down and play
web-play-friend = Play a friend
web-play-friend-how = Send a link; no account needed
web-play-computer = Play the computer
web-play-computer-how = From beginner to very strong
web-play-here = Pass and play
web-play-here-how = Two people at this screen
web-live = Live
web-played = Replay
web-demo-pause = Pause
web-demo-play = Play
web-your-games = Your unfinished games
web-your-table = Back to your table
web-open-tables = Open tables
web-open-none = Nobody is waiting.
web-playing = Games in play
web-playing-none = No public games right now.
web-recent = Recent games
web-recent-none = No public games yet.
web-paste = Paste a game
web-paste-how = Any common format: moves, SGF, GGF, PSQ or yiqi.
web-paste-open = Open
web-paste-file = Choose a file…

## A new table

web-new-table = New table
web-game = Game
web-opponent = Opponent
web-opponent-friend = A friend
web-opponent-lobby = Anyone
web-opponent-computer = The computer
web-opponent-here = Pass and play
web-opponent-watch = Two computers
web-computer = Program
web-level = Level
web-depth = Search depth
web-color = You play
web-color-drawn = Random
web-color-drawn-how = Colors are drawn at random
web-more-choices = More options
web-board = Board
web-rules = Rules
web-rules-reversi-normal = More stones win.
web-rules-reversi-anti = Fewer stones win.
web-rules-gomoku-freestyle = Five or more in a row win.
web-rules-gomoku-standard = Exactly five in a row wins.
web-rules-gomoku-renju = Tournament rules: three-three, four-four and overline are forbidden for Black.
web-rules-gomoku-forbidden = Simplified: three-three, four-four and overline are forbidden for Black; only unbroken fours count.
web-rules-gomoku-caro = Exactly five in a row wins unless opposing stones block both ends.
web-opening = Opening
web-opening-gomoku-swap1 = One side places three stones; the other chooses a color.
web-opening-gomoku-swap2 = One side places three stones; the other swaps, keeps, or adds two and hands the choice back.
web-opening-gomoku-pro = Black starts in the center; Black’s second stone must be at least three points away.
web-clock = Time control
web-clock-none = None
web-clock-move = Per move
web-clock-game = Per game
web-clock-byoyomi = Byo-yomi
web-clock-days = Days
web-minutes = Minutes per player
web-increment = Seconds added per move
web-seconds-move = Seconds per move
web-days-move = Days per move
web-periods = Byo-yomi periods
web-period-seconds = Seconds per period
web-run-out-random = When time runs out, play a random move instead of losing
web-listed = List it in the lobby: anyone can sit down
web-listed-watch = List it in the lobby: anyone can watch
web-private = Only the two of us can see it
web-private-alone = Only I can see it
web-rated-choice = Rated
web-begin-friend = Get the link
web-begin-lobby = Open the table
web-begin-computer = Play
web-begin-here = Start
web-begin-watch = Watch

## Clocks

web-time-seconds = { $seconds } s
web-time-minutes = { $minutes } min
web-time-both = { $minutes } min { $seconds } s
web-time-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
web-clock-face-days = { $days }d { $hours }h
web-clock-words-none = no clock
web-clock-words-move = { $time } per move
web-clock-words-game = { $time }
web-clock-words-increment = { $time } + { $more }
web-clock-words-byoyomi = { $time } + { $periods } × { $period }
web-clock-words-random = { $clock }, random move on timeout
web-clock-periods = { $time } ({ $count })

## The table

web-status = Game status
web-about = Moves, chat and actions
web-rated = rated
web-private-table = private
web-listed-table = listed in the lobby
web-spectators =
    { $count ->
        [one] 1 watching
       *[other] { $count } watching
    }
web-seat-open = nobody yet
web-to-move = to move
web-stones =
    { $count ->
        [one] 1 stone
       *[other] { $count } stones
    }
web-thinking = thinking
web-thinking-depth = thinking, depth { $depth }: { $line }
web-presence-away = not here yet
web-presence-connected = connected
web-presence-reconnecting = reconnecting
web-presence-gone = away
web-reconnecting = Reconnecting… Your game is safe.
web-elsewhere = This table is open in another window.
web-use-here = Play here
web-your-turn = Your turn.
web-turn-of = { $name } to move.
web-stones-due = { $count ->
    [one] One stone to place.
   *[other] { $count } stones to place.
}
web-you-have = You play { $color }.
web-you-watch = You are watching.
web-must-pass = You have no move.
web-word-swap = swap
web-word-keep = keep
web-word-pass = pass
web-word-more = Add two stones
web-ready = Ready?
web-start = Start
web-waiting = Waiting for the game to start.
web-waiting-open = Waiting for an opponent.
web-paused = The game is paused.
web-paused-theirs = The game is paused until { $name } resumes it.
web-you-won = You win.
web-you-lost = You lose.
web-claim-wait = { $name } is away. You can claim the game in { $time }.
web-claim-now = { $name } is still away.
web-claim = Claim the game
web-asks-draw = { $name } offers a draw.
web-asks-take-back = { $name } asks to take back a move.
web-asks-pause = { $name } asks for a pause.
web-asks-rematch = { $name } offers a rematch.
web-asked-draw = You offered a draw.
web-asked-take-back = You asked to take back a move.
web-asked-pause = You asked for a pause.
web-asked-rematch = Rematch offered
web-accept = Accept
web-decline = Decline
web-taken-back = Move taken back.
web-declined-draw = { $name } declined the draw.
web-declined-take-back = { $name } declined to take the move back.
web-declined-pause = { $name } declined the pause.
web-declined-rematch = { $name } declined the rematch.
web-moved-by-clock = Time ran out for { $name }: { $move } was played at random.
web-not-turn = It is not your turn: { $name } to move.
web-not-paused = The game is paused.
web-not-begun = The game has not started yet.
web-not-here = This is an earlier position. Go back to the game to play.
web-not-over = The game is over.
web-not-a-player = You are watching this game.

## Actions

web-actions = Actions
web-type-move = Type a point, such as { $point }
web-play = Play
web-card-play = Play
web-take-back = Take back
web-draw = Offer a draw
web-agree-draw = Agree to a draw
web-ask-draw = Offer a draw?
web-ask-agree-draw = Do both players agree to a draw?
web-pause = Pause
web-resume = Resume
web-resign = Resign
web-ask-resign = Resign this game?
web-abort = Abort
web-ask-abort = Abort this game? It will not count.
web-end = Abort
web-ask-end = Abort this game? It will have no result.
web-restart = Restart
web-ask-restart = Start this game over? The present one ends without a result.
web-rules-of-game = Rules
web-hint = Hint
web-hint-thinking = Looking for a good move…
web-hint-is = Try { $move }.
web-again = Play again
web-rematch = Rematch
web-next-game = Go to the next game
web-analyse = Analyze
web-format-svg = Picture (SVG)
web-format-png = Picture (PNG)

## Inviting

web-invite = Invite a friend
web-invite-how = Send this link. The game starts as soon as your friend sits down.
web-invite-listed = Wait for somebody to sit down from the lobby, or send this link.
web-invite-only-here = Only this computer can open this link. To play with others in your network, start the server with “yiqi serve --listen :{ $port }”.
web-invite-others = Other addresses of this computer
web-link = Link to this table
web-share = Share
web-qr = The link as a QR code
web-invited = { $name } invites you to play
web-private-taken = Both seats at this private table are taken.
web-invited-private-how = Only the two players and people with this link can see the game. Sit down to start.
web-sit-down = Sit down
web-just-watch = Just watch
web-invite-network = It works for everybody in your network, such as your Wi-Fi.

## Moves and chat

web-moves = Moves
web-no-moves = No moves yet.
web-step-first = To the start
web-step-back = Previous move
web-step-next = Next move
web-step-last = To the end
web-back-to-game = Back to the game
web-following = Move { $ply }
web-follow = Play through
web-follow-stop = Stop here
web-move-took = { $seconds } s
web-move-by-clock = Random move, because time ran out ({ $seconds } s)
web-chat = Chat
web-chat-new = Chat ({ $count })
web-chat-none = No messages yet.
web-chat-say = Write a message
web-chat-room = Send to
web-chat-later = Not connected: send it again in a moment.
web-room-players = players
web-room-spectators = spectators
web-send = Send
web-mute = Mute { $name }
web-unmute = Unmute { $name }

## For screen readers

web-say-plays = { $color } plays { $point }.
web-say-flips =
    { $count ->
        [one] { $color } plays { $point }, flips one.
       *[other] { $color } plays { $point }, flips { $count }.
    }
web-say-word = { $name }: { $word }.
web-say-time = { $turn } { $time }.
web-say-minutes =
    { $count ->
        [one] 1 minute
       *[other] { $count } minutes
    }
web-say-seconds =
    { $count ->
        [one] 1 second
       *[other] { $count } seconds
    }

## Learning, and my games

web-my-games = My games
web-my-result = Result
web-my-all = All
web-my-won = Won
web-my-lost = Lost
web-my-draw = Drawn
web-my-none = No finished games.
web-my-export = { $count ->
    [one] Save this game:
   *[other] Save all { $count } games:
}
web-my-sum = { $count ->
    [one] 1 game
   *[other] { $count } games
}: { $won } won, { $lost } lost, { $draw } drawn.
web-the-games = The games
web-how-to-play = How to play
web-demo-open = Open this game
web-about-reversi = Catch your opponent’s stones between yours to turn them over. Most stones win.
web-about-gomoku = Five in a row wins. It takes a minute to learn and years to master.
web-about-connect6 = Six in a row wins, and each turn places two stones.
web-about-peace = Fill the board together. Nobody wins.
web-learn-title = How to play { $game }
web-learn-step = { $number } of { $count }
web-learn-not-yet = Not quite. Look again.
web-learn-again = Try again
web-learn-next = Next
web-learn-play = Play the computer
web-learn-reversi-1 = You play Black. Place a stone so that white stones lie in a line between it and another of your stones. The dots show where you can.
web-learn-reversi-1-done = The white stone between your two stones is now black.
web-learn-reversi-2 = A stone flips everything that it catches, in all directions. Find a move that flips two stones or more.
web-learn-reversi-2-done = Right. Many stones now are not everything, though: they can be flipped back.
web-learn-reversi-3 = A stone in a corner can never be flipped again. Take the corner.
web-learn-reversi-3-done = Corners often decide games.
web-learn-gomoku-1 = You play Black. You have four in a row: make it five.
web-learn-gomoku-1-done = Five in a row wins the game.
web-learn-gomoku-2 = White threatens to make five. There is only one point that stops it.
web-learn-gomoku-2-done = Right. One end was closed already, so the other one had to be closed at once.
web-learn-gomoku-3 = You have three in a row, open at both ends. Make a four that White cannot stop.
web-learn-gomoku-3-done = White can close one end only. A four that is open at both ends wins.
web-learn-connect6-1 = Black begins with one stone. Place it anywhere.
web-learn-connect6-1-done = From now on each turn places two stones.
web-learn-connect6-2 = You have four in a row and two stones to place. Make it six.
web-learn-connect6-2-done = Six in a row wins the game.
web-learn-peace-1 = Place a stone on any empty point.
web-learn-peace-1-done = Stones are never flipped here.
web-confirm-tap-small = Where points are small
web-confirm-tap-always = Always
web-confirm-tap-never = Never
web-numbers = Show move numbers on stones
web-notify-refused = Your browser does not allow notifications from this site.
web-manual = Manual
web-api = API
web-api-how = Programs talk to this server with HTTP, WebSocket and JSON. The whole description in the OpenAPI format:
web-api-paths = Requests
web-api-types = Types
web-api-body = body
web-api-optional = optional
web-play-game = Play { $game }
web-put-away = ×
web-put-away-of = Put away { $names } until something happens there
web-swap-colors = Swap colors
web-copy-link = Copy link
web-share-link = Send link…
web-copy-embed = Copy code to embed
web-format-gif = Animation (GIF)
web-embed-open = Open the game
web-my-opening = First moves
web-my-guest = These are the games of this browser. An account keeps them on every machine.
web-by-game = By game
web-by-opponent = By opponent
web-both-colors = Both
web-learn-lesson = Lesson
web-learn-others = Other games:
web-learn-on = Now the other stone.
web-learn-step-done = { $step }, done
web-learn-reversi-4 = When neither side can move, the side with more stones wins. Play the last move.
web-learn-reversi-4-done = The game is over. If a side has no move earlier, it passes and the other moves again.
web-learn-gomoku-4 = One move can make two threats. Find the point that makes a four and an open three at once.
web-learn-gomoku-4-done = White has to stop the four, and then you make an open four. That is how games are won.
web-learn-connect6-3 = White has four in a row with one end open, and the next turn is two stones. Stop it with one of your two.
web-learn-connect6-3-done = Right. Whoever has four in a row threatens to win, because a turn is two stones.
web-learn-peace-2 = Two points are empty. Place both stones.
web-learn-peace-2-done = The board is full, and nobody has lost.
web-opening-place = Opening: place a { $color } stone ({ $number } of { $count }).
web-which-color = Which color do you want?
web-which-color-more = Which color do you want? Or add two stones and let your opponent choose.
web-take-color = Play { $color }
web-stay-color = Stay { $color }
web-result-resignation = { $name } resigned.
web-result-forfeit = { $name } left the game.
web-result-time = { $name } ran out of time.
web-open-make = Open a table
web-other-programs = Other programs
web-my-color = Color
web-move-now = Move now
web-share-the-link = Link
web-share-picture = Picture
web-share-file = File
web-result-you-resignation = You resigned.
web-result-you-forfeit = You left the game.
web-result-you-time = You ran out of time.
web-tally-won = { $count } won
web-tally-draw = { $count } drawn
web-tally-lost = { $count } lost
web-unrated-same-address = This game does not count for ratings: both players have the same address.
web-seat-free = A seat is free at this table.
web-seat-free-how = To sit down, you need the invitation link. Ask { $name } for the whole link, including the part after the #.
web-private-ask = This table is private. If you were invited, ask for the whole link, including the part after the #.
web-tap-again = Tap { $move } again to play there.
web-rated-needs-account = Rated games need an account.
web-you-won-score = You win { $score }.
web-you-lost-score = You lose { $score }.
web-my-reset = Show all games

# Tournaments, the leaderboard and the search for players

web-tournaments = Tournaments
web-tournament-new = New tournament
web-tournament-make = Create tournament
web-tournament-name = Name of the tournament
web-tournament-format = Format
web-tournament-format-arena = Arena
web-tournament-format-swiss = Swiss
web-tournament-format-roundrobin = Round robin
web-tournament-format-knockout = Knockout
web-tournament-note-arena = As many games as you can play in the given time. You are paired again soon after each game, with somebody who has about as many points. A win gives 2 points, a draw 1.
web-tournament-note-swiss = A fixed number of rounds. In each round you meet somebody with about as many points whom you have not met before. You may join until half of the rounds are drawn.
web-tournament-note-roundrobin = Everybody meets everybody. You cannot join after the start.
web-tournament-note-knockout = Whoever loses a match is out. A tied match gets up to three more games, then lots are drawn. You cannot join after the start.
web-tournament-note-streaks = After two wins in a row, points count double until you fail to win.
web-tournament-note-show-up = Whoever does not make the first move within { $seconds } seconds loses by forfeit and leaves the tournament, but may come back.
web-tournament-note-rated = Rated: only accounts and programs can join.
web-tournament-upcoming = Upcoming
web-tournament-running = Running
web-tournament-finished = Finished
web-tournament-canceled = Canceled
web-tournament-canceled-few = Canceled, because too few players came
web-tournament-upcoming-none = No tournament is planned.
web-tournament-running-none = No tournament is running.
web-tournament-finished-none = No tournament has been played yet.
web-tournament-by = Organized by { $name }
web-tournament-starts = Starts { $time }
web-tournament-starts-in = Starts in { $time }
web-tournament-starts-with = Starts when { $count } players are there
web-tournament-ends-in = Ends in { $time }
web-tournament-ending = Time is up. The last games are being played.
web-tournament-players =
    { $count ->
        [one] One player
       *[other] { $count } players
    }
web-tournament-minutes =
    { $count ->
        [one] One minute
       *[other] { $count } minutes
    }
web-tournament-rounds =
    { $count ->
        [one] One round
       *[other] { $count } rounds
    }
web-tournament-round = Round { $round }
web-tournament-round-of = Round { $round } of { $rounds }
web-tournament-winner = Winner: { $names }
web-tournament-join = Join
web-tournament-rejoin = Come back
web-tournament-leave = Leave
web-tournament-leave-sure = Leave the tournament? A game in progress goes on.
web-tournament-needs-account = Log in to join this rated tournament.
web-tournament-you-in = You are taking part.
web-tournament-you-wait = Waiting for your next game. Keep this page open: it takes you to the board.
web-tournament-ready = Your game is ready
web-tournament-to-board = Go to the board
web-tournament-back = Back to the tournament
web-tournament-begin = Start now
web-tournament-cancel = Cancel tournament
web-tournament-cancel-sure = Cancel the tournament? This cannot be undone.
web-tournament-remove = Remove
web-tournament-remove-of = Remove { $name }
web-tournament-remove-sure = Remove { $name } from the tournament?
web-tournament-add-program = Add a computer player
web-tournament-add = Add
web-tournament-manage = For the organizer
web-tournament-standings = Standings
web-tournament-pairings = Games
web-tournament-boards = Live boards
web-tournament-boards-none = No game is being played now.
web-tournament-bracket = Bracket
web-tournament-place = Place
web-tournament-player = Player
web-tournament-points = Points
web-tournament-won = Won
web-tournament-drawn = Drawn
web-tournament-lost = Lost
web-tournament-result = Result
web-tournament-tie-buchholz = Buchholz
web-tournament-tie-sonneborn-berger = Sonneborn-Berger
web-tournament-tie-direct = Direct encounter
web-tournament-tie-wins = Wins
web-tournament-tie-note-buchholz = The sum of the opponents’ points
web-tournament-tie-note-sonneborn-berger = The points of beaten opponents, and half of those who drew
web-tournament-tie-note-direct = Points in the games among players who are still tied, if all of them have met
web-tournament-tie-note-wins = The number of won games
web-tournament-end-no-show = did not come
web-tournament-end-walkover = had left
web-tournament-end-void = does not count
web-tournament-bye = Bye
web-tournament-by-lot = by lot
web-tournament-left = left
web-tournament-bot = bot
web-tournament-streak = on a streak: points count double
web-tournament-results = Download results
web-tournament-text = Text
web-tournament-start = Start
web-tournament-start-time = At a time
web-tournament-start-count = When enough players are there
web-tournament-start-when = Date and time
web-tournament-start-number = Number of players
web-tournament-rounds-auto = Rounds (0: as many as needed)
web-tournament-games-roundrobin = Games against each opponent
web-tournament-games-knockout = Games per match
web-tournament-duration = Duration in minutes
web-tournament-streaks = Winning streaks count double
web-tournament-show-up = Seconds for the first move
web-tournament-pause = Pause between games, in seconds
web-tournament-rated = Rated (needs accounts)
web-tournament-i-join = I take part
web-tournament-none = There is no such tournament.
web-tournament-of = Game of the tournament { $name }
web-tournament-all = All tournaments
web-tournament-page = Page with plots and games
web-tournament-all-games = Download all games
web-tournament-end-damaged = damaged, does not count
web-tournament-damaged = The record of game { $game } is damaged. The game does not count; the tournament goes on.
web-tournament-damaged-of = The record of game { $game }, { $first } – { $second }, is damaged. The game does not count; the tournament goes on.
web-tournament-short-place = #
web-tournament-short-points = Pts
web-tournament-short-won = W
web-tournament-short-drawn = D
web-tournament-short-lost = L
web-tournament-short-tie-buchholz = Bh
web-tournament-short-tie-sonneborn-berger = SB
web-tournament-short-tie-direct = DE
web-tournament-final = Final
web-tournament-semifinals = Semifinals
web-tournament-quarterfinals = Quarterfinals
web-tournament-later = To be decided
web-tournament-in-play = In play
web-tournament-invite = Invite players
web-tournament-invite-how = Anybody with this link can watch, and join as long as that is possible.
web-tournament-busy = Waiting for players who are still in a game of another tournament: { $names }
web-tournament-has-program = { $name } is already in the list.
web-players = Players
web-players-search = Find a player by name
web-players-found =
    { $count ->
        [0] Nobody found.
        [one] One player found.
       *[other] { $count } players found.
    }
web-leaderboard = Leaderboard
web-leaderboard-how = Players with at least { $games } rated games and a rating that is certain to within ± { $error }.
web-leaderboard-none = Nobody is listed for this game yet.
