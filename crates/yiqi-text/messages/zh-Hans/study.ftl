### 网页的棋盘和研究页（复盘与分析）的用语（简体中文）。

## 棋盘：供看不见棋盘的人听

board-label = { $game }：黑子 { $black }，白子 { $white }
board-point-empty = { $point }，空
board-point-legal = { $point }，空，可下
board-point-forbidden = { $point }，禁手：{ $kind }
board-point-black = { $point }，黑子
board-point-white = { $point }，白子
board-point-black-last = { $point }，黑子，最后一手
board-point-white-last = { $point }，白子，最后一手

## 打开

study-title = 研究
study-page-title = { $title } · 弈棋
study-open-game = 打开棋谱
study-paste-here = 把棋谱粘贴在这里，或把文件拖到本页任意处
study-format-of-file = 格式
study-format-told = 自动识别
study-game-of-file = 棋种
study-game-told = 按文件内容
study-open-button = 打开
study-choose-file = 选择文件…
study-formats-hint = 各种格式都可以：yiqi、SGF、GGF、WTHOR、Piskvork、RenLib，或只有着法。如果文件没有写明棋种，请在上面选择。
study-empty-board = 从空棋盘开始
study-other-board = 其他棋盘
study-open-board = 打开这个棋盘
study-link-not-a-move = 链接里的“{ $move }”不是着法。
study-link-refused = 链接里有一手不能下。{ $problem }
study-link-broken = 链接不完整：请重新索取。
study-record = 第
study-record-of = 局，共 { $count } 局
study-kept = 与实战对局不同。
study-kept-shared = 含链接中的改动。
study-kept-discard = 放弃改动
study-kept-original = 查看实战对局
study-kept-ask = 放弃你对这局棋所加的评注、标记和变化？

## 着法

study-moves = 着法
study-start = 开始
study-no-moves = 还没有着法：请在棋盘上落子。
study-branches = 代替 { $move } 的变化
study-word-pass = 停一手
study-word-swap = 交换
study-word-keep = 不换
study-word-more = 再下两子
study-delete-branch = 删除这个变化（{ $count } 手）
study-delete-from-here = 从这里开始删除（{ $count } 手）
study-turn = 轮到{ $side }。
study-turn-other-stone = 请{ $side }为{ $color }落一子。
study-must-pass = { $side }无处可下，必须停一手。
study-promote = 把这个变化设为主线
study-undo = 撤销
study-redo = 重做
study-nothing-to-undo = 没有可撤销的操作。
study-nothing-to-redo = 没有可重做的操作。
study-numbers = 在棋子上显示手数
study-comment = 评注
study-comment-hint = 写下对这个局面的看法…
study-tools = 棋盘标记
study-tool-circle = 圆圈
study-tool-triangle = 三角
study-tool-square = 方块
study-tool-cross = 叉
study-tool-label = 字母
study-tool-arrow = 箭头
study-tool-clear = 清除这里的标记
study-arrow-from = 从 { $point } 出发的箭头：请选择终点。
study-taken-back = 已悔棋
study-delete = 删除

## 逐手观看

study-steps = 逐手观看
study-first = 到开头
study-back = 上一手
study-forward = 下一手
study-last = 到结尾
study-slider = 手数
study-place = 第 { $ply } 手，{ $side } { $move }
study-jump = 转到：b5 是黑方第 5 子，w7 是白方第 7 子，12 是第 12 手
study-jump-hint = 手数
study-not-a-place = “{ $text }”不是对局中的位置：请写手数，或写 b5（黑方第 5 子）、w7（白方第 7 子）。
study-no-such-place =
    { $count ->
        [0] 没有 { $place }：这个变化还没有着法。
       *[other] 没有 { $place }：这个变化只有 { $count } 手。
    }
study-keys = 快捷键：?

## 形势

study-eval-ahead = { $side }预计约胜 { $by } 子。
study-eval-even = 双方均势。
study-eval-chance = { $side }胜率 { $percent }%。
study-eval-wins = { $side }胜。
study-eval-wins-by = { $side }净胜 { $by } 子。
study-eval-wins-least = { $side }胜，至少净胜 { $by } 子。
study-eval-wins-in = { $side }必胜，{ $plies } 手之内（双方合计）。
study-eval-draw = 和棋。
study-eval-unknown = 未分析
study-eval-within = 估计，误差通常在 { $count } 子以内
study-eval-sure = { $words }（{ $sure }）
study-after-move = 第 { $ply } 手 { $move }
study-graph-label = { $all } 个局面中 { $count } 个的评估（黑方视角）
study-view-stones = 数字为子数：＋ 表示黑方领先，− 表示白方领先。
study-view-chance = 百分数为黑方胜率。

## 引擎

study-book = 开局库
study-book-depth = 深度 { $depth } 以上
study-engine = 引擎
study-analysis = 分析
study-engine-thinks = 思考中
study-engine-depth = 深度 { $depth }，{ $seconds } 秒
study-engine-done = 深度 { $depth }，用时 { $seconds } 秒，已完成
study-engine-nothing = 这里没有可分析的着法
study-engine-broke-off = 连接断开了：请重新打开引擎。
study-lines = 变化数
study-time = 时间
study-time-each = 每手
study-seconds = { $seconds } 秒
study-try-line = 下到 { $move }
study-analyze-game = 分析全局
study-analyze-stop = 停止（{ $done } / { $all }）
study-analyze-progress = 已分析的局面
study-analyze-deeper = 深入分析
study-analyzing = 分析中：{ $done } / { $all }

## 带走

