### 终端里的复盘、文件和图片，简体中文。

## 复盘

key-space = 空格键
replay-key-up = 上一个变化，或后退一手
replay-key-down = 下一个变化，或前进一手
replay-key-play = 自动播放，或停止
replay-key-analyze = 让引擎分析全局
replay-variation =
    { $ply ->
        [0] 从第一手开始的变化。
       *[other] 第 { $ply } 手之后的变化。
    }
replay-choice = 下一手：{ $moves }（↑ ↓ 选择）
replay-says = { $name }：{ $text }
replay-note = 注：{ $text }
replay-fault = 这一手损失 { $loss }；下 { $best } 更好。
replay-loss-stones = { $by } 子
replay-loss-chance = { $percent }% 的胜率
replay-engine = 引擎：{ $eval }，深度 { $depth }。最佳：{ $line }
replay-engine-end = 终局：{ $eval }。
replay-analyzing = 已分析 { $done }/{ $all } 个局面……
replay-analyze-how = { $key }：看引擎的分析
replay-analysis-began = 引擎正在分析每一手；按 Esc 停止。
replay-analysis-stopped = 引擎已停止。
replay-ahead = { $name }领先
replay-no-such-move = 这局棋没有下过 { $point }。
replay-typing-letter = Enter：{ $command }
replay-typing-stone = { $color }第 { $number } 子；坐标请写 { $point }

## 复制和图片

command-copy = 复制到剪贴板：record（棋谱）、position（局面）或 link（链接）
command-picture = 把棋盘存成图片（.svg 或 .png）
export-key = 复制棋谱或局面，或保存图片
export-title = 复制或保存
export-record = 复制棋谱
export-position = 复制局面
export-link = 复制本桌的链接
export-svg = 保存棋盘图片（SVG）
export-png = 保存棋盘图片（PNG）
export-copied-record = 已把棋谱复制到剪贴板（{ $count } 个字符，需终端允许）。
export-copied-position = 已把局面复制到剪贴板（{ $count } 个字符，需终端允许）。
export-copied-link = 已把链接复制到剪贴板（{ $count } 个字符，需终端允许）。
export-no-link = 只有服务器上的对局才有链接。
export-too-long = 棋谱太长，放不进剪贴板：请保存到文件。
export-picture-saved = 图片已存为 { $file }。
export-picture-format = 图片的文件名须以 .svg 或 .png 结尾。

## show 和 replay 命令

cli-show-picture = 同时把局面存成图片（.svg 或 .png）
cli-show-force = 覆盖已有的文件
error-file-exists = 文件已经存在；加 --force 可以覆盖。
show-comment = 第 { $ply } 手后，{ $name }：{ $text }
show-note = 第 { $ply } 手后：{ $text }
show-variation = 变化：{ $moves }
show-more = ……还有 { $count } 条。
show-marks = 标记：{ $points }

## 选择对局

chooser-save = 保存对局
chooser-load = 载入对局
chooser-replay = 复盘
chooser-open = 打开的对局
chooser-slots = 存档位
chooser-recent = 最近的文件
chooser-finished = 已结束
chooser-files = 文件
chooser-folder = 文件夹
chooser-new-file = 新文件：{ $file }
chooser-path = 文件：
chooser-path-how = 输入路径；Tab 补全，~ 是主目录
chooser-empty-open = 没有打开的对局。
chooser-empty-files = 这里没有对局和文件夹。
chooser-empty-recent = 载入或保存过的文件会列在这里。
chooser-empty-finished = 下完的每一局都会列在这里。
chooser-drawn = 和棋
chooser-won = { $stone } 胜
chooser-nothing = 没有选中：请选一局，或输入路径。
chooser-no-match = 没有以此开头的对局或文件夹。
chooser-large = 文件较大；按 Enter 打开。
chooser-games = { $count } 局；第一局：
chooser-games-of = { $file }：{ $count } 局
chooser-ask-overwrite = { $file } 已经存在。要覆盖吗？
chooser-hints = ← → 列表 · ↑ ↓ Enter 选择 · 输入路径 · Esc 返回 · F1 帮助
chooser-hints-save = ← → 列表 · ↑ ↓ Enter 保存 · 输入新文件名 · Esc 返回 · F1 帮助
chooser-hints-typing = Enter 打开 · Tab 补全 · ↑ ↓ 选择 · Esc 清除
chooser-hints-games = ↑ ↓ Enter 选择 · 输入号码 · Esc 返回 · ? 帮助
chooser-games-choose = 共 { $count } 局：选哪一局？
chooser-help-save = 把对局存入九个存档位之一，或存成文件。文件名的后缀决定格式，如 .yiqi 或 .sgf。
chooser-help-load = 打开一局接着下，不影响已打开的对局：可选存档位、文件或已结束的对局。列表旁边显示棋盘。
chooser-help-replay = 逐手看一局棋：打开的、已结束的，或存档位和文件中的。列表旁边显示棋盘。
chooser-help-lists = 换一个列表
chooser-help-slot = 那个存档位，在哪个列表都可以
chooser-help-path = 输入路径或文件名，列表随之变化
chooser-help-tab = 补全输入；没有输入时换下一个列表
chooser-help-enter-save = 存在那里；覆盖之前会先问
chooser-help-enter-load = 打开这一局
chooser-help-enter-replay = 看这一局
games-help = 这个文件中的对局。
games-help-number = 转到这个号码的对局
games-help-enter = 选这一局

## 摆放局面

command-setup = 摆放一个局面，从那里开始下
setup-menu = 摆放局面
setup-title = 摆放局面
setup-turn = 轮到{ $color }。
setup-key-stones = 方向键移动，b 黑子，w 白子，x 清空
setup-key-cycle = 空格或点击改变一点
setup-key-turn = t：轮到谁
setup-key-clear = c：清空棋盘；s：通常的开局
setup-key-game = g：换棋种；+ −：换大小
setup-key-enter = Enter：从这里开始
setup-hints = b w x 棋子 · t 轮次 · c 清空 · g 棋种 · + − 大小 · Enter 开始 · Esc 返回
setup-over = 这个局面已经终局。
setup-help = 随意摆子，选定轮到谁，然后从那里开始下。按 Esc 离开，不会打开对局。
setup-help-move = 移动光标；也可以点击
setup-help-stones = 黑子、白子、清空
setup-help-cycle = 依次换成黑子、白子、空
setup-help-turn = 轮到谁
setup-help-clear = 清空棋盘
setup-help-start = 通常的开局
setup-help-game = 换棋种
setup-help-size = 棋盘变大或变小
setup-help-enter = 选择谁来下，然后开始
setup-console = 从上到下输入各行，再输入轮到哪方：setup ......../......../......../...wb.../...bw.../......../......../........ black

## 文件问题

io-not-found = 没有这个文件或文件夹。
io-denied = 没有权限。
io-not-a-file = 这不是普通文件。
io-full = 磁盘已满。
io-read-only = 这个磁盘不能写入。
io-other = { $problem }。
