### 比赛，简体中文。

## 帮助

arena-cli-about = 让程序之间进行比赛
arena-cli-file = TOML 设置文件；命令行选项优先
arena-cli-game = 对局规格，例如 reversi、gomoku:15:renju 或 connect6
arena-cli-player = 棋手及其名字，例如 A=engine:level=8；每位棋手写一次
arena-cli-format = 赛制：roundrobin（循环赛）、gauntlet（第一位棋手迎战其他所有人）、swiss（瑞士制）、knockout（淘汰赛）或 ladder（每位棋手对前一位）
arena-cli-games = 每对棋手的局数，总是成对进行、互换黑白 [默认：2]
arena-cli-rounds = 瑞士制的轮数 [默认：足以分出冠军]
arena-cli-tc = 时限：1s/move 为每步一秒，10s+0.1s 为每局用时加每步加秒，nodes=N、depth=N，可用逗号组合 [默认：无]
arena-cli-cpu-time = 棋钟只计棋手所用的处理器时间，机器繁忙也不会有人因此超时
arena-cli-openings = 开局：着法列表、我们能读的任何棋谱，或 Gomocup 偏移 [默认：程序自带的均势开局]
arena-cli-adjudicate = 提前判定：双方评估一致时 win=30,win-plies=6 与 draw=0.5,draw-plies=12,draw-from=40；黑白棋剩 solve=14 个空点时求解；max-plies=300 手判和
arena-cli-sprt = 序贯检验一旦接受 E0 或 E1 的 Elo 差距就停止；另加两个数可设定错误概率
arena-cli-seed = 种子相同，开局与对阵就相同
arena-cli-concurrency = 同时进行的局数 [默认：处理器数减一]
arena-cli-out = 存放日志、棋谱与报告的文件夹；续赛需要它
arena-cli-resume = 继续这个文件夹里的比赛
arena-cli-dir = 比赛的文件夹
arena-cli-ladder-about = 测定引擎各级别之间的差距
arena-cli-ladder-from = 最低级别
arena-cli-ladder-to = 最高级别
arena-cli-ladder-anchor = 与每个级别都对局的固定棋手；可写多次
arena-cli-openings-about = 用引擎制作均势开局
arena-cli-openings-count = 数量
arena-cli-openings-nodes = 评判一个开局所用的节点数；验证对局的每一步用四分之一
arena-cli-openings-time = 评判一个开局的时间，代替节点数
arena-cli-report-about = 重写比赛报告并显示成绩表
arena-cli-correct-about = 更正一局的结果；日志保留两者
arena-cli-correct-game = 局号
arena-cli-correct-result = black、white 或 draw；不计入成绩写 void
arena-cli-correct-reason = 理由

## 错误

arena-no-game = 下什么棋？请加上 --game，例如 --game reversi。
arena-few-players = 比赛至少需要两位棋手：每位加一个 --player 名字=棋手。
arena-many-players = 最多 { $limit } 位棋手参赛。
arena-sprt-players = --sprt 比较两位棋手；请正好给出两位。
arena-same-name = 有两位棋手都叫“{ $name }”：请用 名字=棋手 分别命名。
arena-person = “{ $name }”是人，比赛只供程序参加。
arena-unknown-setting = 没有“{ $key }”这个设置；有 { $keys }。
arena-bad-setting = “{ $value }”不能用于 { $key }：{ $expected }
arena-expects-game = 应为对局规格。
arena-expects-player = 应为 [[player]] 表。
arena-expects-format = 请选 roundrobin、gauntlet、swiss、knockout 或 ladder。
arena-expects-games = 请写 1 到 10000000 的数。
arena-expects-rounds = 请写 1 到 1000 的数。
arena-expects-tc = 请写时限，例如 1s/move 或 10s+0.1s、nodes=N、depth=N，或 none。
arena-expects-cpu-time = 请写 true 或 false。
arena-expects-openings = 应为文件名。
arena-expects-adjudicate = 请写规则，例如 win=30,win-plies=6,draw=0.5,solve=14；solve 最大为 22。
arena-expects-sprt = 请写两个 Elo 差距，例如 0,10；前一个必须较小。
arena-expects-seed = 请写一个整数。
arena-expects-concurrency = 请写 1 到 1024 的数。
arena-expects-out = 应为文件夹名。
arena-bad-player-table = 每位棋手是一个 [[player]] 表，含 spec = "…"，名字 name = "…" 可省。
arena-bad-line = 第 { $line } 行：{ $problem }
arena-bad-opening = “{ $text }”不是{ $game }的开局。
arena-bad-opening-game = 第 { $number } 局不是{ $game }的开局。
arena-no-openings = 其中没有开局。
arena-exists = { $dir } 里已有一场比赛：用 --resume { $dir } 继续，或另选文件夹。
arena-in-use = 另一个进程正在进行 { $dir } 里的比赛。
arena-not-a-log = 这不是比赛日志。
arena-log-not-ready = 比赛在准备完成之前就停止了：请用 --out 重新开始。
arena-log-damaged = 第 { $line } 行已损坏。
arena-log-broken = 第 { $line } 行与前文不符。
arena-game-missing = 第 { $game } 局缺失或已损坏。
arena-no-such-game = 第 { $game } 局尚未结束，或没有这一局。
arena-bad-result = “{ $value }”不是结果：请写 black、white、draw 或 void。
arena-stopped = 比赛中途停止。
arena-resume = 比赛中途停止。继续比赛：yiqi arena --resume { $dir }
arena-busy = { $processors } 个处理器上同时进行 { $games } 局：棋手会互相等待而损失时间。请加 --cpu-time，或降低 --concurrency。
arena-quick-openings = 这种棋没有自带开局：正在制作几个……
arena-making = { $count } 个开局已得 { $kept } 个，抽取 { $drawn } 个
arena-made-fewer = { $count } 个开局中只找到 { $kept } 个。

