### 关于引擎和引擎的判断所说的话，简体中文。

## 引擎怎么知道形势的

sure-exact = 精确
sure-outcome = 胜负确定，子数不确定
sure-wins-in = { $plies } 手内必胜
sure-loses-in = { $plies } 手内必败
sure-estimate = 估计
sure-estimate-error = 估计，误差 ± { $error }
sure-estimate-percent = 估计，置信度 { $percent }%
sure-estimate-both = 估计，误差 ± { $error }，置信度 { $percent }%

## 局面的价值

eval-even = 均势
eval-draw = 和棋
eval-stones = { $side }领先 { $by } 子
eval-stones-behind = { $side }落后 { $by } 子
eval-stone = { $side }领先 { $by } 子
eval-stone-behind = { $side }落后 { $by } 子
eval-chance = { $side }胜率 { $percent }%
eval-wins = { $side }胜
eval-wins-by = { $side }净胜 { $by } 子
eval-wins-least = { $side }至少净胜 { $by } 子
eval-wins-in = { $side } { $plies } 手内必胜

## 提示

hint-move = 建议下 { $move }。
hint-best = 引擎全力建议下 { $move }（{ $eval }）。预计：{ $line }。
hint-second = 次选：{ $move }（{ $eval }）。

## 命令

cli-level = 等级，1 到 20
cli-time = 每个局面的时间，如 500ms 或 2s
cli-depth = 搜索深度（手数），最多 60
cli-nodes = 搜索的局面数
cli-threads = 搜索线程数，最多 256（默认 1）
cli-hash = 置换表大小，单位 MiB，最多 65536（默认 64）
cli-json = 每行输出一个 JSON 对象
cli-engine-about = 作为引擎供其他程序调用，通过标准输入和输出
cli-engine-protocol = 协议：gtp、nboard、gomocup、botzone 或 script（见 yiqi help script）；或用 check 测试其他程序
cli-engine-game = 下哪种棋（默认 reversi；gomocup 默认 gomoku）
cli-engine-check-protocol = 用于 check：被测程序的协议，可像棋手那样带选项：gtp,cage=off
cli-engine-check-command = 用于 check：被测程序及其参数
cli-programs-about = 列出、添加或删除可按名字选为棋手的外部程序
cli-programs-action = list（列出）、add（添加）或 remove（删除）
cli-programs-name = 棋手的名字
cli-programs-protocol = gomocup、nboard、gtp、botzone 或 script（见 yiqi help script）；选项以逗号相接：gomocup,memory=350
cli-programs-command = 程序及其参数
programs-none = 还没有保存的程序。添加：yiqi programs add NAME PROTOCOL COMMAND
programs-bad-name = “{ $name }”不能用作程序的名字：最多 40 个字符，不含“:”“=”“,”，也不能与内置棋手或协议同名。
programs-unknown = 没有名为“{ $name }”的程序。
programs-added = 已保存 { $name }：{ $program }
check-not-started = 无法启动程序：{ $problem }。
check-ended = 程序结束了（{ $status }）。
check-silent = 程序在 { $seconds } 秒内没有回答“{ $line }”。每行输出之后刷新缓冲区了吗？
check-flood = 程序不停地输出。
check-wrong = 对“{ $line }”，程序答了“{ $answer }”。应为：{ $wanted }。
check-illegal = 程序答了“{ $answer }”，在这里不是合法的着法。
check-late = 应答用了 { $taken } 毫秒；告诉程序的时限是 { $allowed } 毫秒。
check-unasked = 程序在没有询问时输出了“{ $answer }”。每个问题只回答一次。
check-stays = 收到“{ $line }”之后程序没有退出。
check-stays-at-end = 输入结束之后程序没有退出。
check-good = 共 { $count } 项，全部正确。
check-bad = { $count } 项中有 { $wrong } 项不对。
cage-none = 程序没有在隔离环境中运行。
cage-whole = 程序在完整的隔离环境中运行：{ $present }。
cage-part = 程序在隔离环境中运行：{ $present }。本机缺少：{ $missing }。
cage-layer-session = 独立会话
cage-layer-whole = 整体结束
cage-layer-limits = 资源限额
cage-layer-memory = 内存
cage-layer-processes = 进程数
cage-layer-files = 文件
cage-layer-disk = 磁盘空间
cage-layer-network = 无网络
cage-layer-signals = 无信号
cage-layer-calls = 系统调用
cage-layer-privileges = 无特权
cli-solve-about = 精确求解黑白棋残局
cli-solve-files = OBF 格式的局面文件（- 为标准输入）
cli-solve-outcome = 只求胜负：分数只是界限，但正负是确定的
cli-bench-about = 用各个引擎搜索固定局面，并输出速度
cli-analyze-about = 分析一个局面，或一局棋的每一手
cli-analyze-what = 棋谱文件（- 为标准输入），或棋种规格
cli-analyze-moves = 到达该局面的着法，如 "h8 i9" 或 f5d6c3；只用于棋种规格
cli-analyze-multi = 列出多少个最佳着法
cli-analyze-plot = 全局形势图的文件，SVG 或 PNG
cli-analyze-find-win = 为轮到的一方寻找必胜着法并输出（五子棋）
error-find-win = --find-win 只能用于五子棋。
analyze-no-win = 没有找到必胜着法。
error-engine-game = { $protocol } 协议不能下{ $game }。
error-time = “{ $value }”不能用于 { $flag }：请写时间长度，如 2s 或 500ms。
error-not-reversi = 只能求解 8×8 黑白棋的局面。
error-plot-ending = { $file }：形势图的文件名须以 .svg 或 .png 结尾。
error-plot-single = --plot 需要整局棋，而这只是一个局面。
analyze-ply = 手数
analyze-side = 行棋方
analyze-played = 实战
analyze-best = 最佳
analyze-score = 领先
analyze-depth = 深度
analyze-known = 确定程度
analyze-line = 预计变化
analyze-over = 对局已经结束。
analyze-stopped = 已停止。
analyze-mistakes = 最大的失误：
analyze-mistake = 第 { $number } 手 { $played }（{ $side }）：之前“{ $before }”，之后“{ $after }”；{ $best } 更好。
analyze-plot-players = { $game }：{ $black }（黑）– { $white }（白）
analyze-plot-stones = 领先子数：+ 黑方，− 白方
analyze-plot-chance = 胜率优势（%）：+ 黑方，− 白方
analyze-plot-moves = 手数

