### 關於引擎和引擎的判斷所說的話，繁體中文。

## 引擎怎麼知道形勢的

sure-exact = 精確
sure-outcome = 勝負確定，子數不確定
sure-wins-in = { $plies } 手內必勝
sure-loses-in = { $plies } 手內必敗
sure-estimate = 估計
sure-estimate-error = 估計，誤差 ± { $error }
sure-estimate-percent = 估計，信賴度 { $percent }%
sure-estimate-both = 估計，誤差 ± { $error }，信賴度 { $percent }%

## 局面的價值

eval-even = 均勢
eval-draw = 和棋
eval-stones = { $side }領先 { $by } 子
eval-chance = { $side }勝率 { $percent }%
eval-wins = { $side }勝
eval-wins-by = { $side }淨勝 { $by } 子
eval-wins-least = { $side }至少淨勝 { $by } 子
eval-wins-in = { $side } { $plies } 手內必勝

## 提示

hint-move = 建議下 { $move }。
hint-best = 建議下 { $move }（{ $eval }）。預計：{ $line }。
hint-second = 次選：{ $move }（{ $eval }）。

## 指令

cli-level = 等級，1 到 20
cli-time = 每個盤面的時間，如 500ms 或 2s
cli-depth = 搜尋深度（手數），最多 60
cli-nodes = 搜尋的盤面數
cli-threads = 搜尋執行緒數，最多 256（預設 1）
cli-hash = 置換表大小，單位 MiB，最多 65536（預設 64）
cli-json = 每行輸出一個 JSON 物件
cli-engine-about = 作為引擎供其他程式呼叫，透過標準輸入和輸出
cli-engine-protocol = 協定：gtp、nboard、gomocup、botzone 或 script
cli-engine-game = 下哪種棋（預設 reversi；gomocup 預設 gomoku）
cli-solve-about = 精確求解黑白棋殘局
cli-solve-files = OBF 格式的盤面檔案（- 為標準輸入）
cli-solve-outcome = 只求勝負：分數只是界限，但正負是確定的
cli-bench-about = 用各個引擎搜尋固定盤面，並輸出速度
cli-analyze-about = 分析一個盤面，或一局棋的每一手
cli-analyze-what = 棋譜檔案（- 為標準輸入），或棋種規格
cli-analyze-moves = 到達該盤面的著法，如 "h8 i9" 或 f5d6c3；只用於棋種規格
cli-analyze-multi = 列出多少個最佳著法
cli-analyze-plot = 全局形勢圖的檔案，SVG 或 PNG
cli-analyze-find-win = 為輪到的一方尋找必勝著法並輸出（五子棋）
error-find-win = --find-win 只能用於五子棋。
analyze-no-win = 沒有找到必勝著法。
error-engine-game = { $protocol } 協定不能下{ $game }。
error-time = 「{ $value }」不能用於 { $flag }：請寫時間長度，如 2s 或 500ms。
error-not-reversi = 只能求解 8×8 黑白棋的盤面。
error-plot-ending = { $file }：形勢圖的檔名須以 .svg 或 .png 結尾。
error-plot-single = --plot 需要整局棋，而這只是一個盤面。
analyze-ply = 手數
analyze-side = 行棋方
analyze-played = 實戰
analyze-best = 最佳
analyze-score = 領先
analyze-depth = 深度
analyze-known = 確定程度
analyze-line = 預計變化
analyze-over = 對局已經結束。
analyze-stopped = 已停止。
analyze-plot-players = { $game }：{ $black }（黑）– { $white }（白）
analyze-plot-stones = 領先子數：+ 黑方，− 白方
analyze-plot-chance = 勝率優勢（%）：+ 黑方，− 白方
analyze-plot-moves = 手數
