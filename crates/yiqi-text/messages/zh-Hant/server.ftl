# 伺服器無法照辦時的回答。

server-bad-move = 「{ $move }」不是這種棋的著法。
server-not-a-player = 只有入座的棋手才能這樣做；你正在觀戰。
server-claim-present = 對手在線上，不能宣布獲勝。
server-claim-early = 對手還可能回來；{ $seconds } 秒後你可以宣布獲勝。
server-storage-full = 伺服器磁碟已滿，這一手沒能儲存。請稍後再試；已有內容不會遺失。
server-storage-busy = 伺服器資料庫正忙，這一手沒能儲存。請再試一次。
server-storage-failed = 伺服器暫時無法儲存著法。請稍後再試；之前已確認的內容都是安全的。
server-bad-message = 請求無效：{ $what }。
server-too-fast = 太快了。請在 { $seconds } 秒後再試。
server-too-many = 數量已達上限，請先關閉或刪除一些。
server-busy = 伺服器現在太忙，請稍後再試。
server-not-found = 這裡什麼也沒有：連結可能有誤或已經失效。
server-not-yours = 這張棋桌不公開，或屬於別人。
server-seat-taken = 這個座位已經有人了。你可以觀戰。
server-wrong-invite = 用這個連結無法入座。請向朋友要完整的連結（包括 # 後面的部分）。
server-wrong-origin = 這個請求來自其他網站，已被拒絕。
server-needs-https = 本伺服器只接受加密連線：請把位址中的 http:// 換成 https://。
server-wrong-password = 名稱或密碼不對。
server-name-taken = 這個名稱已被使用，或與已有的名稱太像。請換一個。
server-bad-name = 名稱須為 2 到 20 個字母、漢字、數字、空格或 . - _，並以字母、漢字或數字開頭。
server-bad-password = 密碼須為 8 到 200 個字元。
server-weak-password = 這個密碼太容易被猜到，請換一個。
server-same-address = 你和對手使用同一個網路位址，這局棋不計入等級分。
server-bad-player = 本伺服器沒有棋手「{ $player }」。
server-bad-clock = 這不是有效的計時方式：應為 none、「move 30s」、「game 5m+3s」或「byoyomi 10m+3x30s」，需要時加上「, random move」。
server-bad-position = 不能從這個盤面開始對局。
server-bad-version = 此程式使用另一版本的協定。請重新整理頁面或更新程式。
server-nothing-to-analyze = 這種棋不分勝負，無從分析。
server-too-large = 內容太大：棋譜檔案最多 { $mib } MiB。
server-unauthorized = 伺服器不認識你。請重新整理頁面或重新加入。
server-needs-account = 有帳號才能這樣做。
server-needs-login = 請用密碼登入後再這樣做；只有機器人權杖不夠。
server-internal = 伺服器出了問題（編號 { $incident }）。請再試一次。

# 執行伺服器的指令。