## 进行中

arena-left = 还需 { $time }
arena-live-game = 第 { $game } 局，第 { $ply } 手
arena-keys = n p：换一局 · q：停止，之后可继续
arena-keys-lost = n p：换一局 · q：停止（没有 --out 就不会保存）
arena-stopping = 正在停止……

## 报告

arena-title = { $game }，{ $format }
arena-format-roundrobin = 循环赛
arena-format-gauntlet = 擂台赛
arena-format-swiss = 瑞士制
arena-format-knockout = 淘汰赛
arena-format-ladder = 阶梯赛
arena-played-of = 已下 { $ended } 局，共 { $total } 局
arena-played = 已下 { $ended } 局
arena-limits = 时限：{ $limits }
arena-limits-cpu = 时限（处理器时间）：{ $limits }
arena-no-limits = 无
arena-seed = 种子 { $seed }；开局 { $openings } 个
arena-adjudicated = 判定结束的对局：{ $games }（{ $rules }）
arena-duel = { $one } 对 { $other }
arena-score = { $games } 局得 { $points } 分（{ $percent }）：{ $record }
arena-elo = Elo { $elo }（95 %；若各局独立则 ± { $trinomial }）
arena-normalized = 标准化 Elo { $elo }
arena-los = { $player } 更强的概率为 { $percent }
arena-pairs = 得 0、½、1、1½、2 分的对子数：{ $counts }
arena-sprt = 序贯检验，{ $elo0 } 对 { $elo1 } Elo：对数似然比 { $ratio }，界限 { $lower } … { $upper }，{ $verdict }
arena-verdict-open = 未定
arena-verdict-accepted = 通过
arena-verdict-rejected = 未通过
arena-standings = 排名
arena-cross = 对阵表
arena-bracket = 各轮对阵
arena-match-bye = 第 { $round } 轮：{ $one } 轮空
arena-match-open = 第 { $round } 轮：{ $one } – { $other }
arena-match-won = 第 { $round } 轮：{ $one } – { $other }，{ $winner } 胜
arena-match-lot = 第 { $round } 轮：{ $one } – { $other } 战平，抽签后 { $winner } 晋级
arena-colors = 按黑白统计
arena-all = 合计
arena-pair-kinds = 由棋手分出胜负的对子：{ $player }；由黑白决定：{ $color }；其余平分：{ $even }
arena-time = 用时
arena-forfeits = 判负
arena-forfeited = 第 { $game } 局，{ $player }：{ $kind }（{ $evidence }）
arena-forfeit-time = 超时
arena-forfeit-start = 无法启动
arena-forfeit-crash = 崩溃
arena-forfeit-stall = 没有应答
arena-forfeit-illegal = 违规着法
arena-forfeit-late-start = 未能按时就绪
arena-forfeit-early-exit = 没有走棋就退出
arena-forfeit-memory = 内存不足
arena-forfeit-flood = 输出没完没了
arena-forfeit-garbage = 应答无法识别
arena-forfeit-out-of-turn = 没轮到就应答
arena-more = 另有 { $count } 条
arena-corrections = 更正
arena-corrected = 第 { $game } 局：{ $result }（{ $reason }）
arena-void = 不计入成绩
arena-openings = 按开局统计
arena-col-rank = #
arena-col-player = 棋手
arena-col-elo = Elo
arena-col-games = 局数
arena-col-points = 得分
arena-col-percent = 得分率
arena-col-record = 胜、负、和
arena-col-los = LOS
arena-col-black = 执黑
arena-col-white = 执白
arena-col-moves = 手数
arena-col-per-move = 每手毫秒
arena-col-longest = 最长，毫秒
arena-col-margin = 最少剩余，毫秒
arena-col-forfeits = 判负
arena-col-opening = 开局
arena-col-level = 级别
arena-col-won = 胜
arena-col-drawn = 和
arena-col-lost = 负
arena-col-above = 高出首级
arena-plot-elo = Elo 与 95 % 误差
arena-plot-score = 得分率走势
arena-page-games = 棋谱
arena-page-all = 全部对局
arena-page-board = 棋盘
arena-page-first = 最初局面
arena-page-back = 上一手
arena-page-next = 下一手
arena-page-last = 最后局面
arena-page-start = 开始
arena-page-eval = 评估
arena-page-keys = 按键：← → 前后一手，Home 与 End 到头尾，j 与 k 换下一局、上一局。点对阵表中的结果可列出双方的对局。
arena-page-games-max = 本页收录前 { $shown } 局；其余 { $left } 局在 games.yiqi 中。
arena-page-footer = 由 yiqi arena 生成。LOS：强于所遇对手的概率。对阵表：得分/局数。
arena-open-clock = 时限：{ $time }
arena-open-footer = 由 yiqi 生成。对阵表：得分/局数。
arena-open-note = { $name }：{ $note }。
arena-ladder-title = { $game }的级别
arena-ladder-how = 每个级别对低一级：{ $games } 局，成对互换黑白，从 { $openings } 个均势开局开始，种子 { $seed }。Elo 附按对子计算的 95 % 误差；最后一列累计各级差距。
arena-ladder-anchor = 对 { $player }（{ $spec }）

## 其他机器上的工作进程

arena-cli-bus = 由连接此 NATS 服务器的工作进程下这些对局
arena-bus-program = { $player } 是外部程序，只能在本机对局：请去掉 --bus。
arena-bus-threads = { $player } 使用多个线程，而工作进程每局只用一个：请去掉 --bus 或线程数。
