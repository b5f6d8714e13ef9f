# 服务器无法照办时的回答。

server-bad-move = “{ $move }”不是这种棋的着法。
server-not-a-player = 只有入座的棋手才能这样做；你正在观战。
server-claim-present = 对手在线，不能宣布获胜。
server-claim-early = 对手还可能回来；{ $seconds } 秒后你可以宣布获胜。
server-storage-full = 服务器磁盘已满，这一手没能保存。请稍后再试；已有内容不会丢失。
server-storage-busy = 服务器数据库正忙，这一手没能保存。请再试一次。
server-storage-failed = 服务器暂时无法保存着法。请稍后再试；之前已确认的内容都是安全的。
server-bad-message = 请求无效：{ $what }。
server-too-fast = 太快了。请在 { $seconds } 秒后再试。
server-too-many = 数量已达上限，请先关闭或删除一些。
server-busy = 服务器现在太忙，请稍后再试。
server-not-found = 这里什么也没有：链接可能有误或已经失效。
server-not-yours = 这张棋桌不公开，或属于别人。
server-seat-taken = 这个座位已经有人了。你可以观战。
server-wrong-invite = 用这个链接无法入座。请向朋友要完整的链接（包括 # 后面的部分）。
server-wrong-origin = 这个请求来自其他网站，已被拒绝。
server-needs-https = 本服务器只接受加密连接：请把地址中的 http:// 换成 https://。
server-wrong-password = 名字或密码不对。
server-name-taken = 这个名字已被使用，或与已有的名字太像。请换一个。
server-bad-name = 名字须为 2 到 20 个字母、汉字、数字、空格或 . - _，并以字母、汉字或数字开头。
server-bad-password = 密码须为 8 到 200 个字符。
server-weak-password = 这个密码太容易被猜到，请换一个。
server-same-address = 你和对手使用同一个网络地址，这局棋不计入等级分。
server-bad-player = 本服务器没有棋手“{ $player }”。
server-bad-clock = 这不是有效的计时方式：应为 none、“move 30s”、“game 5m+3s”或“byoyomi 10m+3x30s”，需要时加上“, random move”。
server-bad-position = 不能从这个局面开始对局。
server-bad-version = 此程序使用另一版本的协议。请刷新页面或更新程序。
server-nothing-to-analyze = 这种棋不分胜负，无从分析。
server-too-large = 内容太大：棋谱文件最多 { $mib } MiB。
server-unauthorized = 服务器不认识你。请刷新页面或重新加入。
server-needs-account = 有账号才能这样做。
server-needs-login = 请用密码登录后再这样做；只有机器人令牌不够。
server-internal = 服务器出了问题（编号 { $incident }）。请再试一次。

# 运行服务器的命令。

