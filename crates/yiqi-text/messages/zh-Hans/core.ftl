### yiqi 各个界面的用语（简体中文）。每条消息用一句平实的话说明发生了什么，或接下来该做什么。

## 棋种与颜色

color-black = 黑方
color-white = 白方
game-reversi = 黑白棋
game-peace = 和平棋
game-gomoku = 五子棋
game-connect6 = 六子棋
# 棋种，以及它的又一项规则。
game-with = { $game }，{ $with }
# 某种规则下的棋盘，如“黑白棋 8×8”。
title-reversi-normal = 黑白棋 { $board }
title-reversi-anti = 反黑白棋 { $board }
title-gomoku-freestyle = 五子棋 { $board }，无禁手
title-gomoku-standard = 五子棋 { $board }，标准（恰好五子）
title-gomoku-forbidden = 五子棋 { $board }，禁手规则（简化）
title-gomoku-renju = 五子棋 { $board }，连珠
title-gomoku-caro = 五子棋 { $board }，越南规则（caro）
title-connect6-normal = 六子棋 { $board }
title-peace-normal = 和平棋 { $board }
rule-set-reversi-normal = 普通
rule-set-reversi-anti = 反黑白棋
rule-set-gomoku-freestyle = 无禁手
rule-set-gomoku-standard = 标准（恰好五子）
rule-set-gomoku-forbidden = 禁手规则（简化）
rule-set-gomoku-renju = 连珠
rule-set-gomoku-caro = 越南规则（caro）
rule-note-reversi-normal = 子多者胜
rule-note-reversi-anti = 子少者胜
rule-note-gomoku-freestyle = 五子或更多即胜
rule-note-gomoku-standard = 恰好五子才胜
rule-note-gomoku-forbidden = 黑方禁止连续的三三、四四和长连
rule-note-gomoku-renju = 国际比赛规则：跳三、跳四也算禁手
rule-note-gomoku-caro = 恰好五子才胜，两端都被堵不算
opening-gomoku-free = 无限制
opening-gomoku-swap1 = swap1 开局
opening-gomoku-swap2 = swap2 开局
opening-gomoku-pro = pro 开局
opening-note-gomoku-free = 前几手可以下在任何地方。
opening-note-gomoku-swap1 = 黑方摆三子，白方选颜色。
opening-note-gomoku-swap2 = 同 swap1，但白方可再摆两子，由黑方选颜色。
opening-note-gomoku-pro = 第一子下在中央，黑方第二子须离开中央。
# 轮到谁下，以及这一回合还要下几子（一回合下多子的棋）。
stones-due = { $sentence }本回合还要下 { $count } 子。

## 棋手与棋力

player-human = 真人
player-you = 你
player-engine = 引擎
player-engine-at = 电脑 { $level } 级
player-engine-with = 引擎（{ $options }）
player-alphabeta = α-β 搜索
player-alphabeta-at = α-β 搜索，深度 { $level }
player-weights = 位置权重
player-greedy = 贪心
player-random = 随机落子
# 等级与相当的棋手：“电脑 8 级，棋社棋手”。
level-with-word = { $player }，{ $word }
level-newcomer = 新手
level-beginner = 初学者
level-casual = 业余爱好者
level-club = 棋社棋手
level-strong-club = 棋社强手
level-expert = 高手
level-master = 大师
level-beyond-human = 超越人类
level-note-reversi-newcomer = 只懂规则，能翻就下。
level-note-reversi-beginner = 喜欢占角，却也常常送角。
level-note-reversi-casual = 会占角，避开角旁最坏的位置。
level-note-reversi-club = 少翻子、多留选择，边走得稳。
level-note-reversi-strong-club = 能算几步，最后几手会数子。
level-note-reversi-expert = 很少无好棋可走，残局下得精确。
level-note-reversi-master = 不放过任何失误，很早就看清残局。
level-note-reversi-beyond-human = 算得比任何人都深。
level-note-gomoku-newcomer = 只懂规则，常常漏看四连。
level-note-gomoku-beginner = 会挡冲四，常漏看活三。
level-note-gomoku-casual = 会挡活三，也会做活三。
level-note-gomoku-club = 会做双杀，也看得出你的大多数双杀。
level-note-gomoku-strong-club = 提前几步谋划双杀。
level-note-gomoku-expert = 能用连续的四和三取胜。
level-note-gomoku-master = 找得到大多数必胜，也防得住。
level-note-gomoku-beyond-human = 连攻算得比任何人都远。
level-note-connect6-newcomer = 只懂规则，常常漏看威胁。
level-note-connect6-beginner = 会挡单个威胁。
level-note-connect6-casual = 会挡威胁，也会做威胁。
level-note-connect6-club = 能往前算几子，找多重威胁。
level-note-connect6-strong-club = 算得更远，很少漏看威胁。
level-elo = 比 1 级高约 { $elo } Elo。
level-elo-unknown = 此棋盘上的棋力未测量。
level-pace-at-once = 立刻落子。
level-pace-second = 每步约想一秒。
level-pace-seconds = 每步想几秒。
level-pace-up-to = 每步最多想 { $seconds } 秒。

