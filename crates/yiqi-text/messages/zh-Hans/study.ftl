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
study-record = 第
study-record-of = 局，共 { $count } 局

## 着法

study-moves = 着法
study-start = 开始
study-no-moves = 还没有着法：请在棋盘上落子。
study-branches = 代替 { $move } 的变化
study-word-pass = 停一手
study-word-swap = 交换
study-word-keep = 不换
study-word-more = 再下两子
study-delete-branch = 删除这个变化
study-delete-from-here = 从这里开始删除
study-ask-delete = 删除从 { $move } 开始的 { $count } 手吗？
study-delete-yes = 删除
study-turn = 轮到{ $side }。
study-turn-other-stone = 请{ $side }为{ $color }落一子。
study-must-pass = { $side }无处可下，必须停一手。

## 逐手观看

study-steps = 逐手观看
study-first = 到开头
study-back = 上一手
study-forward = 下一手
study-last = 到结尾
study-slider = 手数
study-place = 第 { $ply } 手，{ $side } { $move }
study-jump = 转到：b5 是黑方第 5 子，w7 是白方第 7 子，12 是第 12 手
study-jump-hint = b5
study-not-a-place = “{ $text }”不是对局中的位置：请写手数，或写 b5（黑方第 5 子）、w7（白方第 7 子）。
study-no-such-place =
    { $count ->
        [0] 没有 { $place }：这个变化还没有着法。
       *[other] 没有 { $place }：这个变化只有 { $count } 手。
    }
study-keys = ← → 前后一手 · ↑ ↓ 换变化 · Home End · 输入 b5、w7 或 12 · h 引擎 · B 从这里下

## 形势

study-eval-ahead = { $side }领先 { $by }。
study-eval-even = 双方均势。
study-eval-chance = { $side }胜率 { $percent }%。
study-eval-wins = { $side }胜。
study-eval-wins-by = { $side }净胜 { $by } 子。
study-eval-wins-least = { $side }胜，至少净胜 { $by } 子。
study-eval-wins-in = { $side } { $plies } 手内必胜。
study-eval-draw = 和棋。
study-eval-unknown = 未分析
study-mistake = 失误
study-after-move = 第 { $ply } 手 { $move }
study-graph-label = { $all } 个局面中 { $count } 个的评估（黑方视角）

## 引擎

study-engine = 引擎
study-engine-off = 已关闭
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

## 带走

study-play-on = 从这里继续下
study-open-other = 打开别的棋谱
study-copy-link = 复制链接
study-export = 另存为…
study-export-game = 棋谱
study-export-board = 棋盘图片
study-format-yiqi = yiqi（内容最全）
study-format-sgf = SGF
study-format-ggf = GGF
study-format-transcript = 仅着法
study-format-obf = OBF（最后的局面）
study-format-wthor = WTHOR
study-format-psq = Piskvork（PSQ）
study-format-pos = 仅着法（POS）
study-format-offsets = Gomocup 开局
study-format-renlib = RenLib
study-format-save = 67 个数的存档