cli-serve-about = 提供网页、联机对局和 API
cli-serve-listen = 地址和端口，如 127.0.0.1:7272，或用 :7272 监听所有地址（默认：从 7272 起第一个空闲端口）
cli-serve-db = 数据库：文件、sqlite:文件，或 postgres://用户@主机/数据库（默认：数据文件夹中的文件）
cli-serve-bus = 连接工作进程，以及共用一个 PostgreSQL 数据库的多台服务器之间的总线：nats://主机、nats://用户:密码@主机 或 nats://令牌@主机（tls:// 为加密）
cli-serve-config = 设置文件（见 docs/serving.md）
cli-serve-tls-cert = 证书及证书链（PEM）：服务器将使用 HTTPS
cli-serve-tls-key = 证书的私钥（PEM）
cli-serve-open = 在浏览器中打开网页
cli-serve-accept-clock = 即使系统时钟远远晚于服务器上次运行的时间，也照常启动
cli-backup-about = 备份服务器的数据库，运行中也可以
cli-backup-file = 要写入的文件；不能已经存在
serve-no-folder = 系统没有数据文件夹；请用 --data-dir 指定，或用 --db 指定数据库。
serve-bad-listen = “{ $address }”不是可监听的地址；应类似 127.0.0.1:7272、:7272 或 7272。
serve-tls-no-key = 设置了证书（tls_cert），却没有私钥：请同时设置 tls_key，或两者都不设置。
serve-tls-no-cert = 设置了私钥（tls_key），却没有证书：请同时设置 tls_cert，或两者都不设置。
serve-tls-unreadable = 无法读取 { $path }：{ $problem }
serve-tls-not-a-certificate = { $path } 里没有 PEM 格式的证书。
serve-tls-not-a-key = { $path } 里没有 PEM 格式的私钥。
serve-tls-mismatch = 私钥与证书不匹配：请检查 tls_cert 和 tls_key。
serve-tls-expired = 证书已过期或尚未生效：请续期。
serve-tls-unsupported = 证书或私钥无法使用：{ $problem }
serve-bad-db = “{ $url }”不是本版本可用的数据库；应为文件、sqlite:文件或 postgres://用户@主机/数据库。
serve-bad-bus = “{ $url }”不是总线；应为 nats://主机、nats://用户:密码@主机 或 nats://令牌@主机，加密时用 tls:// 代替 nats://。
serve-bus-refused = 总线拒绝连接：{ $problem }。
serve-check-bus-down = 无法连接总线 { $url }（{ $problem }）；在恢复之前，各服务器只能从数据库得知其他服务器上的变化，会晚几秒。
serve-bad-config = { $path }：{ $problem }
serve-cannot-listen = 无法在 { $address } 监听：{ $problem }
serve-in-network = 局域网内的地址：{ $address }
serve-cannot-make = 无法创建文件夹 { $path }：{ $problem }
serve-cannot-start = 服务器无法使用 { $path } 启动：{ $problem }
serve-db-damaged = 数据库 { $path } 已损坏，服务器不能启动。请恢复备份（由“yiqi backup”生成）。{ $problem }
serve-db-newer = 数据库 { $path } 由更新版本的 yiqi 写入。请使用该版本，或恢复较早的备份。
serve-db-in-use = 另一台服务器正在使用数据库 { $path }。请先停止它，或用 --db 指定另一个数据库。
serve-db-busy = 数据库 { $path } 被另一个程序锁定。请先停止它。
serve-db-full = 数据库 { $path } 所在磁盘已满。请腾出空间后重新启动。
serve-db-emptied = 数据库 { $path } 是空的，但之前有服务器使用过它。请恢复备份（用“yiqi backup”制作），或删除 { $path }-alive 以空数据库启动。
serve-db-replaced = 数据库 { $path } 在服务器运行时被删除或替换，服务器已停止。请放回该文件或恢复备份，再重新启动。
serve-clock-ahead = 这台机器的时钟比服务器上次运行的时间晚了 { $days } 天。如果时钟不对，请校准；如果服务器确实停了这么久，请用 --accept-clock 启动。无论哪种情况，进行中的对局都不会损失时间。
serve-storage-failed = 数据库所在磁盘出现故障，服务器已停止。之前已确认的内容都在磁盘上；请检查磁盘后重新启动。
backup-no-database = { $path } 没有数据库。
backup-exists = { $path } 已存在；请换一个名字。
backup-failed = 无法写入备份 { $path }：{ $problem }
serve-db-unreachable = 无法连接数据库 { $path }。请确认数据库服务器正在运行、地址正确。{ $problem }
serve-db-refused = 数据库 { $path } 的服务器拒绝连接：{ $problem }
backup-postgres = { $path } 是 PostgreSQL 数据库，请用 PostgreSQL 自带的工具备份，例如 pg_dump。

# yiqi serve --check

cli-serve-check = 检查设置、文件和数据库，说明应更改什么，然后退出
serve-check-good = 无需更改：服务器可以启动。
serve-check-advice = 服务器可以启动，但有 { $count } 处应当更改。
serve-check-obstacles = 服务器无法启动。
serve-check-open-network = 服务器在 { $address } 监听，没有加密，包括密码在内的一切都能在网络上被人读到。除非信任这个网络，否则请设置 tls_cert 和 tls_key，或在 127.0.0.1 监听并在前面使用支持 HTTPS 的代理。
serve-check-around-proxy = 代理就在本机，服务器却在 { $address } 监听，别人可以绕过代理。请在 127.0.0.1 监听。
serve-check-no-proxies = 设置了 public_origins，却没有 trusted_proxies：所有访问者看起来都来自代理，限制会把他们算作同一个地址。请把 trusted_proxies 设为代理的地址。
serve-check-no-origins = 设置了 trusted_proxies，却没有 public_origins：以公开的域名（例如 https://play.example.org）打开的网页会被拒绝。请把 public_origins 设为网页的地址。
serve-check-plain-origin = { $origin } 没有加密，网络上的其他人可以读到密码和令牌。请使用 HTTPS。
serve-check-any-proxy = trusted_proxies 含有 { $proxy }，即所有地址，任何人都能伪造自己的地址。请只列出你的代理。
serve-check-loopback = 在代理之后 loopback_exempt 为 true，来自本机的请求不受任何限制。请删除这项设置。
serve-check-tls-expired = 证书 { $path } 已过期或尚未生效，浏览器会发出警告，“yiqi join”会拒绝连接。请续期。
serve-check-tls-expires =
    { $days ->
        [0] 证书 { $path } 今天到期。请续期。
       *[other] 证书 { $path } 再过 { $days } 天到期。请续期。
    }