study-play-on = 从这里继续下
study-open-other = 打开别的棋谱
study-copy-link = 复制链接
study-link-all = 链接会打开这局棋，包括全部变化、评注和标记。
study-link-game = 链接会打开这局棋的当前局面。
study-link-moves = 链接会打开这些着法的当前局面。
study-link-long = 内容太多，链接只包含这条线路的着法。如需全部内容，请保存为文件。
study-export = 另存为…
study-export-game = 棋谱
study-export-board = 棋盘图片
study-format-yiqi = yiqi（内容最全）
study-format-sgf = SGF（多数程序）
study-format-ggf = GGF（黑白棋服务器）
study-format-transcript = 仅着法（黑白棋）
study-format-obf = OBF（黑白棋，最后局面）
study-format-wthor = WTHOR（黑白棋棋谱库）
study-format-psq = PSQ（Piskvork、Gomocup）
study-format-pos = 仅着法（五子棋）
study-format-offsets = Gomocup 开局
study-format-renlib = RenLib（连珠谱库）
study-format-save = 旧程序存档（67 个数字）

## 失误

study-coach = 失误
study-coach-none = 没有发现失误。
study-previous-mistake = 上一个失误
study-next-mistake = 下一个失误
study-accuracy = 准确率 { $percent }%
study-accuracy-how = 100% 表示每一手都与引擎相同。损失 4 子或 15% 胜率的一手算一半。
study-grade-inaccuracy = 缓着
study-grade-mistake = 失误
study-grade-blunder = 大失误
study-cost-stones = 损失 { $value } 子。
study-cost-chance = 损失 { $value }% 胜率。
study-best-move = { $move } 正是引擎的选择。
study-good-move = { $move } 是好棋。
study-better = { $move } 更好。
study-better-line = 看后续变化
study-count-inaccuracy = { $count } 步缓着
study-count-mistake = { $count } 步失误
study-count-blunder = { $count } 步大失误
study-count-none = 没有失误
study-cost-stones-short = 损 { $value } 子
study-cost-chance-short = 损 { $value }%
study-graded = { $ply }. { $move }：{ $grade }
study-better-show = 看更好的下法
study-better-place = 更好的变化：第 { $number } 手，共 { $count } 手
study-better-than = 比第 { $ply } 手 { $move } 更好：

## 摆局面

study-setup = 摆局面
study-setup-stones = 棋子
study-setup-erase = 擦除
study-setup-turn = 轮到
study-setup-clear = 清空棋盘
study-setup-start = 起始局面
study-setup-done = 研究这个局面
study-setup-over = 这个局面不能下：棋局在此已经结束。{ $why }
study-setup-ask = 放弃摆好的局面？
study-setup-discard = 放弃

## 快捷键

study-keys-title = 快捷键
study-key-step = 上一手、下一手
study-key-branch = 换变化
study-key-ten = 跳十手
study-key-ends = 开头、结尾
study-key-jump = 转到黑方第 5 子、白方第 7 子、第 12 手
study-key-engine = 开关引擎
study-key-mistake = 下一个、上一个失误
study-key-comment = 写评注，Esc 离开
study-key-promote = 把这个变化设为主线
study-key-delete = 从这里开始删除
study-key-undo = 撤销、重做
study-key-numbers = 显示或隐藏手数
study-key-play-on = 从这里继续下
study-key-setup = 摆局面
study-key-play = 在棋盘上：在光标处落子，方向键移动光标
study-key-marks = 在棋盘上：标记、字母、箭头。用鼠标：右键点击、右键拖动

## 开局名称

study-opening = 开局：{ $name }
study-opening-othello-diagonal = 对角开局
study-opening-othello-parallel = 平行开局
study-opening-othello-perpendicular = 垂直开局
study-opening-othello-wing = 翼
study-opening-othello-semi-wing = 半翼
study-opening-othello-snake = 蛇
study-opening-othello-heath = Heath
study-opening-othello-cow = 牛
study-opening-othello-chimney = 烟囱
study-opening-othello-bat = 蝙蝠
study-opening-othello-buffalo = 水牛
study-opening-othello-horse = 马
study-opening-othello-shaman = Shaman
study-opening-othello-inoue = 井上
study-opening-othello-rose = 玫瑰
study-opening-othello-flat = Flat
study-opening-othello-ganglion = Ganglion
study-opening-othello-swallow = 燕子
study-opening-othello-italian = 意大利
study-opening-othello-cat = 猫
study-opening-othello-tiger = 老虎
study-opening-othello-aubrey = Aubrey
study-opening-othello-leaders-tiger = Leader’s Tiger
study-opening-othello-brightwell = Brightwell
study-opening-othello-stephenson = Stephenson
study-opening-othello-compoth = Comp’Oth
study-opening-othello-kung = Kung
study-opening-othello-rose-bill = Rose-Bill
study-opening-renju-d1 = 寒星
study-opening-renju-d2 = 溪月
study-opening-renju-d3 = 疏星
study-opening-renju-d4 = 花月
study-opening-renju-d5 = 残月
study-opening-renju-d6 = 雨月
study-opening-renju-d7 = 金星
study-opening-renju-d8 = 松月
study-opening-renju-d9 = 丘月
study-opening-renju-d10 = 新月
study-opening-renju-d11 = 瑞星
study-opening-renju-d12 = 山月
study-opening-renju-d13 = 游星
study-opening-renju-i1 = 长星
study-opening-renju-i2 = 峡月
study-opening-renju-i3 = 恒星
study-opening-renju-i4 = 水月
study-opening-renju-i5 = 流星
study-opening-renju-i6 = 云月
study-opening-renju-i7 = 浦月
study-opening-renju-i8 = 岚月
study-opening-renju-i9 = 银月
study-opening-renju-i10 = 明星
study-opening-renju-i11 = 斜月
study-opening-renju-i12 = 名月
study-opening-renju-i13 = 彗星
