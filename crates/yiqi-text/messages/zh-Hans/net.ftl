### 终端中联机对局的用语（简体中文）。

## 命令

net-cli-about = 加入服务器上的棋桌
net-cli-url = 棋桌的地址：https://HOST:PORT/t/TABLE#INVITE，或以 http:// 开头
net-cli-name = 别人看到的名字
net-cli-tls-ca = 同时信任这个 PEM 文件里的证书颁发机构，例如俱乐部自己的
net-no-terminal = 加入棋桌需要终端。

## 棋桌的地址

net-prompt = 输入服务器地址（如 play.example.org 或 192.168.1.5:7272）查看那里的棋桌；或粘贴棋桌的链接。
net-address = 地址：
net-name = 你的名字：
net-recent = 去过的服务器和棋桌：
net-hints-address = Enter 连接 · ↑ ↓ 去过的 · Tab 改名字 · Esc 返回
net-address-empty = 请先输入或粘贴棋桌的地址。
net-address-scheme = 不支持“{ $value }://”：棋桌的地址以 https:// 或 http:// 开头。
net-address-host = “{ $value }”不是主机名：地址形如 http://host:8080/t/TABLE#INVITE。
net-address-port = “{ $value }”不是端口：端口是 1 到 65535 的数字。
net-address-no-table = 地址里没有棋桌：服务器后面应是 /t/ 和棋桌的名字。
net-address-name = “{ $value }”不是棋桌名，也不是邀请码：请重新复制整个链接。
net-lobby-title = { $server } 上的棋桌
net-lobby-new = 开一张棋桌
net-lobby-table = { $game }  { $names }
net-lobby-guest = 访客
net-lobby-color-drawn = 抽签定黑白
net-lobby-color-black = 你执黑
net-lobby-color-white = 你执白
net-lobby-watch = 观战
net-lobby-reading = 正在读取棋桌…
net-lobby-open =
    { $count ->
        [0] 没有等待对手的棋桌：可以开一张。
       *[other] { $count } 张棋桌在等待对手。
    }
net-lobby-help = 这些棋桌对所有人开放。按 Enter：有空座就入座，否则观战。列表每隔几秒更新。
net-hints-lobby = 方向键、Enter · n 开棋桌 · r 刷新 · Esc 返回
net-new-listed = 任何人（列在大厅）
net-new-link = 有链接的人
net-new-private = 有链接的人，且不可观战
net-new-creating = 正在 { $server } 上开棋桌…
net-new-help = 棋种、棋盘、规则和计时与本地对局相同。“任何人”会把棋桌列出，谁都可以入座；否则请把等待时显示的链接发给对手。

## 连接

net-link-connecting = 正在连接…
net-link-connected = 已连接
net-link-watched = { $count } 人观战 · 已连接
net-link-reconnecting = 正在重连…
net-link-closed = 未连接
net-connecting = 正在连接 { $server }…
net-connecting-yet = 还在连接棋桌…
net-reconnecting =
    { $seconds ->
        [0] 连接断开，正在重连…
       *[other] 连接断开，{ $seconds } 秒后重连… 按 Enter 马上重连。
    }
net-closed-left = 连接已断开。
net-closed-unreachable = 连不上服务器 { $server }：{ $problem }。
net-closed-needs-https = { $server } 只接受加密连接：请把地址中的 http:// 换成 https://。
net-tls-unknown-issuer = { $server } 的证书不是由这台电脑信任的机构签发的：应答的可能是别人。如果俱乐部有自己的证书颁发机构，请用 --tls-ca FILE 指定它的证书。
net-tls-expired = { $server } 的证书已过期。如果这台电脑的时钟没有错，就需要服务器的管理者续期。
net-tls-not-yet-valid = { $server } 的证书尚未生效：请检查这台电脑的时钟。
net-tls-wrong-name = { $server } 的证书属于另一个名字：请检查地址，或询问服务器的管理者应使用哪个名字。
net-tls-not-tls = { $server } 不使用加密连接：如果信任这个网络，请把 https:// 换成 http://。
net-tls-no-authorities = 这台电脑没有受信任的证书颁发机构列表：请安装（软件包通常叫 ca-certificates），或用 --tls-ca FILE 指定。
net-tls-unreadable-file = 无法读取 { $path }：{ $problem }
net-tls-empty-file = { $path } 里没有 PEM 格式的证书。
net-tls-other = 无法与 { $server } 建立安全连接：{ $problem }
net-closed-not-yiqi = { $server } 不是 yiqi 服务器。
net-closed-no-table = { $server } 上没有这张棋桌。
net-closed-refused = 被 { $server } 拒绝：{ $problem }
net-closed-elsewhere = 你在别的窗口打开了这张棋桌，对局在那边继续。
net-closed-policy = 服务器断开了连接：短时间内发送得太多，或者你已退出登录。
net-closed-version = { $server } 与本程序的版本不同：请更新服务器或本程序。
net-closed-protocol = 服务器无法理解本程序（代码 { $code }）。
net-closed-again = 重新连接
net-too-much = 等待发送的消息太多：请稍后再试。