## 对局的结果

result-win-score = { $winner }胜，{ $score }。
result-win = { $winner }胜。
result-resignation = { $winner }胜：{ $loser }认输。
result-forfeit = { $winner }胜：{ $loser }中途离场。
result-time = { $winner }胜：{ $loser }超时。
result-agreement = 双方同意和棋。
result-draw-score = 和棋，{ $score }。
result-draw = 和棋。
result-peace = 棋盘已满：和平收场。
result-peace-resignation = { $loser }认输。和平棋不分胜负。
result-aborted = 对局已取消。
result-own-score = 你赢了，{ $score }。
result-own = 你赢了。
result-own-resignation = 你赢了：{ $loser }认输。
result-own-forfeit = 你赢了：{ $loser }中途离场。
result-own-time = 你赢了：{ $loser }超时。
side-named = { $color }（{ $name }）

## 着法或命令为何被拒绝

refusal-game-over = 对局已经结束。
refusal-off-board = { $point } 不在棋盘上。
refusal-occupied = { $point } 已经有棋子了。
refusal-flips-nothing = { $point } 翻不了任何棋子，不能下在这里。
refusal-forbidden = { $point } 是黑方的禁手：{ $kind }（{ $lines }）。
forbidden-three-three = 三三禁手
forbidden-four-four = 四四禁手
forbidden-overline = 长连禁手
refusal-must-move = 还有 { $count } 处可下，不能停一手。
refusal-no-passing = 这种棋不能停一手。
refusal-choice-due = 请先选择：swap（交换）或 keep（不换）。
refusal-choice-due-more = 请先选择：swap（交换）、keep（不换）或 more（再下两子）。
refusal-no-choice = 现在不用选择黑白。
refusal-not-centre = 第一子必须下在中心 { $centre }。
refusal-inside-centre = { $point } 太近：这一子必须离 { $centre } 至少三格。
refusal-not-begun = 对局尚未开始。
refusal-already-begun = 对局已经开始。
refusal-not-over = 对局尚未结束。
refusal-not-your-turn = 还没轮到你。
refusal-paused = 对局已暂停。
refusal-not-paused = 对局没有暂停。
refusal-time-up = 时间已到。
refusal-nothing-offered = 没有人提出{ $offer }。
refusal-already-offered = 已经提出过{ $offer }了。
refusal-answer-first = 请先答复对方提出的{ $offer }。
refusal-too-soon = 你刚提出过，再过 { $count } 手才能再次提出。
refusal-nothing-to-take-back = 你没有棋可悔。
refusal-too-late-to-abort = 双方都已落子，不能再取消对局。
refusal-host-only = 只有房主可以这样做。
refusal-seat-only = 只有对局双方可以这样做。
refusal-no-clock = 本局不计时。
refusal-empty-text = 消息是空的。
refusal-text-too-long = 共 { $length } 个字符，超过了 { $limit } 个的上限。
offer-draw = 和棋
offer-take-back = 悔棋
offer-pause = 暂停
offer-rematch = 再来一局

