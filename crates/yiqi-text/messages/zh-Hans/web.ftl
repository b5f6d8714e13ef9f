### 网页的用语（简体中文）；研究页另有文件。

## 每一页的四周

web-title = 弈棋 yiqi
web-title-of = { $title } · 弈棋
web-title-turn = ● 轮到你 · { $title }
web-skip = 跳到正文
web-nav = 页面
web-home = 首页
web-study = 研究
web-settings = 设置
web-theme = 主题
web-theme-system = 跟随系统
web-theme-light = 浅色
web-theme-dark = 深色
web-theme-contrast = 高对比度
web-language = 语言
web-sound = 声音
web-confirm-tap = 触屏上再点一下才落子
web-close = 关闭
web-no = 取消
web-save = 保存
web-saved = 已保存。
web-copy = 复制
web-copied = 已复制
web-copy-failed = 此浏览器无法复制
web-loading = 请稍候…
web-lost = 这里什么也没有。
web-lost-home = 回首页
web-error-offline = 连不上服务器。请检查网络后再试。
web-error-unknown = 出错了，请再试一次。
web-offline = 连不上服务器。恢复后页面会自动重连。

## 你是谁

web-guest = 访客
web-guest-mark = 访客
web-guest-named = { $name }（访客）
web-you = （你）
web-you-are = 你是 { $name }
web-your-name = 你的名字
web-your-name-optional = 你的名字（可不填）
web-name = 名字
web-password = 密码
web-password-rule = 至少 8 个字符。
web-register = 注册
web-log-in = 登录
web-log-out = 退出登录
web-old-password = 当前密码
web-new-password = 新密码
web-password-changed = 密码已修改。
web-log-out-others = 同时退出其他浏览器和机器人的登录
web-log-out-everywhere = 退出所有登录
web-log-out-everywhere-ask = 要退出所有浏览器的登录，并停用你的机器人吗？
web-delete-account = 删除账号
web-delete-account-what = 你的名字、等级分、机器人和聊天消息将永久删除。你的对局会保留，但改为无名访客。
web-account-why = 有了账号，你的对局和等级分会一直保留。没有账号也可以下棋。
web-my-page = 我的对局和等级分
web-token = 机器人令牌
web-token-what = 持有这个令牌的程序可以用你的名义下棋。
web-token-label = 用途
web-token-make = 生成令牌
web-token-once = 请立即复制：它只显示这一次。
web-since = { $date } 加入
web-rating = 等级分
web-games = 局数
web-no-ratings = 还没有等级分。
web-games-played = 下过的棋
web-more-games = 更早的对局

## 首页

web-hero = 坐下来，弈一局
web-play-friend = 和朋友下
web-play-friend-how = 发个链接即可，不用注册
web-play-computer = 和电脑下
web-play-computer-how = 从入门到高手
web-play-here = 双人同屏
web-play-here-how = 两个人轮流用这一块屏幕
web-live = 直播
web-played = 回放
web-demo-pause = 暂停
web-demo-play = 播放
web-your-games = 你没下完的棋
web-your-table = 回到你的棋桌
web-open-tables = 等人的棋桌
web-open-none = 现在没有人在等。开一桌，谁都可以坐下。
web-playing = 正在进行的对局
web-playing-none = 现在没有公开的对局。
web-recent = 最近的对局
web-recent-none = 还没有公开的对局。
web-paste = 粘贴棋谱
web-paste-how = 任何常用格式：着法、SGF、GGF、PSQ 或 yiqi。
web-paste-open = 打开
web-paste-file = 选择文件…

## 新棋桌

