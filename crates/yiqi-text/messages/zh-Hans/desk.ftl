### 棋桌在控制台和终端程序里的用语（简体中文）。

desk-no-game = 没有这一局。
desk-too-many-games = 打开的对局太多了：请先关闭一局。
desk-programs-turn = 现在轮到电脑。
desk-nothing-to-redo = 没有可恢复的着法。
desk-end-undone = 已撤回终局，对局继续。
desk-nothing-dropped = 没有丢弃过对局。
desk-damaged = 文件已损坏，已忽略；下一局会重写它。
new-game-against = { $game }，对 { $opponent }
new-game-two = { $game }，两人对下
new-game-between = { $game }，{ $black } – { $white }
new-game-clock = { $game }，{ $time }
desk-fewer-to-undo = 只能悔 { $count } 手。
desk-no-clock = 本局没有计时。
desk-no-moves = 还没有下过棋。
opening-turn = 请 { $name } 摆一颗{ $stone ->
    [white] 白
   *[other] 黑
}子（{ $of } 子中的第 { $number } 子）；之后由 { $opponent } 选颜色。
desk-looking = 正在看之前的局面：请回到最后，或从这里分支另开一局。
desk-no-store = 没有可以保存的文件夹。
desk-empty-slot = 存档位 { $slot } 是空的。
desk-unplayable = 这个文件里的对局无法接着下。
desk-unknown-format = 不认识这种文件类型；文件名请以 .yiqi 等后缀结尾。
desk-unknown-line = “{ $line }”既不是命令也不是着法：请输入 d3 这样的坐标，或 help。
desk-unknown-line-meant = “{ $line }”既不是命令也不是着法：是不是 { $meant }？
desk-not-here = 这里不能用 { $command }：可用的命令见 help。
desk-wrong-args = 这里不能写“{ $args }”：请写 { $command }。
desk-missing-args = 没有写完：请写 { $command }。
desk-unknown-player = 没有“{ $name }”这种棋手：请选 human、random、greedy、weights、alphabeta、engine、program:PROTOCOL:COMMAND 或已保存程序的名字（yiqi programs）。
desk-option-none = “{ $option }”不适用：棋手 { $player } 没有选项。
desk-option-random = “{ $option }”不适用于棋手 { $player }：请写 seed=数字。
desk-option-alphabeta = “{ $option }”不适用于棋手 { $player }：请写 depth= 加 1 到 20 的数字。
desk-option-engine = “{ $option }”不适用于棋手 { $player }：请写 level=（1 到 20）、time=（如 2s）、depth=（1 到 60）、nodes= 加数字、threads=（1 到 256）或 hash=（1 到 65536 MiB），每项一次。
desk-option-program = “{ $option }”不适用于棋手 { $player }：请写 program:PROTOCOL:COMMAND，协议为 gomocup、nboard、gtp、botzone 或 script，引号要成对。协议后可加选项：time=2s、start=30s、margin=50ms、memory=MIB、depth=N、folder=DIR、read=DIR、cage=off。
desk-program-start = 无法启动“{ $command }”：{ $problem }。
desk-program-missing = 无法启动“{ $command }”：没有这个程序。
desk-program-ended = “{ $command }”没有给出着法就结束了（{ $status }）。
desk-program-stalled = “{ $command }”在 { $seconds } 秒内没有应答。
desk-program-illegal = “{ $command }”答了“{ $answer }”，这不是合法的着法。
desk-program-crashed = { $player } 崩溃了：{ $problem }
desk-program-stopped = 程序被停止了。
desk-program-late = “{ $command }”在 { $seconds } 秒内没有准备好。
desk-program-died = “{ $command }”崩溃了（{ $status }）。
desk-program-memory = “{ $command }”所需内存超过了上限（{ $status }）。
desk-program-flood = “{ $command }”不停地输出。
desk-program-garbage = “{ $command }”答了“{ $answer }”，这在它的协议里没有意义。
desk-program-unasked = “{ $command }”在没有询问时输出了“{ $answer }”。
desk-program-cannot-play = “{ $command }”的协议无法表达 { $game }。script 协议可以表达所有棋类。
desk-ran-out = 时间已到。
desk-accepted = 电脑同意{ $offer }。
desk-declined = 电脑不同意{ $offer }。
desk-draw-declined = 和棋被拒绝，对局继续。
desk-failed = { $problem }由人接着下。
desk-not-kept = 对局无法写入磁盘，因此没有任何改动：{ $problem }

command-move = 下在一点上；也可写 3d、D3，或行列字母
command-pass = 停一手，用于无处可下时
command-swap = 交换黑白
command-keep = 不交换
command-more = 再下两子，由对方选择
command-moves = 列出可下的着法
command-suggest = 提示一手
command-undo = 悔棋（undo N：悔最近的 N 手）
command-redo = 恢复刚才悔的棋
command-board = 再显示一次棋盘
command-played = 列出已下的着法
command-clock = 显示剩余时间
command-rules = 阅读本局的规则
command-resign = 认输
command-draw = 求和
command-rematch = 换色再来一局
command-accept = 同意对方的提议
command-decline = 拒绝对方的提议
command-switch = 转到这一局
command-reversi = 开一局黑白棋
command-gomoku = 开一局五子棋；规则 freestyle、standard、forbidden、renju、caro；开局 swap1、swap2、pro
command-connect6 = 开一局六子棋
command-peace = 开一局和平棋
command-black = 选择谁执黑：human、random、greedy、weights、alphabeta:depth=5、engine:level=8
command-white = 选择谁执白
command-at = 查看对局中的任一局面
command-branch = 从正在看的局面另开一局
command-close = 关闭当前对局
command-save = 把对局存入存档位或文件
command-load = 从存档位或文件载入对局
command-style = 换一种棋盘画法，或互换棋子的符号
command-help = 列出命令
command-quit = 退出
