### What the web page says, in English; its study view has a file of its own.

## Around every page

web-title = 弈棋 yiqi
web-title-of = { $title } · yiqi
web-title-turn = ● Your turn · { $title }
web-skip = To the content
web-nav = Pages
web-home = Home
web-study = Study
web-settings = Settings
web-theme = Theme
web-theme-system = as the system
web-theme-light = light
web-theme-dark = dark
web-theme-contrast = strong contrast
web-language = Language
web-sound = Sounds
web-confirm-tap = On touch screens, play with a second tap
web-close = Close
web-no = No
web-save = Save
web-saved = Saved.
web-copy = Copy
web-copied = Copied
web-copy-selected = Press Ctrl+C
web-loading = One moment…
web-lost = There is nothing here.
web-lost-home = Back to the start
web-error-offline = The server cannot be reached. Check your connection and try again.
web-error-unknown = Something went wrong. Try again.
web-offline = The server cannot be reached. This page goes on by itself when it is back.

## Who

web-guest = Guest
web-guest-mark = guest
web-guest-named = { $name } (guest)
web-you = (you)
web-you-are = You are { $name }
web-your-name = Your name
web-your-name-optional = Your name (if you like)
web-name = Name
web-password = Password
web-password-rule = At least 8 characters.
web-register = Create an account
web-log-in = Log in
web-log-out = Log out
web-account-why = With an account your games and ratings stay with you. You can play without one.
web-my-page = My games and ratings
web-token = Token for a bot
web-token-what = A program with this token plays as you.
web-token-label = What is it for?
web-token-make = Make a token
web-token-once = Copy it now: it is shown only once.
web-since = Here since { $date }
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
web-play-here = Two here
web-play-here-how = Two people at this screen
web-live = Live
web-played = Replay
web-demo-pause = Pause
web-demo-play = Play
web-your-games = Your unfinished games
web-your-table = To your table
web-open-tables = Open tables
web-open-none = Nobody is waiting right now. Make a table of your own: anyone can then sit down.
web-playing = Games in play
web-playing-none = No game is being shown right now.
web-recent = Recent games
web-recent-none = No games yet.
web-paste = Paste a game
web-paste-how = A game in any usual format: moves, SGF, GGF, PSQ, our own.
web-paste-open = Open it
web-paste-file = Choose a file

## A new table

web-new-table = New table
web-game = Game
web-opponent = Opponent
web-opponent-friend = a friend
web-opponent-lobby = anyone
web-opponent-computer = the computer
web-opponent-here = two here
web-opponent-watch = two computers
web-computer = Program
web-player-engine = Engine
web-player-engine-at = Engine, level { $level }
web-player-alphabeta = Alpha-beta
web-player-alphabeta-at = Alpha-beta, { $level } plies
web-player-weights = Point weights
web-player-greedy = Greedy
web-player-random = Random
web-level = Level
web-depth = Plies ahead
web-color = You play
web-color-drawn = drawn
web-color-drawn-how = Colors are drawn
web-more-choices = More choices
web-board = Board
web-rules = Rules
web-rules-reversi-normal = More stones win.
web-rules-reversi-anti = Fewer stones win.
web-rules-gomoku-freestyle = Five or more in a row win.
web-rules-gomoku-standard = Exactly five in a row wins.
web-rules-gomoku-renju = As in tournaments: three-three, four-four and six are forbidden to Black.
web-rules-gomoku-forbidden = Three-three, four-four and six are forbidden to Black, in a simpler form.
web-opening = Opening
web-opening-gomoku-swap1 = One side puts down three stones, the other chooses its color.
web-opening-gomoku-swap2 = One side puts down three stones; the other swaps, keeps, or adds two and hands the choice back.
web-opening-gomoku-pro = Black begins in the centre, and its second stone must be at least three points away.
web-clock = Clock
web-clock-none = none
web-clock-move = per move
web-clock-game = per game
web-clock-byoyomi = byo-yomi
web-minutes = Minutes for the game
web-increment = Seconds added per move
web-seconds-move = Seconds per move
web-periods = Periods
web-period-seconds = Seconds each
web-run-out-random = When time runs out, a random move is played (instead of losing)
web-listed = Show it in the lobby: anyone may sit down
web-listed-watch = Show it in the lobby: others may watch
web-private = Only the two of us may see it
web-private-alone = Only I may see it
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
web-clock-words-none = no clock
web-clock-words-move = { $time } per move
web-clock-words-game = { $time }
web-clock-words-increment = { $time } + { $more }
web-clock-words-byoyomi = { $time } + { $periods } × { $period }
web-clock-words-random = { $clock }, then a random move
web-clock-periods = { $time } ({ $count })

