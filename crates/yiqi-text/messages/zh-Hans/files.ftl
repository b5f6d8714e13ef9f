### 终端里的复盘、文件和图片，简体中文。

## 复盘

key-space = 空格
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
replay-analyze-how = a：看引擎的分析
replay-analysis-began = 引擎正在分析每一手；按 Esc 停止。
replay-analysis-stopped = 引擎已停止。

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
