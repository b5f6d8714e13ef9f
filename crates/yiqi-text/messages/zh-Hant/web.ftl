### 網頁的用語（繁體中文）；研究頁另有檔案。

## 每一頁的四周

web-title = 弈棋 yiqi
web-title-of = { $title } · 弈棋
web-title-turn = ● 輪到你 · { $title }
web-skip = 跳到正文
web-nav = 頁面
web-home = 首頁
web-study = 研究
web-settings = 設定
web-theme = 主題
web-theme-system = 跟隨系統
web-theme-light = 淺色
web-theme-dark = 深色
web-theme-contrast = 高對比
web-language = 語言
web-sound = 聲音
web-confirm-tap = 觸控螢幕上再點一下才落子
web-close = 關閉
web-no = 取消
web-save = 儲存
web-saved = 已儲存。
web-copy = 複製
web-copied = 已複製
web-copy-failed = 此瀏覽器無法複製
web-loading = 請稍候…
web-lost = 這裡什麼也沒有。
web-lost-home = 回首頁
web-error-offline = 連不上伺服器。請檢查網路後再試。
web-error-unknown = 出錯了，請再試一次。
web-offline = 連不上伺服器。恢復後頁面會自動重新連線。

## 你是誰

web-guest = 訪客
web-guest-mark = 訪客
web-guest-named = { $name }（訪客）
web-you = （你）
web-you-are = 你是 { $name }
web-your-name = 你的名字
web-your-name-optional = 你的名字（可不填）
web-name = 名字
web-password = 密碼
web-password-rule = 至少 8 個字元。
web-register = 註冊
web-log-in = 登入
web-log-out = 登出
web-old-password = 目前的密碼
web-new-password = 新密碼
web-password-changed = 密碼已修改。
web-log-out-others = 同時登出其他瀏覽器和機器人
web-log-out-everywhere = 登出所有裝置
web-log-out-everywhere-ask = 要登出所有瀏覽器，並停用你的機器人嗎？
web-delete-account = 刪除帳號
web-delete-account-what = 你的名字、等級分、機器人和聊天訊息將永久刪除。你的對局會保留，但改為無名訪客。
web-account-why = 有了帳號，你的對局和等級分會一直保留。沒有帳號也可以下棋。
web-my-page = 我的對局和等級分
web-token = 機器人權杖
web-token-what = 持有這個權杖的程式可以用你的名義下棋。
web-token-label = 用途
web-token-make = 產生權杖
web-token-once = 請立即複製：它只顯示這一次。
web-since = { $date } 加入
web-rating = 等級分
web-games = 局數
web-no-ratings = 還沒有等級分。
web-games-played = 下過的棋
web-more-games = 更早的對局

## 首頁

web-hero = 坐下來，弈一局
web-play-friend = 和朋友下
web-play-friend-how = 傳個連結即可，不用註冊
web-play-computer = 和電腦下
web-play-computer-how = 從入門到高手
web-play-here = 雙人同機
web-play-here-how = 兩個人輪流用這一塊螢幕
web-live = 直播
web-played = 重播
web-demo-pause = 暫停
web-demo-play = 播放
web-your-games = 你沒下完的棋
web-your-table = 回到你的棋桌
web-open-tables = 等人的棋桌
web-open-none = 現在沒有人在等。開一桌，誰都可以坐下。
web-playing = 正在進行的對局
web-playing-none = 現在沒有公開的對局。
web-recent = 最近的對局
web-recent-none = 還沒有公開的對局。
web-paste = 貼上棋譜
web-paste-how = 任何常用格式：著法、SGF、GGF、PSQ 或 yiqi。
web-paste-open = 開啟
web-paste-file = 選擇檔案…

## 新棋桌

