### 比賽，繁體中文。

## 說明

arena-cli-about = 讓程式之間進行比賽
arena-cli-file = TOML 設定檔；命令列選項優先
arena-cli-game = 對局規格，例如 reversi、gomoku:15:renju 或 connect6
arena-cli-player = 棋手及其名字，例如 A=engine:level=8；每位棋手寫一次
arena-cli-format = 賽制：roundrobin（循環賽）、gauntlet（第一位棋手迎戰其他所有人）、swiss（瑞士制）、knockout（淘汰賽）或 ladder（每位棋手對前一位）
arena-cli-games = 每對棋手的局數，一律成對進行、互換黑白 [預設：2]
arena-cli-rounds = 瑞士制的輪數 [預設：足以分出冠軍]
arena-cli-tc = 時限：1s/move 為每手一秒，10s+0.1s 為每局用時加每手加秒，nodes=N、depth=N，可用逗號組合 [預設：無]
arena-cli-cpu-time = 棋鐘只計棋手所用的處理器時間，電腦忙碌也不會有人因此逾時
arena-cli-openings = 開局：著法清單、我們能讀的任何棋譜，或 Gomocup 位移 [預設：程式內附的均勢開局]
arena-cli-adjudicate = 提前判定：雙方評估一致時 win=30,win-plies=6 與 draw=0.5,draw-plies=12,draw-from=40；黑白棋剩 solve=14 個空點時求解；max-plies=300 手判和
arena-cli-sprt = 逐次檢定一旦接受 E0 或 E1 的 Elo 差距就停止；另加兩個數可設定錯誤機率
arena-cli-seed = 種子相同，開局與對陣就相同
arena-cli-concurrency = 同時進行的局數 [預設：處理器數減一]
arena-cli-out = 存放日誌、棋譜與報告的資料夾；續賽需要它
arena-cli-resume = 繼續這個資料夾裡的比賽
arena-cli-dir = 比賽的資料夾
arena-cli-ladder-about = 測定引擎各級別之間的差距
arena-cli-ladder-from = 最低級別
arena-cli-ladder-to = 最高級別
arena-cli-ladder-anchor = 與每個級別都對局的固定棋手；可寫多次
arena-cli-openings-about = 用引擎製作均勢開局
arena-cli-openings-count = 數量
arena-cli-openings-nodes = 評判一個開局所用的節點數；驗證對局的每一手用四分之一
arena-cli-openings-time = 評判一個開局的時間，代替節點數
arena-cli-report-about = 重寫比賽報告並顯示成績表
arena-cli-correct-about = 更正一局的結果；日誌保留兩者
arena-cli-correct-game = 局號
arena-cli-correct-result = black、white 或 draw；不計入成績寫 void
arena-cli-correct-reason = 理由

## 錯誤