## 用户输入的内容

spec-unknown-game = 没有“{ $name }”这种棋：请从 { $games } 中选择。
spec-unknown-game-meant = 没有“{ $name }”这种棋：是不是想写 { $meant }？
spec-size-reversi = 黑白棋没有大小为 { $size } 的棋盘：请选 4 到 26 之间的偶数。
spec-size-connect6 = 六子棋没有大小为 { $size } 的棋盘：请选 6 到 25。
spec-size-peace = 和平棋没有大小为 { $size } 的棋盘：只用 8×8。
spec-size-gomoku = 五子棋没有大小为 { $size } 的棋盘：请选 5 到 25（开局规则为 pro 时从 7 起）。
spec-unknown-part = 这里不能写“{ $part }”。{ $game }的规则：{ $rules }；开局：{ $openings }。
spec-unknown-rules = 这里不能写“{ $part }”。{ $game }的规则：{ $rules }。
spec-unknown-part-meant = 这里不能写“{ $part }”：是不是想写 { $meant }？
spec-one-rule-set = 这里不能写“{ $part }”：{ $game }只有一种规则。
spec-out-of-place = “{ $part }”的位置不对：先写大小，再写规则，最后写开局。
move-not-a-move = “{ $text }”不是着法：请输入 d3 这样的坐标，或 pass、swap、keep、more。
move-list = 着法第 { $column } 列：{ $problem }
move-pass = 停一手
move-swap = 交换
move-keep = 不换
move-more = 再下两子

## 文件有什么问题

place-text = 第 { $line } 行第 { $column } 列
place-byte = 字节 { $offset }
read-error = { $place }：{ $problem }
problem-expected = 应为：{ $expected }；实为“{ $found }”。
problem-cut-short = 文件不完整；此处应为：{ $expected }。
problem-missing = 缺少“{ $key }:”这一行。
problem-twice = “{ $key }:”出现了两次。
problem-result = 文件写的结果是“{ $stated }”，但按着法应为“{ $actual }”。
problem-version = 文件格式为版本 { $found }，本程序最高只能读版本 { $known }。
problem-checksum = 文件被改动过：文件写的校验和是 { $stated }，按内容算出的是 { $actual }。如果是你自己改的，请把最后一行缩短为“end”。
problem-not-utf8 = 这不是文本文件：不是有效的 UTF-8 编码。
problem-too-many = 条目超过 { $limit } 条，太多了。
problem-too-large = 文件大于 { $limit } MiB。
problem-other-game = 本程序不支持这种棋：{ $what }。
problem-go = 这是围棋棋谱，本程序不下围棋。
problem-game-unnamed = 文件没有说明是哪种棋：请指明棋种。
problem-out-of-place = 这里不能出现这一条：对局已经开始或已经结束。
problem-too-far-back =
    { $played ->
        [0] 没有棋可悔。
       *[other] 只下了 { $played } 手，不能悔 { $plies } 手。
    }
setup-overlap = 同一个点上既有黑子又有白子。
setup-off-board = 有棋子落在棋盘之外。
log-broken = 第 { $number } 条：{ $problem }
log-time = 时间早于上一条。
log-stage = 对局在这个阶段不能这样。
log-answer = 它答复的提议没有人提出过。
log-turn = 还没有轮到那一方。
write-read-only = 这种格式只能读，不能写。
write-error = 第 { $number } 局：{ $problem }
write-game = 这种格式不支持这种棋。
write-size = 这种格式不支持这样大小的棋盘。
write-start = 这种格式无法保存起始局面。
write-several = 这种格式只能存一局。
write-swap = 这种格式无法保存交换开局中的选择。
write-no-moves = 这种格式无法保存没有着法的对局。
write-broken = 棋谱中的着法不合规则。

## 文件里应有的内容