web-new-table = 新棋桌
web-game = 棋種
web-opponent = 對手
web-opponent-friend = 朋友
web-opponent-lobby = 任何人
web-opponent-computer = 電腦
web-opponent-here = 雙人同機
web-opponent-watch = 電腦對電腦
web-computer = 程式
web-level = 等級
web-depth = 搜尋深度
web-color = 你執
web-color-drawn = 隨機
web-color-drawn-how = 隨機決定黑白
web-more-choices = 更多選項
web-board = 棋盤
web-rules = 規則
web-rules-reversi-normal = 子多者勝。
web-rules-reversi-anti = 子少者勝。
web-rules-gomoku-freestyle = 五子或更多連成一線即勝。
web-rules-gomoku-standard = 恰好五子連成一線才勝。
web-rules-gomoku-renju = 國際比賽規則：黑方禁三三、四四和長連。
web-rules-gomoku-forbidden = 簡化規則：黑方禁三三、四四和長連，只算中間不斷的四。
web-opening = 開局
web-opening-gomoku-swap1 = 一方先擺三子，另一方選擇黑白。
web-opening-gomoku-swap2 = 一方先擺三子；另一方可以交換、不換，或再下兩子，把選擇權交給對方。
web-opening-gomoku-pro = 黑方第一子下在中心，第二子必須離中心至少三格。
web-clock = 計時方式
web-clock-none = 不計時
web-clock-move = 每手限時
web-clock-game = 全局限時
web-clock-byoyomi = 讀秒
web-minutes = 每方分鐘數
web-increment = 每手加秒
web-seconds-move = 每手秒數
web-periods = 讀秒次數
web-period-seconds = 每次秒數
web-run-out-random = 時間用完時隨機下一手，不判負
web-listed = 在大廳公開：誰都可以坐下
web-listed-watch = 在大廳公開：誰都可以觀戰
web-private = 只有我們兩人能看到
web-private-alone = 只有我能看到
web-rated-choice = 計等級分
web-begin-friend = 產生連結
web-begin-lobby = 開桌等人
web-begin-computer = 開始
web-begin-here = 開始
web-begin-watch = 觀戰

## 時鐘

web-time-seconds = { $seconds } 秒
web-time-minutes = { $minutes } 分
web-time-both = { $minutes } 分 { $seconds } 秒
web-clock-words-none = 不計時
web-clock-words-move = 每手 { $time }
web-clock-words-game = { $time }
web-clock-words-increment = { $time } + { $more }
web-clock-words-byoyomi = { $time } + { $periods } × { $period }
web-clock-words-random = { $clock }，超時隨機下一手
web-clock-periods = { $time }（{ $count }）

## 棋桌

web-status = 對局狀態
web-about = 著法、聊天和操作
web-rated = 計等級分
web-private-table = 不公開
web-listed-table = 大廳可見
web-spectators = { $count } 人觀戰
web-seat-open = 還沒有人
web-to-move = 行棋
web-stones = { $count } 子
web-thinking = 思考中
web-thinking-depth = 思考中，深度 { $depth }：{ $line }
web-presence-away = 還沒來
web-presence-connected = 線上
web-presence-reconnecting = 正在重連
web-presence-gone = 不在
web-reconnecting = 正在重新連線…對局不會遺失。
web-elsewhere = 這張棋桌已在別的視窗開啟。
web-use-here = 在這裡下
web-your-turn = 輪到你了。
web-turn-of = 輪到 { $name }。
web-stones-due = 本回合還要下 { $count } 子。
web-you-have = 你是{ $color }。
web-you-watch = 你在觀戰。
web-place-stone = 請為{ $color }落一子。
web-must-pass = 你無處可下。
web-choose = 你可以交換黑白，或者不換。
web-choose-more = 你可以交換黑白、不換，或再下兩子，讓對方選擇。
web-word-pass = 停一手
web-word-swap = 交換
web-word-keep = 不換
web-word-more = 再下兩子
web-ready = 準備好了嗎？
web-start = 開始
web-waiting = 等待對局開始。
web-waiting-open = 等待對手。
web-paused = 對局已暫停。
web-you-won = 你贏了。
web-you-lost = 你輸了。
web-claim-wait = { $name } 不在。{ $time } 後可以宣布獲勝。
web-claim-now = { $name } 還沒有回來。
web-claim = 宣布獲勝
web-asks-draw = { $name } 求和。
web-asks-take-back = { $name } 請求悔棋。
web-asks-pause = { $name } 請求暫停。
web-asks-rematch = { $name } 想再來一局。
web-asked-draw = 你已求和。
web-asked-take-back = 你已請求悔棋。
web-asked-pause = 你已請求暫停。
web-asked-rematch = 已邀請再來一局
web-accept = 同意
web-decline = 不同意
web-taken-back = 已悔棋。
web-declined-draw = { $name } 不同意和棋。
web-declined-take-back = { $name } 不同意悔棋。
web-declined-pause = { $name } 不同意暫停。
web-declined-rematch = { $name } 不想再來一局。
web-moved-by-clock = { $name } 超時，系統隨機落子 { $move }。
web-not-turn = 還沒輪到你：現在輪到 { $name }。
web-not-paused = 對局已暫停。
web-not-begun = 對局還沒有開始。
web-not-here = 這是之前的局面，回到對局後才能落子。
web-not-over = 對局已結束。
web-not-a-player = 你在觀戰。

