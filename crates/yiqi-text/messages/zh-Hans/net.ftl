### 终端中联机对局的用语（简体中文）。

## 命令

net-cli-about = 到服务器上的棋桌下棋
net-cli-url = 棋桌的地址，照收到的写：http://HOST:PORT/t/TABLE#INVITE
net-cli-name = 别人看到的名字
net-no-terminal = 加入棋桌需要终端。

## 棋桌的地址

net-prompt = 粘贴棋桌的地址，如 http://host:8080/t/k3v9qz7m2x#invite，然后按 Enter。有空位就入座，没有就观战。
net-address = 地址：
net-name = 你的名字：
net-recent = 最近去过：
net-hints-address = Enter 连接 · ↑ ↓ 去过的棋桌 · Tab 改名字 · Esc 返回
net-address-empty = 请先输入或粘贴棋桌的地址。
net-address-scheme = 棋桌的地址不以“{ $value }://”开头：应以 http:// 开头。
net-address-secure = 本程序还不支持 https：请用浏览器打开这个链接，或向对方要 http:// 的地址。
net-address-host = “{ $value }”不是主机名：地址形如 http://host:8080/t/TABLE#INVITE。
net-address-port = “{ $value }”不是端口：端口是 1 到 65535 的数字。
net-address-no-table = 地址里没有棋桌：服务器之后应是 /t/ 和棋桌的名字。
net-address-name = “{ $value }”不是棋桌名，也不是邀请码：请把整个链接重新复制一遍。

## 连接

net-link-connecting = 正在连接…
net-link-connected = 已连接
net-link-watched = { $count } 人观战 · 已连接
net-link-reconnecting = 正在重连…
net-link-closed = 没有连接
net-connecting = 正在连接 { $server }…
net-connecting-yet = 棋桌还没连上：正在连接…
net-reconnecting =
    { $seconds ->
        [0] 没有连接；正在重连…
       *[other] 没有连接；{ $seconds } 秒后重连… 按 Enter 马上重连。
    }
net-closed-left = 连接已结束。
net-closed-unreachable = 连不上服务器 { $server }：{ $problem }。
net-closed-not-yiqi = { $server } 上的不是 yiqi 服务器。
net-closed-no-table = { $server } 上没有这张棋桌。
net-closed-refused = { $server } 拒绝了：{ $problem }
net-closed-elsewhere = 你在别的窗口打开了这张棋桌，由那边继续。
net-closed-policy = 服务器断开了连接：短时间内发送太多，或者你已登出。
net-closed-version = { $server } 与本程序的版本不同：请更新其中之一。
net-closed-protocol = 服务器不明白本程序所说的（代码 { $code }）。
net-closed-again = 重新连接
net-too-much = 等待发送的太多了：请稍后再试。

## 棋桌旁

net-note-you = （你）
net-note-open = （空位）
net-note-reconnecting = （掉线）
net-note-gone = （离开）
net-presence-connected = { $name } 在线。
net-presence-reconnecting = { $name } 刚刚掉线。
net-presence-gone = { $name } 不在。
net-watching = 你在观战。
net-colors-drawn = 开局时抽签决定黑白。
net-waiting = 正在等待对手…
net-waiting-link = 正在等待对手。请把这个链接发给对方：
net-start = 按 Enter 开始。
net-begun = 对局开始。
net-your-turn = 轮到你了。
net-sending = 你的着法正在发送。
net-kept = 你的着法已留存。
net-resumed = 对局继续。
net-won = 你赢了。
net-lost = 你输了。
net-next = 下一局：双方交换黑白。
net-offered = 你提议{ $offer }。
net-offers = { $name } 提议{ $offer }。
net-declines = { $name } 不同意{ $offer }。
net-claim-in = 对手不在；{ $seconds } 秒后可以判胜。
net-claim-now = 对手不在：按 C 判胜。
net-chat = { $name }：{ $text }
net-unsaid = 没有连接，没有发出：{ $text }
net-spectator = 你只是在观战。
net-not-here = 在服务器的棋桌上不能这样做。

## 棋桌旁的提问

net-ask-draw = { $name } 提议和棋。
net-ask-take-back = { $name } 请求悔棋。
net-ask-pause = { $name } 请求暂停。
net-ask-rematch = { $name } 想再来一局。
net-ask-claim = 对手不在，要判自己胜吗？
net-claim-yes = 判胜
net-ask-abort = 取消这局棋吗？取消后不算结果。
net-abort-yes = 取消对局
net-ask-leave = 你离开后对局仍在继续。座位为你保留：用同一个链接就能回来。
net-leave-yes = 离开
net-over-look = 看看棋盘

## 棋桌的菜单

net-menu-title = 棋桌
net-menu-hurry = 马上连接
net-menu-start = 开始
net-menu-draw = 提议和棋
net-menu-take-back = 请求悔棋
net-menu-pause = 暂停
net-menu-resume = 继续
net-menu-claim = 判胜
net-menu-resign = 认输
net-menu-abort = 取消对局
net-menu-rematch = 再来一局
net-menu-leave = 离开棋桌

## 按键

net-key-take-back = 请求悔棋
net-key-abort = 取消对局（双方都下过之前）
net-key-claim = 对手不在时判自己胜
net-key-rematch = 提议再来一局，交换黑白
net-key-say = 对别人说话
net-key-menu = 棋桌菜单：能做的都在里面，也可离开
net-help-typing = 输入坐标再按 Enter 即可落子：d3。按 : 之后还可以输入命令：{ $commands }。
net-hints-table = 方向键、Enter · 或输入 d3 · { $say } 说话 · { $menu } 菜单 · { $help } 按键
net-hints-over = { $rematch } 再来一局 · { $say } 说话 · { $menu } 菜单 · { $help } 按键
net-hints-watching = { $say } 说话 · { $menu } 菜单 · { $help } 按键
net-hints-connecting = Esc 返回
