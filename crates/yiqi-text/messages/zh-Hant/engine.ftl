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
eval-stones-behind = { $side }落後 { $by } 子
eval-stone = { $side }領先 { $by } 子
eval-stone-behind = { $side }落後 { $by } 子
eval-chance = { $side }勝率 { $percent }%
eval-wins = { $side }勝
eval-wins-by = { $side }淨勝 { $by } 子
eval-wins-least = { $side }至少淨勝 { $by } 子
eval-wins-in = { $side } { $plies } 手內必勝

## 提示

hint-move = 建議下 { $move }。
hint-best = 引擎全力建議下 { $move }（{ $eval }）。預計：{ $line }。
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
cli-engine-protocol = 協定：gtp、nboard、gomocup、botzone 或 script（見 yiqi help script）；或用 check 測試其他程式
cli-engine-game = 下哪種棋（預設 reversi；gomocup 預設 gomoku）
cli-engine-check-protocol = 用於 check：受測程式的協定，可像棋手那樣帶選項：gtp,cage=off
cli-engine-check-command = 用於 check：受測程式及其參數
cli-programs-about = 列出、新增或移除可依名稱選為棋手的外部程式
cli-programs-action = list（列出）、add（新增）或 remove（移除）
cli-programs-name = 棋手的名稱
cli-programs-protocol = gomocup、nboard、gtp、botzone 或 script（見 yiqi help script）；選項以逗號相接：gomocup,memory=350
cli-programs-command = 程式及其參數
programs-none = 還沒有儲存的程式。新增：yiqi programs add NAME PROTOCOL COMMAND
programs-bad-name = 「{ $name }」不能用作程式的名稱：最多 40 個字元，不含「:」「=」「,」，也不能與內建棋手或協定同名。
programs-unknown = 沒有名為「{ $name }」的程式。
programs-added = 已儲存 { $name }：{ $program }
check-not-started = 無法啟動程式：{ $problem }。
check-ended = 程式結束了（{ $status }）。
check-silent = 程式在 { $seconds } 秒內沒有回答「{ $line }」。每行輸出之後有清空緩衝區嗎？
check-flood = 程式不停地輸出。
check-wrong = 對「{ $line }」，程式答了「{ $answer }」。應為：{ $wanted }。
check-illegal = 程式答了「{ $answer }」，在這裡不是合法的著法。
check-late = 回應用了 { $taken } 毫秒；告訴程式的時限是 { $allowed } 毫秒。
check-unasked = 程式在沒有詢問時輸出了「{ $answer }」。每個問題只回答一次。
check-stays = 收到「{ $line }」之後程式沒有結束。
check-stays-at-end = 輸入結束之後程式沒有結束。
check-good = 共 { $count } 項，全部正確。
check-bad = { $count } 項中有 { $wrong } 項不對。
cage-none = 程式沒有在隔離環境中執行。
cage-whole = 程式在完整的隔離環境中執行：{ $present }。
cage-part = 程式在隔離環境中執行：{ $present }。本機缺少：{ $missing }。
cage-layer-session = 獨立工作階段
cage-layer-whole = 整體結束
cage-layer-limits = 資源限額
cage-layer-memory = 記憶體
cage-layer-processes = 行程數
cage-layer-files = 檔案
cage-layer-disk = 磁碟空間
cage-layer-network = 無網路
cage-layer-signals = 無訊號
cage-layer-calls = 系統呼叫
cage-layer-privileges = 無特權
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
analyze-mistakes = 最大的失誤：
analyze-mistake = 第 { $number } 手 { $played }（{ $side }）：之前「{ $before }」，之後「{ $after }」；{ $best } 更好。
analyze-plot-players = { $game }：{ $black }（黑）– { $white }（白）
analyze-plot-stones = 領先子數：+ 黑方，− 白方
analyze-plot-chance = 勝率優勢（%）：+ 黑方，− 白方
analyze-plot-moves = 手數

## 其他機器上的工作行程

cli-bus = 連接工作行程的 NATS 伺服器：nats://主機；須加密時用 tls://主機
cli-bus-token = NATS 伺服器的權杖；用環境變數 YIQI_BUS_TOKEN 可避免出現在行程清單中
cli-bus-token-file = 存放權杖的檔案
cli-worker-about = 為使用同一匯流排的伺服器和指令分析棋局、下比賽對局
cli-worker-threads = 同時進行的工作數，最多 256（預設：每個處理器一個）
cli-worker-memory = 所有工作的引擎共用的記憶體，單位 MiB（預設：每個工作 32）
cli-worker-name = 伺服器看到的名稱（預設：本機名稱）
worker-started = 工作行程 { $name }：同時 { $threads } 個工作，引擎記憶體 { $memory } MiB，版本 { $version }。正在 { $bus } 上等待工作。
worker-stopped = 已停止。完成工作：{ $count }。
worker-other-version = 本工作行程的 yiqi 版本是 { $own }，而匯流排上使用的是 { $theirs }：請在兩邊安裝相同的版本。
bus-bad-url = 「{ $url }」不是 NATS 伺服器；應為 nats://主機、nats://主機:連接埠或 tls://主機。
bus-long-token = 內容過長，不是權杖。
bus-unreachable = 無法連線到匯流排 { $bus }。請確認 NATS 伺服器正在執行、位址正確。{ $problem }
bus-refused = 匯流排 { $bus } 拒絕連線；請檢查權杖。{ $problem }
bus-no-jetstream = NATS 伺服器 { $bus } 未啟用 JetStream：啟動時請加 --jetstream。
bus-failed = 無法使用匯流排 { $bus }：{ $problem }
cli-analyze-all = 分析檔案中的所有對局；給出資料夾則分析其中所有對局。用 --threads N 同時分析 N 個局面
cli-analyze-bus = 由連接此 NATS 伺服器的工作行程分析；一週內分析過的局面不再重複搜尋
error-analyze-batch-moves = --moves 指定的是單一局面，在本機分析；--bus 和資料夾用於對局。
error-analyze-no-games = 其中沒有對局檔案。
analyze-batch-game = { $file }，第 { $number } 局：{ $black }（黑）對 { $white }（白）
analyze-batch-given-up = { $file }，第 { $number } 局，第 { $ply } 手後：已放棄：{ $problem }
analyze-batch-problems = 有 { $count } 個檔案或局面未能分析。
analyze-batch-stopped = 未完成即停止。再次執行同一指令即可繼續；匯流排上的工作行程會把已完成的結果保留一週。
analyze-batch-progress = 已完成 { $done } / { $total } 個局面
analyze-batch-progress-bus = 已完成 { $done } / { $total } 個局面，工作行程 { $workers } 個
bus-no-workers = 匯流排上沒有相同版本的工作行程，正在等待。啟動方法：yiqi worker --bus URL