## The table

web-status = What is going on
web-about = Moves, chat and actions
web-rated = rated
web-private-table = private
web-spectators =
    { $count ->
        [one] 1 watches
       *[other] { $count } watch
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
web-presence-gone = gone
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
web-place-stone = Put down a stone of { $color }.
web-must-pass = You have no move.
web-choose = Take the other color (swap), or stay with yours (keep).
web-choose-more = Take the other color (swap), stay with yours (keep), or add two stones and let the other side choose (more).
web-word-pass = pass
web-word-swap = swap
web-word-keep = keep
web-word-more = more
web-ready = Ready?
web-start = Start
web-waiting = Waiting for the start.
web-waiting-open = Waiting for an opponent.
web-paused = The game is paused.
web-you-won = You win.
web-you-lost = You lose.
web-claim-wait = { $name } is away. You can claim the game in { $time }.
web-claim-now = { $name } has stayed away.
web-claim = Claim the game
web-asks-draw = { $name } offers a draw.
web-asks-take-back = { $name } would like to take a move back.
web-asks-pause = { $name } would like a pause.
web-asks-rematch = { $name } would like a rematch.
web-asked-draw = You have offered a draw.
web-asked-take-back = You have asked to take a move back.
web-asked-pause = You have asked for a pause.
web-asked-rematch = Rematch offered
web-accept = Accept
web-decline = Decline
web-taken-back = Taken back.

## Actions

web-actions = Actions
web-type-move = Type a point, or pass
web-play = Play
web-take-back = Take back
web-draw = Offer a draw
web-agree-draw = Agree on a draw
web-ask-draw = Offer a draw?
web-ask-agree-draw = Do both agree on a draw?
web-pause = Pause
web-resume = Go on
web-resign = Resign
web-ask-resign = Give up this game?
web-abort = Call off
web-ask-abort = Call this game off? It will not count.
web-end = End the game
web-ask-end = End this game without a result?
web-rules-of-game = Rules
web-hint = Hint
web-hint-thinking = The engine is thinking…
web-hint-is = Try { $move }.
web-again = Again
web-rematch = Rematch, colors exchanged
web-next-game = To the next game
web-analyse = Analyse
web-export = Save as…
web-format-svg = Picture (SVG)
web-format-png = Picture (PNG)

## Inviting

web-invite = Invite a friend
web-invite-how = Send this link. The game begins as soon as your friend sits down.
web-invite-listed = Wait until somebody sits down from the lobby, or send this link.
web-link = Link to this table
web-share = Share
web-qr = The link as a QR code
web-invited = { $name } would like to play
web-private-taken = Both seats at this private table are taken.
web-invited-private-how = Only the two players may see it, and who has this link. Sit down to begin.
web-sit-down = Sit down
web-just-watch = Just watch

## Moves and chat

web-moves = Moves
web-no-moves = No moves yet.
web-step-first = To the beginning
web-step-back = One move back
web-step-next = One move forward
web-step-last = To the end
web-back-to-game = Back to the game
web-following = Move { $ply }
web-follow = Play it through
web-follow-stop = Stop here
web-move-took = { $seconds } s
web-move-by-clock = Drawn at random when time ran out ({ $seconds } s)
web-chat = Chat
web-chat-new = Chat ({ $count })
web-chat-none = Nothing has been said yet.
web-chat-say = Say something
web-chat-room = To whom
web-chat-later = Not connected: say it again in a moment.
web-room-players = players
web-room-spectators = spectators
web-send = Send
web-mute = Mute { $name }
web-unmute = Hear { $name } again

## Read aloud

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