web-new-table = 新棋桌
web-game = 棋种
web-opponent = 对手
web-opponent-friend = 朋友
web-opponent-lobby = 任何人
web-opponent-computer = 电脑
web-opponent-here = 双人同屏
web-opponent-watch = 电脑对电脑
web-computer = 程序
web-level = 等级
web-depth = 搜索深度
web-color = 你执
web-color-drawn = 随机
web-color-drawn-how = 随机决定黑白
web-more-choices = 更多选项
web-board = 棋盘
web-rules = 规则
web-rules-reversi-normal = 子多者胜。
web-rules-reversi-anti = 子少者胜。
web-rules-gomoku-freestyle = 五子或更多连成一线即胜。
web-rules-gomoku-standard = 恰好五子连成一线才胜。
web-rules-gomoku-renju = 国际比赛规则：黑方禁三三、四四和长连。
web-rules-gomoku-forbidden = 简化规则：黑方禁三三、四四和长连，只算中间不断的四。
web-opening = 开局
web-opening-gomoku-swap1 = 一方先摆三子，另一方选择黑白。
web-opening-gomoku-swap2 = 一方先摆三子；另一方可以交换、不换，或再下两子，把选择权交给对方。
web-opening-gomoku-pro = 黑方第一子下在中心，第二子必须离中心至少三格。
web-clock = 计时方式
web-clock-none = 不计时
web-clock-move = 每手限时
web-clock-game = 全局限时
web-clock-byoyomi = 读秒
web-minutes = 每方分钟数
web-increment = 每手加秒
web-seconds-move = 每手秒数
web-periods = 读秒次数
web-period-seconds = 每次秒数
web-run-out-random = 时间用完时随机下一手，不判负
web-listed = 在大厅公开：谁都可以坐下
web-listed-watch = 在大厅公开：谁都可以观战
web-private = 只有我们两人能看到
web-private-alone = 只有我能看到
web-rated-choice = 计等级分
web-begin-friend = 生成链接
web-begin-lobby = 开桌等人
web-begin-computer = 开始
web-begin-here = 开始
web-begin-watch = 观战

## 时钟

web-time-seconds = { $seconds } 秒
web-time-minutes = { $minutes } 分
web-time-both = { $minutes } 分 { $seconds } 秒
web-clock-words-none = 不计时
web-clock-words-move = 每手 { $time }
web-clock-words-game = { $time }
web-clock-words-increment = { $time } + { $more }
web-clock-words-byoyomi = { $time } + { $periods } × { $period }
web-clock-words-random = { $clock }，超时随机下一手
web-clock-periods = { $time }（{ $count }）

## 棋桌

web-status = 对局状态
web-about = 着法、聊天和操作
web-rated = 计等级分
web-private-table = 不公开
web-listed-table = 大厅可见
web-spectators = { $count } 人观战
web-seat-open = 还没有人
web-to-move = 行棋
web-stones = { $count } 子
web-thinking = 思考中
web-thinking-depth = 思考中，深度 { $depth }：{ $line }
web-presence-away = 还没来
web-presence-connected = 在线
web-presence-reconnecting = 正在重连
web-presence-gone = 不在
web-reconnecting = 正在重新连接…对局不会丢失。
web-elsewhere = 这张棋桌已在别的窗口打开。
web-use-here = 在这里下
web-your-turn = 轮到你了。
web-turn-of = 轮到 { $name }。
web-stones-due = 本回合还要下 { $count } 子。
web-you-have = 你是{ $color }。
web-you-watch = 你在观战。
web-place-stone = 请为{ $color }落一子。
web-must-pass = 你无处可下。
web-choose = 你可以交换黑白，或者不换。
web-choose-more = 你可以交换黑白、不换，或再下两子，让对方选择。
web-word-pass = 停一手
web-word-swap = 交换
web-word-keep = 不换
web-word-more = 再下两子
web-ready = 准备好了吗？
web-start = 开始
web-waiting = 等待对局开始。
web-waiting-open = 等待对手。
web-paused = 对局已暂停。
web-you-won = 你赢了。
web-you-lost = 你输了。
web-claim-wait = { $name } 不在。{ $time } 后可以宣布获胜。
web-claim-now = { $name } 还没有回来。
web-claim = 宣布获胜
web-asks-draw = { $name } 求和。
web-asks-take-back = { $name } 请求悔棋。
web-asks-pause = { $name } 请求暂停。
web-asks-rematch = { $name } 想再来一局。
web-asked-draw = 你已求和。
web-asked-take-back = 你已请求悔棋。
web-asked-pause = 你已请求暂停。
web-asked-rematch = 已邀请再来一局
web-accept = 同意
web-decline = 不同意
web-taken-back = 已悔棋。
web-declined-draw = { $name } 不同意和棋。
web-declined-take-back = { $name } 不同意悔棋。
web-declined-pause = { $name } 不同意暂停。
web-declined-rematch = { $name } 不想再来一局。
web-moved-by-clock = { $name } 超时，系统随机落子 { $move }。
web-not-turn = 还没轮到你：现在轮到 { $name }。
web-not-paused = 对局已暂停。
web-not-begun = 对局还没有开始。
web-not-here = 这是之前的局面，回到对局后才能落子。
web-not-over = 对局已结束。
web-not-a-player = 你在观战。