arena-no-game = 下什麼棋？請加上 --game，例如 --game reversi。
arena-few-players = 比賽至少需要兩位棋手：每位加一個 --player 名字=棋手。
arena-many-players = 最多 { $limit } 位棋手參賽。
arena-sprt-players = --sprt 比較兩位棋手；請正好給出兩位。
arena-same-name = 有兩位棋手都叫「{ $name }」：請用 名字=棋手 分別命名。
arena-person = 「{ $name }」是人，比賽只供程式參加。
arena-unknown-setting = 沒有「{ $key }」這個設定；有 { $keys }。
arena-bad-setting = 「{ $value }」不能用於 { $key }：{ $expected }
arena-expects-game = 應為對局規格。
arena-expects-player = 應為 [[player]] 表。
arena-expects-format = 請選 roundrobin、gauntlet、swiss、knockout 或 ladder。
arena-expects-games = 請寫 1 到 10000000 的數。
arena-expects-rounds = 請寫 1 到 1000 的數。
arena-expects-tc = 請寫時限，例如 1s/move 或 10s+0.1s、nodes=N、depth=N，或 none。
arena-expects-cpu-time = 請寫 true 或 false。
arena-expects-openings = 應為檔名。
arena-expects-adjudicate = 請寫規則，例如 win=30,win-plies=6,draw=0.5,solve=14；solve 最大為 22。
arena-expects-sprt = 請寫兩個 Elo 差距，例如 0,10；前一個必須較小。
arena-expects-seed = 請寫一個整數。
arena-expects-concurrency = 請寫 1 到 1024 的數。
arena-expects-out = 應為資料夾名稱。
arena-bad-player-table = 每位棋手是一個 [[player]] 表，含 spec = "…"，名字 name = "…" 可省。
arena-bad-line = 第 { $line } 行：{ $problem }
arena-bad-opening = 「{ $text }」不是{ $game }的開局。
arena-bad-opening-game = 第 { $number } 局不是{ $game }的開局。
arena-no-openings = 其中沒有開局。
arena-exists = { $dir } 裡已有一場比賽：用 --resume { $dir } 繼續，或另選資料夾。
arena-in-use = 另一個行程正在進行 { $dir } 裡的比賽。
arena-not-a-log = 這不是比賽日誌。
arena-log-not-ready = 比賽在準備完成之前就停止了：請用 --out 重新開始。
arena-log-damaged = 第 { $line } 行已損壞。
arena-log-broken = 第 { $line } 行與前文不符。
arena-game-missing = 第 { $game } 局遺失或已損壞。
arena-no-such-game = 第 { $game } 局尚未結束，或沒有這一局。
arena-bad-result = 「{ $value }」不是結果：請寫 black、white、draw 或 void。
arena-stopped = 比賽中途停止。
arena-resume = 比賽中途停止。繼續比賽：yiqi arena --resume { $dir }
arena-busy = { $processors } 個處理器上同時進行 { $games } 局：棋手會互相等待而損失時間。請加 --cpu-time，或降低 --concurrency。
arena-quick-openings = 這種棋沒有內附開局：正在製作幾個……
arena-making = { $count } 個開局已得 { $kept } 個，抽取 { $drawn } 個
arena-made-fewer = { $count } 個開局中只找到 { $kept } 個。

## 進行中

arena-left = 還需 { $time }
arena-live-game = 第 { $game } 局，第 { $ply } 手
arena-keys = n p：換一局 · q：停止，之後可繼續
arena-keys-lost = n p：換一局 · q：停止（沒有 --out 就不會儲存）
arena-stopping = 正在停止……

## 報告