## 棋桌旁

net-note-you = （你）
net-note-open = （空位）
net-note-reconnecting = （掉线）
net-note-gone = （离开）
net-presence-connected = { $name } 在线。
net-presence-reconnecting = { $name } 刚刚掉线。
net-presence-gone = { $name } 不在。
net-watching = 你在观战。
net-colors-drawn = 开局时随机决定黑白。
net-waiting = 正在等待对手…
net-waiting-link = 正在等待对手。请把这个链接发给对方：
net-start = 按 Enter 开始。
net-begun = 对局开始。
net-your-turn = 轮到你了。
net-sending = 正在发送你的着法…
net-kept = 你的着法稍后发出。
net-resumed = 对局继续。
net-won = 你赢了。
net-lost = 你输了。
net-next = 下一局：双方交换黑白。
net-offered = 你提出{ $offer }。
net-offers = { $name } 提出{ $offer }。
net-declines = { $name } 不同意{ $offer }。
net-claim-in = 对手不在；{ $seconds } 秒后可以宣布获胜。
net-claim-now = 对手不在：按 { $key } 宣布获胜。
net-chat = { $name }：{ $text }
net-unsaid = 没有连接，未能发出：{ $text }
net-spectator = 你是观战者。
net-not-here = 在服务器的棋桌上不能这样做。

## 棋桌旁的提问

net-ask-draw = { $name } 求和。
net-ask-take-back = { $name } 请求悔棋。
net-ask-pause = { $name } 请求暂停。
net-ask-rematch = { $name } 想再来一局。
net-ask-claim = 对手不在，要宣布获胜吗？
net-claim-yes = 宣布获胜
net-ask-abort = 要取消这局棋吗？取消后不计结果。
net-abort-yes = 取消对局
net-ask-leave = 你离开后对局会继续。座位为你保留，用同一个链接就能回来。
net-leave-yes = 离开
net-over-look = 查看棋盘

## 棋桌的菜单

net-menu-title = 棋桌
net-menu-hurry = 马上重连
net-menu-start = 开始
net-menu-draw = 求和
net-menu-take-back = 请求悔棋
net-menu-pause = 暂停
net-menu-resume = 继续
net-menu-claim = 宣布获胜
net-menu-resign = 认输
net-menu-abort = 取消对局
net-menu-rematch = 再来一局
net-menu-leave = 离开棋桌

## 按键

net-key-take-back = 请求悔棋
net-key-abort = 取消对局（双方都下过之前）
net-key-claim = 对手不在时宣布获胜
net-key-rematch = 邀请再来一局，交换黑白
net-key-say = 和别人聊天
net-key-menu = 打开棋桌菜单，或离开
net-help-typing = 输入坐标再按 Enter 即可落子：d3。只输入一个字母就按 Enter，则执行该字母的命令。按 : 之后可以输入下列命令。
net-hints-table = 方向键、Enter · 或输入 d3 · { $say } 聊天 · { $menu } 菜单 · { $help } 帮助
net-hints-over = { $rematch } 再来一局 · { $say } 聊天 · { $menu } 菜单 · { $help } 帮助
net-hints-watching = { $say } 聊天 · { $menu } 菜单 · { $help } 帮助
net-hints-connecting = Esc 返回