## 操作

web-actions = 操作
web-type-move = 输入坐标，如 d3
web-play = 落子
web-take-back = 悔棋
web-draw = 求和
web-agree-draw = 同意和棋
web-ask-draw = 向对方求和吗？
web-ask-agree-draw = 双方都同意和棋吗？
web-pause = 暂停
web-resume = 继续
web-resign = 认输
web-ask-resign = 要认输吗？
web-abort = 取消对局
web-ask-abort = 要取消这局棋吗？取消后不计结果。
web-end = 取消对局
web-ask-end = 要取消这局棋吗？取消后没有结果。
web-restart = 重新开始
web-ask-restart = 要重新开始吗？这局棋将没有结果。
web-rules-of-game = 规则
web-hint = 提示
web-hint-thinking = 正在寻找好着法…
web-hint-is = 试试 { $move }。
web-again = 再来一局
web-rematch = 换先再来一局
web-next-game = 到下一局
web-analyse = 复盘分析
web-export = 另存为…
web-format-svg = 图片（SVG）
web-format-png = 图片（PNG）

## 邀请

web-invite = 邀请朋友
web-invite-how = 把链接发给朋友。朋友一坐下，对局就开始。
web-invite-listed = 等大厅里有人坐下，或者把链接发给朋友。
web-invite-only-here = 这个链接只在本机有效。要邀请别的电脑上的朋友，请用 “yiqi serve --listen :7272” 启动服务器。
web-invite-others = 本机的其他地址
web-link = 棋桌的链接
web-share = 分享
web-qr = 链接的二维码
web-invited = { $name } 邀请你下棋
web-private-taken = 这张不公开的棋桌已经坐满了。
web-invited-private-how = 只有对局双方和有这个链接的人能看到这局棋。坐下即可开始。
web-sit-down = 坐下
web-just-watch = 只观战

## 着法与聊天

web-moves = 着法
web-no-moves = 还没有着法。
web-step-first = 到开头
web-step-back = 上一手
web-step-next = 下一手
web-step-last = 到结尾
web-back-to-game = 回到对局
web-following = 第 { $ply } 手
web-follow = 自动播放
web-follow-stop = 停在这里
web-move-took = { $seconds } 秒
web-move-by-clock = 时间用完，随机落子（{ $seconds } 秒）
web-chat = 聊天
web-chat-new = 聊天（{ $count }）
web-chat-none = 还没有消息。
web-chat-say = 写点什么
web-chat-room = 发给
web-chat-later = 没有连接：请稍后再发。
web-room-players = 对局双方
web-room-spectators = 观战者
web-send = 发送
web-mute = 屏蔽 { $name }
web-unmute = 取消屏蔽 { $name }

## 朗读

web-say-plays = { $color }下 { $point }。
web-say-flips = { $color }下 { $point }，翻 { $count } 子。
web-say-word = { $name }：{ $word }。
web-say-time = { $turn }剩 { $time }。
web-say-minutes = { $count } 分钟
web-say-seconds = { $count } 秒