## 其他机器上的工作进程

cli-bus = 连接工作进程的 NATS 服务器：nats://主机；须加密时用 tls://主机
cli-bus-token = NATS 服务器的令牌；用环境变量 YIQI_BUS_TOKEN 可避免出现在进程列表中
cli-bus-token-file = 存放令牌的文件
cli-worker-about = 为使用同一总线的服务器和命令分析棋局、下比赛对局
cli-worker-threads = 同时进行的任务数，最多 256（默认：每个处理器一个）
cli-worker-memory = 所有任务的引擎共用的内存，单位 MiB（默认：每个任务 32）
cli-worker-name = 服务器看到的名称（默认：本机名称）
worker-started = 工作进程 { $name }：同时 { $threads } 个任务，引擎内存 { $memory } MiB，版本 { $version }。正在 { $bus } 上等待任务。
worker-stopped = 已停止。完成任务：{ $count }。
worker-other-version = 本工作进程的 yiqi 版本是 { $own }，而总线上使用的是 { $theirs }：请在两边安装相同的版本。
bus-bad-url = “{ $url }”不是 NATS 服务器；应为 nats://主机、nats://主机:端口或 tls://主机。
bus-long-token = 内容过长，不是令牌。
bus-unreachable = 无法连接总线 { $bus }。请确认 NATS 服务器正在运行、地址正确。{ $problem }
bus-refused = 总线 { $bus } 拒绝连接；请检查令牌。{ $problem }
bus-no-jetstream = NATS 服务器 { $bus } 未启用 JetStream：启动时请加 --jetstream。
bus-failed = 无法使用总线 { $bus }：{ $problem }
cli-analyze-all = 分析文件中的所有对局；给出文件夹则分析其中所有对局。用 --threads N 同时分析 N 个局面
cli-analyze-bus = 由连接此 NATS 服务器的工作进程分析；一周内分析过的局面不再重复搜索
error-analyze-batch-moves = --moves 指定的是单个局面，在本机分析；--bus 和文件夹用于对局。
error-analyze-no-games = 其中没有对局文件。
analyze-batch-game = { $file }，第 { $number } 局：{ $black }（黑）对 { $white }（白）
analyze-batch-given-up = { $file }，第 { $number } 局，第 { $ply } 手后：已放弃：{ $problem }
analyze-batch-problems = 有 { $count } 个文件或局面未能分析。
analyze-batch-stopped = 未完成即停止。再次运行同一命令即可继续；总线上的工作进程会把已完成的结果保留一周。
analyze-batch-progress = 已完成 { $done } / { $total } 个局面
analyze-batch-progress-bus = 已完成 { $done } / { $total } 个局面，工作进程 { $workers } 个
bus-no-workers = 总线上没有相同版本的工作进程，正在等待。启动方法：yiqi worker --bus URL