expected-first-line = “yiqi record 1”
expected-header-line = “Key: value”或空行
expected-clock = none、“move 30s”、“game 10m”、“game 10m+5s”或“byoyomi 10m+3x30s”
expected-result = 结果，如“black 40-24”或“draw by agreement”
expected-start = 由 . b w 组成、用 / 隔开的各行，后接 black 或 white
expected-entry = 着法、提议、评注或其他条目
expected-move = 着法
expected-move-of = { $color }的着法
expected-ply-number = 手数 { $number }
expected-seconds = 秒数，最多三位小数
expected-eval = 数字，最多两位小数
expected-escape = \\、\n 或 \u 加花括号中的编码
expected-parentheses = 成对的 ( 和 )
expected-entry-before-branch = 分支之前的条目
expected-end = “end”，可带校验和
expected-next-record = 下一份棋谱或文件结尾
expected-points = 坐标，如 f5
expected-cells = 棋盘上的各点
expected-side-to-move = 轮到哪一方
expected-semicolon = “;”
expected-move-score = 着法及其评分
expected-game-start = “(;”
expected-property-name = 大写字母的属性名
expected-property-value = 方括号中的值
expected-closing-bracket = “]”
expected-psq-header = “Piskvorky WIDTHxHEIGHT, …”
expected-psq-move = “x,y,毫秒”
expected-offsets = 相对中心的成对偏移量
expected-save-numbers = 67 个数：回合、两个标志（0 或 1）、64 个点（-1、0 或 1）
expected-wthor-header = 16 字节的 WTHOR 文件头
expected-wthor-games = 每局 68 字节的对局记录
expected-wthor-names = 长度固定的名字
expected-wthor-move = 点的编号
expected-renlib-header = 20 字节的 RenLib 文件头
expected-renlib-node = 两字节的节点
expected-renlib-text = 以零字节结尾的文本

## 程序