arena-title = { $game }，{ $format }
arena-format-roundrobin = 循環賽
arena-format-gauntlet = 擂台賽
arena-format-swiss = 瑞士制
arena-format-knockout = 淘汰賽
arena-format-ladder = 階梯賽
arena-played-of = 已下 { $ended } 局，共 { $total } 局
arena-played = 已下 { $ended } 局
arena-limits = 時限：{ $limits }
arena-limits-cpu = 時限（處理器時間）：{ $limits }
arena-no-limits = 無
arena-seed = 種子 { $seed }；開局 { $openings } 個
arena-adjudicated = 判定結束的對局：{ $games }（{ $rules }）
arena-duel = { $one } 對 { $other }
arena-score = { $games } 局得 { $points } 分（{ $percent }）：{ $record }
arena-elo = Elo { $elo }（95 %；若各局獨立則 ± { $trinomial }）
arena-normalized = 標準化 Elo { $elo }
arena-los = { $player } 較強的機率為 { $percent }
arena-pairs = 得 0、½、1、1½、2 分的對子數：{ $counts }
arena-sprt = 逐次檢定，{ $elo0 } 對 { $elo1 } Elo：對數概似比 { $ratio }，界限 { $lower } … { $upper }，{ $verdict }
arena-verdict-open = 未定
arena-verdict-accepted = 通過
arena-verdict-rejected = 未通過
arena-standings = 排名
arena-cross = 對陣表
arena-bracket = 各輪對陣
arena-match-bye = 第 { $round } 輪：{ $one } 輪空
arena-match-open = 第 { $round } 輪：{ $one } – { $other }
arena-match-won = 第 { $round } 輪：{ $one } – { $other }，{ $winner } 勝
arena-match-lot = 第 { $round } 輪：{ $one } – { $other } 戰平，抽籤後 { $winner } 晉級
arena-colors = 依黑白統計
arena-all = 合計
arena-pair-kinds = 由棋手分出勝負的對子：{ $player }；由黑白決定：{ $color }；其餘平分：{ $even }
arena-time = 用時
arena-forfeits = 判負
arena-forfeited = 第 { $game } 局，{ $player }：{ $kind }（{ $evidence }）
arena-forfeit-time = 逾時
arena-forfeit-start = 無法啟動
arena-forfeit-crash = 當掉
arena-forfeit-stall = 沒有回應
arena-forfeit-illegal = 違規著法
arena-forfeit-late-start = 未能按時就緒
arena-forfeit-early-exit = 沒有下子就結束
arena-forfeit-memory = 記憶體不足
arena-forfeit-flood = 輸出沒完沒了
arena-forfeit-garbage = 回應無法辨識
arena-forfeit-out-of-turn = 沒輪到就回應
arena-more = 另有 { $count } 條
arena-corrections = 更正
arena-corrected = 第 { $game } 局：{ $result }（{ $reason }）
arena-void = 不計入成績
arena-openings = 依開局統計
arena-col-rank = #
arena-col-player = 棋手
arena-col-elo = Elo
arena-col-games = 局數
arena-col-points = 得分
arena-col-percent = 得分率
arena-col-record = 勝、負、和
arena-col-los = LOS
arena-col-black = 執黑
arena-col-white = 執白
arena-col-moves = 手數
arena-col-per-move = 每手毫秒
arena-col-longest = 最長，毫秒
arena-col-margin = 最少剩餘，毫秒
arena-col-forfeits = 判負
arena-col-opening = 開局
arena-col-level = 級別
arena-col-won = 勝
arena-col-drawn = 和
arena-col-lost = 負
arena-col-above = 高出首級
arena-plot-elo = Elo 與 95 % 誤差
arena-plot-score = 得分率走勢
arena-page-games = 棋譜
arena-page-all = 全部對局
arena-page-board = 棋盤
arena-page-first = 最初局面
arena-page-back = 上一手
arena-page-next = 下一手
arena-page-last = 最後局面
arena-page-start = 開始
arena-page-eval = 評估
arena-page-keys = 按鍵：← → 前後一手，Home 與 End 到頭尾，j 與 k 換下一局、上一局。點對陣表中的結果可列出雙方的對局。
arena-page-games-max = 本頁收錄前 { $shown } 局；其餘 { $left } 局在 games.yiqi 中。
arena-page-footer = 由 yiqi arena 產生。LOS：強於所遇對手的機率。對陣表：得分/局數。
arena-open-clock = 時限：{ $time }
arena-open-footer = 由 yiqi 產生。對陣表：得分/局數。
arena-open-note = { $name }：{ $note }。
arena-ladder-title = { $game }的級別
arena-ladder-how = 每個級別對低一級：{ $games } 局，成對互換黑白，從 { $openings } 個均勢開局開始，種子 { $seed }。Elo 附依對子計算的 95 % 誤差；最後一欄累計各級差距。
arena-ladder-anchor = 對 { $player }（{ $spec }）

## 其他機器上的工作行程

arena-cli-bus = 由連接此 NATS 伺服器的工作行程下這些對局
arena-bus-program = { $player } 是外部程式，只能在本機對局：請去掉 --bus。
arena-bus-threads = { $player } 使用多個執行緒，而工作行程每局只用一個：請去掉 --bus 或執行緒數。