serve-check-tls-name = 证书 { $path } 不适用于 public_origins 中的 { $host }，浏览器会发出警告，“yiqi join”会拒绝连接。请申请适用于这个名字的证书。
serve-check-readable = 本机的其他用户可以读取或更改 { $path }（权限 { $mode }）。请运行：chmod { $wanted } { $path }
serve-check-writable = 本机的其他用户可以更改 { $path }（权限 { $mode }）。请运行：chmod { $wanted } { $path }
serve-check-not-writable = 当前用户不能写入 { $path }。请更改它的所有者，或以其所有者的身份运行服务器。
serve-check-disk = { $path } 所在磁盘只剩 { $mib } MiB。磁盘满后着法会被拒绝。请腾出空间。
serve-check-size = 数据库 { $path } 已有 { $mib } MiB，上限是 { $max } MiB（db_mib_max）。达到后着法会被拒绝。请提高上限。
serve-check-not-durable = durable 为 false，断电会丢失已确认的着法。请删除这项设置。
serve-check-older = 数据库 { $path } 由较早的版本写入，服务器启动时会迁移，之后旧版本无法读取。请先备份；如果还有旧版本，请用它备份。
serve-check-descriptors = 最多只能打开 { $limit } 个文件，而每个连接都要用一个。请用“ulimit -Hn”或 systemd 的 LimitNOFILE 提高上限。
serve-check-db-plain = 到数据库 { $path } 的连接没有加密，网络上的其他人可以读取全部内容。请把数据库放在本机或可信的网络中，或使用加密隧道。
serve-check-db-mib-max = db_mib_max 只限制文件的大小，而数据库是 { $path }。请删除该设置。

# yiqi migrate

cli-migrate-about = 在文件与 PostgreSQL 之间迁移服务器的数据库
cli-migrate-from = 要复制的数据库：文件、sqlite:文件，或 postgres://用户@主机/数据库；不能有服务器正在使用
cli-migrate-to = 要写入的数据库：尚不存在的文件，或空的 PostgreSQL 数据库
migrate-done = 已将 { $rows } 行（其中 { $entries } 行是对局记录）复制到 { $to }，并逐行核对无误。
migrate-not-empty = 数据库 { $path } 不是空的，请另选一个。
migrate-differs = { $path } 中 { $table } 的一行与写入的不同，因此没有迁移任何内容。
migrate-failed = 数据库 { $path } 出错，因此没有迁移任何内容：{ $problem }

# 服务器显示的文字，简体中文。

# 研究

server-bad-start = 起始局面无效：请写{ $expected }。
server-bad-setup = 起始局面无效：{ $problem }
server-move = 第 { $number } 手：{ $problem }
server-unknown-format = 没有“{ $name }”这种格式，可选：{ $formats }。
server-format-unclear = 这看起来不是棋谱。如果是，请选择格式：{ $formats }。
server-no-such-game =
    { $count ->
        [0] 文件中没有对局。
       *[other] 文件中只有 { $count } 局。
    }
server-too-many-moves = 共有 { $count } 手，最多允许 { $limit } 手。
server-not-before = 第 { $number } 手所接的着法没有排在它前面。
server-too-many-players = 给了 { $count } 个名字，但一局棋只有两名棋手。
cli-serve-programs = 让这台服务器上的所有人都能和你保存的程序（yiqi programs）下棋，每个程序都在隔离环境中运行

# Tournaments

server-tournament-game = 比赛对局中不能这样做。
server-tournament-over = 比赛已经结束。
server-tournament-late = 现在加入这场比赛已经太晚了。
server-tournament-full = 比赛人数已满。
server-tournament-joined = 你已经参加了。
server-tournament-not-joined = 该棋手没有参加。
server-tournament-few = 比赛至少需要两名棋手。
server-tournament-begun = 比赛已经开始。
server-program-joined = 该程序已经参赛。
server-plays-elsewhere = 你正在另一场比赛中对局，请下完后再报名。