cli-about = 黑白棋、五子棋、六子棋、和平棋
cli-commands = 命令
cli-group-play = 下棋
cli-group-files = 棋谱与规则
cli-group-engine = 引擎
cli-group-server = 服务器
cli-group-help = 帮助
cli-options = 选项
cli-common = 通用选项
cli-examples = 示例
cli-arguments = 参数
cli-usage = 用法
cli-usage-options = [选项]
cli-usage-command = [命令]
cli-usage-default = [默认：
cli-usage-values = [可选：
cli-help = 显示帮助
cli-version = 显示版本
cli-help-about = 显示某个命令的帮助
cli-help-command = 要说明的命令或棋种；script 为自编程序的协议（默认：全部）
cli-verbose = 同时在标准错误上说明用到的文件和设置
cli-force = 覆盖已存在的文件
cli-lang = 语言：en、zh-Hans（或 zh、zh-CN）、zh-Hant（或 zh-TW）（默认：按设置，其次按系统区域设置）
cli-spec = 棋种：GAME[:SIZE][:RULES][:OPENING]，如 reversi:6 或 gomoku:15:renju:swap2
cli-from = 要读的文件的格式（默认：按文件名和内容判断）
cli-game = 文件的棋种，用于格式未写明时
cli-perft-about = 统计各深度的走法序列数（perft）
cli-perft-depth = 深度（手数），最多 30
cli-perft-threads = 线程数，最多 256（默认：1）
cli-check-about = 判断各点能不能下，不能下时说明原因（管道中每点一行英文，供脚本使用）
cli-check-moves = 已下的着法，如 "h8 i9" 或 f5d6c3；b:h8 和 w:i9 不按轮次直接放子
cli-check-points = 要检查的点；w:h8 表示不论轮到谁都按白方判断
cli-check-batch = 逐行检查文件，每行一个 SPEC<TAB>MOVES<TAB>POINT（- 为标准输入）
check-legal = { $point } 可以下。
cli-show-about = 显示对局中任意一手之后的局面
cli-show-file = 对局文件（- 为标准输入）
cli-show-at = 哪一手之后：手数，或用 b5 表示黑方第 5 子、w7 表示白方第 7 子（默认：最后一手）
cli-show-nth = 文件中的第几局，从 1 数起
cli-convert-about = 把对局从一种格式转换为另一种
cli-convert-in = 要读的文件（- 为标准输入）
cli-convert-out = 要写的文件（- 为标准输出）
cli-convert-to = 要写的格式（默认：按文件名判断）
cli-rules-about = 显示一种棋的规则
cli-stats-about = 显示已下完的对局的战绩，按棋种和棋手列出
stats-none = 还没有下完的对局。
stats-line = { $first } 胜 – { $second } 胜，{ $drawn } 和
cli-rules-game = 棋种；给出完整规格则只显示相应的规则（默认：列出各种棋）
rules-list = 各种棋的规则：
cli-completions-about = 输出 shell 补全脚本
cli-completions-shell = shell 名称
cli-man-about = 显示手册页；管道中输出 man 的格式
man-name = 名称
man-synopsis = 用法
man-description = 说明
man-same = 每个命令都有 --help；yiqi help COMMAND 显示同样的内容。
man-files = 文件
man-file-folder = Linux 上的数据文件夹；--data-dir 指定另一个。下列文件都在其中。
man-file-settings = 全屏应用和控制台的设置。
man-file-last-game = 上次开始的对局，菜单会再次提供。
man-file-saves = 九个存档位。
man-file-unfinished = 进行中的对局，每手棋落下之前写入。
man-file-history = 在控制台输入过的行。
man-file-token = 服务器凭此认出你的密钥：不要给别人。
man-environment = 环境变量
man-env-lang = 语言，除非 --lang 或设置另有指定。
man-env-no-color = 非空时不使用颜色。
man-env-term = 终端能显示多少种颜色。
man-env-certificates = 代替系统所信任的证书颁发机构。
man-exit = 退出状态
man-exit-0 = 成功。
man-exit-1 = 工作失败，例如文件无法写入。
man-exit-2 = 用法有误，或输入无法读取。
script-title = script 协议
script-about = 自编程序的协议，任何语言都可以。每次轮到它时，从标准输入读一行 JSON，并立即向标准输出写一行着法。输入结束时，程序就不再需要了。
script-answer = 回答是 legal 中列出的一个着法。输出的每一行都是回答；其他内容请写到标准错误。
script-use = 对局：yiqi play reversi --white "program:script:python3 bot.py"；测试：yiqi engine check --protocol script python3 bot.py；起名：yiqi programs add。这一行的字段：
script-game = reversi、peace、gomoku 或 connect6
script-size = 棋盘的行列数
script-spec = 棋种规格，含棋盘和规则
script-turn = 你的颜色，black 或 white
script-stone = 要放的棋子的颜色；需要选颜色时为 null
script-moves = 到目前为止的着法
script-legal = 所有可以回答的着法，不会为空
script-board = 自上而下的各行，用 b、w 和 . 表示
script-time = 这一手还有多少毫秒；不计时为 null

show-players = { $black-stone } { $black }   { $white-stone } { $white }
show-after =
    { $ply ->
        [0] 第一手之前。
       *[other] 第 { $ply } 手之后（共 { $plies } 手）：{ $move }
    }
show-score = { $black-stone } { $black }   { $white-stone } { $white }
show-turn = { $stone } 轮到{ $color }。
show-must-pass = { $stone } { $color }无处可下，必须停一手（pass）。
show-choose = { $stone } 请{ $color }选择：{ $choices }。

error-unknown-argument = 这里不能用“{ $argument }”：请看 { $help }。
error-unknown-argument-meant = 这里不能用“{ $argument }”：是不是 { $meant }？请看 { $help }。
error-unknown-command = 没有“{ $command }”这个命令：请看 { $help }。
error-unknown-command-meant = 没有“{ $command }”这个命令：是不是 { $meant }？请看 { $help }。
error-missing-argument = 缺少 { $argument }：请看 { $help }。
error-invalid-value = “{ $value }”不能用于 { $argument }：请看 { $help }。
error-number-between = “{ $value }”不能用于 { $argument }：请写 { $min } 到 { $max } 的数。
error-number-from = “{ $value }”不能用于 { $argument }：请写不小于 { $min } 的数。
error-one-of = “{ $value }”不能用于 { $argument }：请选 { $choices }。
error-conflict = { $argument } 和 { $other } 不能同时使用。
error-too-often = { $argument } 只能给出一次。
error-usage = 命令行有误：{ $problem }
error-file = { $file }：{ $problem }
error-batch-line = { $file }：第 { $line } 行：{ $problem }
error-batch-columns = 应为用制表符隔开的 SPEC、MOVES 和 POINT。
error-moves = 列表中第 { $number } 手 { $move } 不能下：{ $problem }
error-write = 无法写入：{ $problem }
error-exists = 已经存在：加上 --force 可以覆盖。
error-unknown-format = 无法判断格式；请用 { $flag } 指明，可选：{ $formats }。
error-not-writable = { $format } 只能读，不能写。
error-no-such-game =
    { $count ->
        [0] 文件中没有对局。
       *[other] 文件中只有 { $count } 局。
    }
error-no-such-ply =
    { $count ->
        [0] 这局棋没有着法。
       *[other] 这局棋只有 { $count } 手。
    }
error-no-such-stone =
    { $count ->
        [0] { $color }在这局棋中没有落子。
       *[other] { $color }在这局棋中只下了 { $count } 子。
    }
error-at = “{ $value }”不是对局中的位置：请写手数，或写 b5（黑方第 5 子）、w7（白方第 7 子）。

play-failed = { $side }的棋手出错：{ $problem }
play-total = 共 { $games } 局：黑胜 { $black }，白胜 { $white }，和 { $draws }
play-forfeits = 有 { $count } 局因程序出错判负。
play-other-game = 这是另一种棋：{ $game }。
cli-play-about = 让两名棋手对局，人或电脑都可以
cli-play-player = 由谁来下：human、random、greedy、weights、alphabeta:depth=7、engine:level=8、program:PROTOCOL:COMMAND，协议为 gomocup、nboard、gtp、botzone 或 script（见 yiqi help script）
cli-play-from = 从哪个文件开始；FILE@PLY 或 FILE@b5 指定中途的局面
cli-play-record = 把对局保存到这个文件
cli-play-games = 对局数
cli-play-seed = 让没有指定 seed 的棋手可重复：同一个数，同样的对局
cli-console-about = 在控制台逐行输入下棋，也可以通过管道
cli-console-names = 两人的名字，用逗号隔开
cli-console-game = 要打开的对局，可以多次给出（默认：peace 和 reversi）
cli-console-style = 棋盘的画法：plain、grid 或 emoji
cli-console-swap = 对调 ● 和 ○，用于看起来颜色相反的终端
cli-console-keep = 显示棋盘前不清屏
cli-replay-about = 逐手复盘，并可从任意一手接着下
cli-data-dir = 保存存档和设置的文件夹（默认：平台的数据文件夹）
cli-color = 是否使用颜色：auto、always 或 never
error-data-dir = 数据文件夹无法使用：{ $problem }
error-no-terminal = 这里需要终端；没有终端时可以用“yiqi console”。
cli-default = 不带命令时，在终端中启动全屏界面，否则启动控制台。“yiqi gomoku 15 renju”直接开始那种棋，“yiqi 文件”打开棋谱。
cli-game-about = 下{ $game }：在终端里马上开始，对手是电脑 4 级，不计时；否则用命令行模式
cli-game-sizes = { $min } 到 { $max }；不写则为 { $usual }
cli-game-sizes-even = { $min } 到 { $max } 的偶数；不写则为 { $usual }
cli-game-default = （默认）
cli-game-more = “yiqi play --help”说明如何选择棋手，“yiqi --help”列出所有命令。
verbose-start = yiqi { $version } · 语言 { $lang } · 数据文件夹 { $folder }
verbose-read = 按 { $format } 读取了 { $file }：{ $count } 局
verbose-written = 写入了 { $file }
