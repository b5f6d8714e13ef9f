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
eval-chance = { $side }胜率 { $percent }%
eval-wins = { $side }胜
eval-wins-by = { $side }净胜 { $by } 子
eval-wins-least = { $side }至少净胜 { $by } 子
eval-wins-in = { $side } { $plies } 手内必胜

## 提示

hint-move = 建议下 { $move }。
hint-best = 建议下 { $move }（{ $eval }）。预计：{ $line }。
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
cli-engine-protocol = 协议：gtp、nboard、gomocup、botzone 或 script
cli-engine-game = 下哪种棋（默认 reversi；gomocup 默认 gomoku）
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
analyze-plot-players = { $game }：{ $black }（黑）– { $white }（白）
analyze-plot-stones = 领先子数：+ 黑方，− 白方
analyze-plot-chance = 胜率优势（%）：+ 黑方，− 白方
analyze-plot-moves = 手数