## 操作

web-actions = 操作
web-type-move = 輸入座標，如 d3
web-play = 落子
web-take-back = 悔棋
web-draw = 求和
web-agree-draw = 同意和棋
web-ask-draw = 向對方求和嗎？
web-ask-agree-draw = 雙方都同意和棋嗎？
web-pause = 暫停
web-resume = 繼續
web-resign = 認輸
web-ask-resign = 要認輸嗎？
web-abort = 取消對局
web-ask-abort = 要取消這局棋嗎？取消後不計結果。
web-end = 取消對局
web-ask-end = 要取消這局棋嗎？取消後沒有結果。
web-restart = 重新開始
web-ask-restart = 要重新開始嗎？這局棋將沒有結果。
web-rules-of-game = 規則
web-hint = 提示
web-hint-thinking = 正在尋找好著法…
web-hint-is = 試試 { $move }。
web-again = 再來一局
web-rematch = 換先再來一局
web-next-game = 到下一局
web-analyse = 覆盤分析
web-export = 另存為…
web-format-svg = 圖片（SVG）
web-format-png = 圖片（PNG）

## 邀請

web-invite = 邀請朋友
web-invite-how = 把連結傳給朋友。朋友一坐下，對局就開始。
web-invite-listed = 等大廳裡有人坐下，或者把連結傳給朋友。
web-invite-only-here = 這個連結只在本機有效。要邀請別台電腦上的朋友，請用「yiqi serve --listen :7272」啟動伺服器。
web-invite-others = 本機的其他位址
web-link = 棋桌連結
web-share = 分享
web-qr = 連結的 QR Code
web-invited = { $name } 邀請你下棋
web-private-taken = 這張不公開的棋桌已經坐滿了。
web-invited-private-how = 只有對局雙方和有這個連結的人能看到這局棋。坐下即可開始。
web-sit-down = 坐下
web-just-watch = 只觀戰

## 著法與聊天

web-moves = 著法
web-no-moves = 還沒有著法。
web-step-first = 到開頭
web-step-back = 上一手
web-step-next = 下一手
web-step-last = 到結尾
web-back-to-game = 回到對局
web-following = 第 { $ply } 手
web-follow = 自動播放
web-follow-stop = 停在這裡
web-move-took = { $seconds } 秒
web-move-by-clock = 時間用完，隨機落子（{ $seconds } 秒）
web-chat = 聊天
web-chat-new = 聊天（{ $count }）
web-chat-none = 還沒有訊息。
web-chat-say = 寫點什麼
web-chat-room = 傳給
web-chat-later = 沒有連線：請稍後再傳。
web-room-players = 對局雙方
web-room-spectators = 觀戰者
web-send = 傳送
web-mute = 封鎖 { $name }
web-unmute = 取消封鎖 { $name }

## 朗讀

web-say-plays = { $color }下 { $point }。
web-say-flips = { $color }下 { $point }，翻 { $count } 子。
web-say-word = { $name }：{ $word }。
web-say-time = { $turn }剩 { $time }。
web-say-minutes = { $count } 分鐘
web-say-seconds = { $count } 秒
