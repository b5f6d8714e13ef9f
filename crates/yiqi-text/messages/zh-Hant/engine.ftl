### 關於引擎和引擎的判斷所說的話，繁體中文。

## 引擎怎麼知道形勢的

sure-exact = 精確
sure-outcome = 勝負已定，子數未定
sure-wins-in = { $plies } 手內必勝
sure-loses-in = { $plies } 手內必敗
sure-estimate = 估計
sure-estimate-error = 估計，誤差約 { $error }
sure-estimate-percent = 估計，把握 { $percent }%
sure-estimate-both = 估計，誤差約 { $error }，把握 { $percent }%

## 命令

cli-level = 級別，1 到 20
cli-time = 每個局面的時間，如 500ms 或 2s
cli-depth = 向前看的手數，最多 60
cli-nodes = 查看的局面數
cli-threads = 同時思考的執行緒數，最多 256（預設 1）
cli-hash = 引擎記憶所用的記憶體，單位 MiB，最多 65536（預設 64）
cli-json = 每行輸出一個 JSON 物件
cli-engine-about = 作為引擎供其他程式使用，透過標準輸入和輸出
cli-engine-protocol = 協定：gtp、nboard、gomocup、botzone 或 script
cli-engine-game = 下哪種棋（預設 reversi；gomocup 預設 gomoku）
cli-solve-about = 精確求解黑白棋殘局
cli-solve-files = OBF 格式的局面檔案（- 為標準輸入）
cli-solve-outcome = 只求勝負：分數只是界限，其正負是確定的
cli-bench-about = 用所有引擎搜尋固定局面，並輸出速度
cli-analyze-about = 輸出引擎對一個局面或一局棋每一手的看法
cli-analyze-what = 棋譜檔案（- 為標準輸入），或棋種
cli-analyze-moves = 到達該局面的著法，如 "h8 i9" 或 f5d6c3；用於棋種
cli-analyze-multi = 列出幾個最好的著法
cli-analyze-plot = 把全局形勢畫成圖的檔案，SVG 或 PNG
cli-analyze-find-win = 尋找輪走一方的必勝著法並輸出（五子棋）
error-find-win = --find-win 只用於五子棋。
analyze-no-win = 沒有找到必勝著法。
error-engine-game = { $protocol } 協定不能下{ $game }。
error-time = 「{ $value }」不能用於 { $flag }：請寫時間長度，如 2s 或 500ms。
error-not-reversi = 只能求解 8×8 黑白棋的局面。
error-plot-ending = { $file }：圖的檔名須以 .svg 或 .png 結尾。
error-plot-single = --plot 畫的是整局棋，而這只是一個局面。
analyze-ply = 手數
analyze-side = 一方
analyze-played = 實戰
analyze-best = 最佳
analyze-score = 形勢
analyze-depth = 深度
analyze-known = 如何得知
analyze-line = 預計
analyze-over = 棋局已結束。
analyze-stopped = 已停止。
analyze-plot-title = 形勢，從黑方看