cli-serve-about = 提供網頁、連線對局和 API
cli-serve-listen = 位址和連接埠，如 127.0.0.1:7272，或用 :7272 監聽所有位址（預設：從 7272 起第一個可用的連接埠）
cli-serve-db = 資料庫：檔案、sqlite:檔案，或 postgres://使用者@主機/資料庫（預設：資料夾中的檔案）
cli-serve-bus = 連接工作行程，以及共用一個 PostgreSQL 資料庫的多台伺服器之間的匯流排：nats://主機、nats://使用者:密碼@主機 或 nats://權杖@主機（tls:// 為加密）
cli-serve-config = 設定檔（見 docs/serving.md）
cli-serve-tls-cert = 憑證及憑證鏈（PEM）：伺服器將使用 HTTPS
cli-serve-tls-key = 憑證的私密金鑰（PEM）
cli-serve-open = 在瀏覽器中開啟網頁
cli-serve-accept-clock = 即使系統時鐘遠遠晚於伺服器上次執行的時間，也照常啟動
cli-backup-about = 備份伺服器的資料庫，執行中也可以
cli-backup-file = 要寫入的檔案；不能已經存在
serve-no-folder = 系統沒有資料夾；請用 --data-dir 指定，或用 --db 指定資料庫。
serve-bad-listen = 「{ $address }」不是可監聽的位址；應類似 127.0.0.1:7272、:7272 或 7272。
serve-tls-no-key = 設定了憑證（tls_cert），卻沒有私密金鑰：請同時設定 tls_key，或兩者都不設定。
serve-tls-no-cert = 設定了私密金鑰（tls_key），卻沒有憑證：請同時設定 tls_cert，或兩者都不設定。
serve-tls-unreadable = 無法讀取 { $path }：{ $problem }
serve-tls-not-a-certificate = { $path } 裡沒有 PEM 格式的憑證。
serve-tls-not-a-key = { $path } 裡沒有 PEM 格式的私密金鑰。
serve-tls-mismatch = 私密金鑰與憑證不相符：請檢查 tls_cert 和 tls_key。
serve-tls-expired = 憑證已過期或尚未生效：請續期。
serve-tls-unsupported = 憑證或私密金鑰無法使用：{ $problem }
serve-bad-db = 「{ $url }」不是本版本可用的資料庫；應為檔案、sqlite:檔案或 postgres://使用者@主機/資料庫。
serve-bad-bus = 「{ $url }」不是匯流排；應為 nats://主機、nats://使用者:密碼@主機 或 nats://權杖@主機，加密時用 tls:// 代替 nats://。
serve-bus-refused = 匯流排拒絕連線：{ $problem }。
serve-check-bus-down = 無法連線到匯流排 { $url }（{ $problem }）；在恢復之前，各伺服器只能從資料庫得知其他伺服器上的變化，會晚幾秒。
serve-bad-config = { $path }：{ $problem }
serve-cannot-listen = 無法在 { $address } 監聽：{ $problem }
serve-in-network = 區域網路內的位址：{ $address }
serve-cannot-make = 無法建立資料夾 { $path }：{ $problem }
serve-cannot-start = 伺服器無法使用 { $path } 啟動：{ $problem }
serve-db-damaged = 資料庫 { $path } 已損壞，伺服器不能啟動。請還原備份（由「yiqi backup」產生）。{ $problem }
serve-db-newer = 資料庫 { $path } 由更新版本的 yiqi 寫入。請使用該版本，或還原較早的備份。
serve-db-in-use = 另一台伺服器正在使用資料庫 { $path }。請先停止它，或用 --db 指定另一個資料庫。
serve-db-busy = 資料庫 { $path } 被另一個程式鎖定。請先停止它。
serve-db-full = 資料庫 { $path } 所在磁碟已滿。請騰出空間後重新啟動。
serve-db-emptied = 資料庫 { $path } 是空的，但之前有伺服器使用過它。請還原備份（用「yiqi backup」製作），或刪除 { $path }-alive 以空資料庫啟動。
serve-db-replaced = 資料庫 { $path } 在伺服器執行時被刪除或替換，伺服器已停止。請放回該檔案或還原備份，再重新啟動。
serve-clock-ahead = 這台機器的時鐘比伺服器上次執行的時間晚了 { $days } 天。如果時鐘不對，請校準；如果伺服器確實停了這麼久，請用 --accept-clock 啟動。無論哪種情況，進行中的對局都不會損失時間。
serve-storage-failed = 資料庫所在磁碟出現故障，伺服器已停止。之前已確認的內容都在磁碟上；請檢查磁碟後重新啟動。
backup-no-database = { $path } 沒有資料庫。
backup-exists = { $path } 已存在；請換一個名稱。
backup-failed = 無法寫入備份 { $path }：{ $problem }
serve-db-unreachable = 無法連線到資料庫 { $path }。請確認資料庫伺服器正在執行、位址正確。{ $problem }
serve-db-refused = 資料庫 { $path } 的伺服器拒絕連線：{ $problem }
backup-postgres = { $path } 是 PostgreSQL 資料庫，請用 PostgreSQL 內建的工具備份，例如 pg_dump。

# yiqi serve --check

cli-serve-check = 檢查設定、檔案和資料庫，說明應更改什麼，然後結束
serve-check-good = 無需更改：伺服器可以啟動。
serve-check-advice = 伺服器可以啟動，但有 { $count } 處應當更改。
serve-check-obstacles = 伺服器無法啟動。
serve-check-open-network = 伺服器在 { $address } 監聽，沒有加密，包括密碼在內的一切都能在網路上被人讀到。除非信任這個網路，否則請設定 tls_cert 和 tls_key，或在 127.0.0.1 監聽並在前面使用支援 HTTPS 的代理。
serve-check-around-proxy = 代理就在本機，伺服器卻在 { $address } 監聽，別人可以繞過代理。請在 127.0.0.1 監聽。
serve-check-no-proxies = 設定了 public_origins，卻沒有 trusted_proxies：所有訪客看起來都來自代理，限制會把他們算作同一個位址。請把 trusted_proxies 設為代理的位址。
serve-check-no-origins = 設定了 trusted_proxies，卻沒有 public_origins：以公開的網域名稱（例如 https://play.example.org）開啟的網頁會被拒絕。請把 public_origins 設為網頁的位址。
serve-check-plain-origin = { $origin } 沒有加密，網路上的其他人可以讀到密碼和權杖。請使用 HTTPS。
serve-check-any-proxy = trusted_proxies 含有 { $proxy }，即所有位址，任何人都能偽造自己的位址。請只列出你的代理。
serve-check-loopback = 在代理之後 loopback_exempt 為 true，來自本機的請求不受任何限制。請刪除這項設定。
serve-check-tls-expired = 憑證 { $path } 已過期或尚未生效，瀏覽器會發出警告，「yiqi join」會拒絕連線。請續期。
serve-check-tls-expires =
    { $days ->
        [0] 憑證 { $path } 今天到期。請續期。
       *[other] 憑證 { $path } 再過 { $days } 天到期。請續期。
    }
