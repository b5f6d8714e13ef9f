# 伺服器無法照辦時的回答。

server-bad-move = 「{ $move }」不是這種棋的著法。
server-not-a-player = 只有入座的棋手才能這樣做；您正在觀戰。
server-claim-present = 對手在線，不能判其離席。
server-claim-early = 對手還可能回來；{ $seconds } 秒後您可以宣布獲勝。
server-storage-full = 伺服器磁碟已滿，這一著未能儲存。請稍後再試；已有內容不會遺失。
server-storage-busy = 伺服器資料庫正忙，這一著未能儲存。請再試一次。
server-storage-failed = 伺服器暫時無法儲存著法。請稍後再試；此前已確認的內容都是安全的。
server-bad-message = 這則訊息在此處沒有意義：{ $what }。
server-too-fast = 操作太快了。請在 { $seconds } 秒後再試。
server-too-many = 數量已達上限。請先結束一些。
server-not-found = 這裡什麼也沒有：連結可能有誤或已過期。
server-not-yours = 這屬於別人。
server-seat-taken = 這個座位已有人。您可以觀戰。
server-wrong-invite = 這個連結不能入座。請向朋友索取完整連結（包括 # 後面的部分）。
server-wrong-origin = 該請求來自其他網站，未執行。
server-wrong-password = 名稱與密碼不符。
server-name-taken = 這個名稱已被使用，或與已有名稱過於相似。請換一個。
server-bad-name = 名稱須為 2 至 20 個字母、漢字、數字、空格或 . - _，並以字母、漢字或數字開頭。
server-bad-password = 密碼須為 8 至 200 個字元。
server-bad-player = 本伺服器沒有棋手「{ $player }」。
server-bad-clock = 這不是有效的計時方式：應為 none、「move 30s」、「game 5m+3s」或「byoyomi 10m+3x30s」，需要時加上「, random move」。
server-bad-position = 不能從這個局面開始對局。
server-bad-version = 此程式使用另一版本的協定。請重新整理頁面或更新程式。
server-unauthorized = 伺服器不認識您。請重新整理頁面或重新加入。
server-needs-account = 這需要帳號。
server-internal = 伺服器出了問題（編號 { $incident }）。請再試一次。

# 執行伺服器的命令。

cli-serve-about = 提供網頁、連線對局和介面
cli-serve-listen = 位址和連接埠，例如 127.0.0.1:7272，或用 :7272 監聽所有位址（預設：從 7272 起第一個可用連接埠）
cli-serve-db = 資料庫：檔案，或 sqlite:檔案（預設：在資料夾中）
cli-serve-bus = 多台伺服器之間的匯流排（尚未提供：單台伺服器不需要）
cli-serve-config = 設定檔（見 docs/serving.md）
cli-serve-open = 在瀏覽器中開啟網頁
cli-backup-about = 複製伺服器的資料庫，使用中也可以
cli-backup-file = 要寫入的檔案；不得已存在
serve-no-folder = 系統沒有資料夾；請用 --data-dir 指定，或用 --db 指定資料庫。
serve-bad-listen = 「{ $address }」不是可監聽的位址；應類似 127.0.0.1:7272、:7272 或 7272。
serve-bad-db = 「{ $url }」不是本版本可用的資料庫；應為檔案或 sqlite:檔案。
serve-bad-bus = --bus { $url }：本版本沒有匯流排；單台伺服器不需要。
serve-bad-config = { $path }：{ $problem }
serve-cannot-listen = 無法在 { $address } 監聽：{ $problem }
serve-cannot-make = 無法建立資料夾 { $path }：{ $problem }
serve-cannot-start = 伺服器無法使用 { $path } 啟動：{ $problem }
serve-db-damaged = 資料庫 { $path } 已損壞，因此不提供服務。請還原備份（由「yiqi backup」產生）。{ $problem }
serve-db-newer = 資料庫 { $path } 由更新版本的 yiqi 寫入。請使用該版本，或還原較早的備份。
serve-db-in-use = 另一台伺服器正在使用資料庫 { $path }。請先停止它，或用 --db 指定另一個。
serve-db-busy = 資料庫 { $path } 被另一個程式鎖定。請先停止它。
serve-db-full = 資料庫 { $path } 所在磁碟已滿。請騰出空間後重新啟動。
serve-storage-failed = 資料庫所在磁碟發生故障，伺服器已停止。此前已確認的內容都在磁碟上；請檢查磁碟後重新啟動。
backup-no-database = { $path } 沒有資料庫。
backup-exists = { $path } 已存在；請換一個名稱。
backup-failed = 無法寫入副本 { $path }：{ $problem }
server-needs-login = 這需要用密碼登入；機器人的權杖不夠。

# 伺服器顯示的文字，繁體中文。

# 研究

server-bad-start = 看不懂起始盤面：請寫{ $expected }。
server-bad-setup = 起始盤面不成立：{ $problem }
server-move = 第 { $number } 手：{ $problem }
server-unknown-format = 沒有「{ $name }」這種格式，可選：{ $formats }。
server-format-unclear = 無法判斷檔案的格式，請選擇：{ $formats }。
server-no-such-game =
    { $count ->
        [0] 檔案中沒有對局。
       *[other] 檔案中只有 { $count } 局。
    }
server-too-many-moves = 共有 { $count } 手，最多允許 { $limit } 手。
server-not-before = 清單第 { $number } 手所接的那一手沒有排在它前面。
server-too-many-players = 給了 { $count } 個名字，但一局棋只有兩方。