serve-check-tls-name = 憑證 { $path } 不適用於 public_origins 中的 { $host }，瀏覽器會發出警告，「yiqi join」會拒絕連線。請申請適用於這個名稱的憑證。
serve-check-readable = 本機的其他使用者可以讀取或更改 { $path }（權限 { $mode }）。請執行：chmod { $wanted } { $path }
serve-check-writable = 本機的其他使用者可以更改 { $path }（權限 { $mode }）。請執行：chmod { $wanted } { $path }
serve-check-not-writable = 目前的使用者不能寫入 { $path }。請更改它的擁有者，或以其擁有者的身分執行伺服器。
serve-check-disk = { $path } 所在磁碟只剩 { $mib } MiB。磁碟滿後著法會被拒絕。請騰出空間。
serve-check-size = 資料庫 { $path } 已有 { $mib } MiB，上限是 { $max } MiB（db_mib_max）。達到後著法會被拒絕。請提高上限。
serve-check-not-durable = durable 為 false，斷電會遺失已確認的著法。請刪除這項設定。
serve-check-older = 資料庫 { $path } 由較早的版本寫入，伺服器啟動時會移轉，之後舊版本無法讀取。請先備份；如果還有舊版本，請用它備份。
serve-check-descriptors = 最多只能開啟 { $limit } 個檔案，而每個連線都要用一個。請用「ulimit -Hn」或 systemd 的 LimitNOFILE 提高上限。
serve-check-db-plain = 到資料庫 { $path } 的連線沒有加密，網路上的其他人可以讀取全部內容。請把資料庫放在本機或可信任的網路中，或使用加密通道。
serve-check-db-mib-max = db_mib_max 只限制檔案的大小，而資料庫是 { $path }。請移除該設定。

# yiqi migrate

cli-migrate-about = 在檔案與 PostgreSQL 之間移轉伺服器的資料庫
cli-migrate-from = 要複製的資料庫：檔案、sqlite:檔案，或 postgres://使用者@主機/資料庫；不能有伺服器正在使用
cli-migrate-to = 要寫入的資料庫：尚不存在的檔案，或空的 PostgreSQL 資料庫
migrate-done = 已將 { $rows } 列（其中 { $entries } 列是對局紀錄）複製到 { $to }，並逐列核對無誤。
migrate-not-empty = 資料庫 { $path } 不是空的，請另選一個。
migrate-differs = { $path } 中 { $table } 的一列與寫入的不同，因此沒有移轉任何內容。
migrate-failed = 資料庫 { $path } 發生錯誤，因此沒有移轉任何內容：{ $problem }

# 伺服器顯示的文字，繁體中文。

# 研究

server-bad-start = 起始盤面無效：請寫{ $expected }。
server-bad-setup = 起始盤面無效：{ $problem }
server-move = 第 { $number } 手：{ $problem }
server-unknown-format = 沒有「{ $name }」這種格式，可選：{ $formats }。
server-format-unclear = 這看起來不是棋譜。如果是，請選擇格式：{ $formats }。
server-no-such-game =
    { $count ->
        [0] 檔案中沒有對局。
       *[other] 檔案中只有 { $count } 局。
    }
server-too-many-moves = 共有 { $count } 手，最多允許 { $limit } 手。
server-not-before = 第 { $number } 手所接的著法沒有排在它前面。
server-too-many-players = 給了 { $count } 個名字，但一局棋只有兩名棋手。
cli-serve-programs = 讓這台伺服器上的所有人都能和你儲存的程式（yiqi programs）下棋，每個程式都在隔離環境中執行

# Tournaments

server-tournament-game = 比賽對局中不能這樣做。
server-tournament-over = 比賽已經結束。
server-tournament-late = 現在加入這場比賽已經太晚了。
server-tournament-full = 比賽人數已滿。
server-tournament-joined = 你已經參加了。
server-tournament-not-joined = 該棋手沒有參加。
server-tournament-few = 比賽至少需要兩名棋手。
server-tournament-begun = 比賽已經開始。
server-program-joined = 該程式已經參賽。
server-plays-elsewhere = 你正在另一場比賽中對局，請下完後再報名。
