### 終端機中連線對局的用語（繁體中文）。

## 指令

net-cli-about = 加入伺服器上的棋桌
net-cli-url = 棋桌的位址：https://HOST:PORT/t/TABLE#INVITE，或以 http:// 開頭
net-cli-name = 別人看到的名字
net-cli-tls-ca = 同時信任這個 PEM 檔案裡的憑證授權單位，例如俱樂部自己的
net-no-terminal = 加入棋桌需要終端機。

## 棋桌的位址

net-prompt = 輸入伺服器位址（如 play.example.org 或 192.168.1.5:7272）查看那裡的棋桌；或貼上棋桌的連結。
net-address = 位址：
net-name = 你的名字：
net-recent = 去過的伺服器和棋桌：
net-hints-address = Enter 連線 · ↑ ↓ 去過的 · Tab 改名字 · Esc 返回
net-address-empty = 請先輸入或貼上棋桌的位址。
net-address-scheme = 不支援「{ $value }://」：棋桌的位址以 https:// 或 http:// 開頭。
net-address-host = 「{ $value }」不是主機名稱：位址形如 http://host:8080/t/TABLE#INVITE。
net-address-port = 「{ $value }」不是連接埠：連接埠是 1 到 65535 的數字。
net-address-no-table = 位址裡沒有棋桌：伺服器後面應是 /t/ 和棋桌的名字。
net-address-name = 「{ $value }」不是棋桌名，也不是邀請碼：請重新複製整個連結。
net-lobby-title = { $server } 上的棋桌
net-lobby-new = 開一張棋桌
net-lobby-table = { $game }  { $names }
net-lobby-guest = 訪客
net-lobby-color-drawn = 抽籤定黑白
net-lobby-color-black = 你執黑
net-lobby-color-white = 你執白
net-lobby-watch = 觀戰
net-lobby-reading = 正在讀取棋桌…
net-lobby-open =
    { $count ->
        [0] 沒有等待對手的棋桌：可以開一張。
       *[other] { $count } 張棋桌在等待對手。
    }
net-lobby-help = 這些棋桌對所有人開放。按 Enter：有空座就入座，否則觀戰。列表每隔幾秒更新。
net-hints-lobby = 方向鍵、Enter · n 開棋桌 · r 重新整理 · Esc 返回
net-new-listed = 任何人（列在大廳）
net-new-link = 有連結的人
net-new-private = 有連結的人，且不可觀戰
net-new-creating = 正在 { $server } 上開棋桌…
net-new-help = 棋種、棋盤、規則和計時與本機對局相同。「任何人」會把棋桌列出，誰都可以入座；否則請把等待時顯示的連結傳給對手。

## 連線

net-link-connecting = 正在連線…
net-link-connected = 已連線
net-link-watched = { $count } 人觀戰 · 已連線
net-link-reconnecting = 正在重新連線…
net-link-closed = 未連線
net-connecting = 正在連線到 { $server }…
net-connecting-yet = 還在連線到棋桌…
net-reconnecting =
    { $seconds ->
        [0] 連線中斷，正在重新連線…
       *[other] 連線中斷，{ $seconds } 秒後重新連線… 按 Enter 馬上重連。
    }
net-closed-left = 連線已中斷。
net-closed-unreachable = 連不上伺服器 { $server }：{ $problem }。
net-closed-needs-https = { $server } 只接受加密連線：請把位址中的 http:// 換成 https://。
net-tls-unknown-issuer = { $server } 的憑證不是由這台電腦信任的機構簽發的：回應的可能是別人。如果俱樂部有自己的憑證授權單位，請用 --tls-ca FILE 指定它的憑證。
net-tls-expired = { $server } 的憑證已過期。如果這台電腦的時鐘沒有錯，就需要伺服器的管理者續期。
net-tls-not-yet-valid = { $server } 的憑證尚未生效：請檢查這台電腦的時鐘。
net-tls-wrong-name = { $server } 的憑證屬於另一個名稱：請檢查位址，或詢問伺服器的管理者應使用哪個名稱。
net-tls-not-tls = { $server } 不使用加密連線：如果信任這個網路，請把 https:// 換成 http://。
net-tls-no-authorities = 這台電腦沒有受信任的憑證授權單位清單：請安裝（套件通常叫 ca-certificates），或用 --tls-ca FILE 指定。
net-tls-unreadable-file = 無法讀取 { $path }：{ $problem }
net-tls-empty-file = { $path } 裡沒有 PEM 格式的憑證。
net-tls-other = 無法與 { $server } 建立安全連線：{ $problem }
net-closed-not-yiqi = { $server } 不是 yiqi 伺服器。
net-closed-no-table = { $server } 上沒有這張棋桌。
net-closed-refused = 被 { $server } 拒絕：{ $problem }
net-closed-elsewhere = 你在別的視窗開啟了這張棋桌，對局在那邊繼續。
net-closed-policy = 伺服器中斷了連線：短時間內傳送得太多，或者你已登出。
net-closed-version = { $server } 與本程式的版本不同：請更新伺服器或本程式。
net-closed-protocol = 伺服器無法理解本程式（代碼 { $code }）。
net-closed-again = 重新連線
net-too-much = 等待傳送的訊息太多：請稍後再試。

## 棋桌旁

net-note-you = （你）
net-note-open = （空位）
net-note-reconnecting = （斷線）
net-note-gone = （離開）
net-presence-connected = { $name } 在線上。
net-presence-reconnecting = { $name } 剛剛斷線。
net-presence-gone = { $name } 不在。
net-watching = 你在觀戰。
net-colors-drawn = 開局時隨機決定黑白。
net-waiting = 正在等待對手…
net-waiting-link = 正在等待對手。請把這個連結傳給對方：
net-start = 按 Enter 開始。
net-begun = 對局開始。
net-your-turn = 輪到你了。
net-sending = 正在傳送你的著法…
net-kept = 你的著法稍後送出。
net-resumed = 對局繼續。
net-won = 你贏了。
net-lost = 你輸了。
net-next = 下一局：雙方交換黑白。
net-offered = 你提出{ $offer }。
net-offers = { $name } 提出{ $offer }。
net-declines = { $name } 不同意{ $offer }。
net-claim-in = 對手不在；{ $seconds } 秒後可以宣布獲勝。
net-claim-now = 對手不在：按 { $key } 宣布獲勝。
net-chat = { $name }：{ $text }
net-unsaid = 沒有連線，未能送出：{ $text }
net-spectator = 你是觀戰者。
net-not-here = 在伺服器的棋桌上不能這樣做。

## 棋桌旁的提問

net-ask-draw = { $name } 求和。
net-ask-take-back = { $name } 請求悔棋。
net-ask-pause = { $name } 請求暫停。
net-ask-rematch = { $name } 想再來一局。
net-ask-claim = 對手不在，要宣布獲勝嗎？
net-claim-yes = 宣布獲勝
net-ask-abort = 要取消這局棋嗎？取消後不計結果。
net-abort-yes = 取消對局
net-ask-leave = 你離開後對局會繼續。座位為你保留，用同一個連結就能回來。
net-leave-yes = 離開
net-over-look = 查看棋盤

## 棋桌的選單

net-menu-title = 棋桌
net-menu-hurry = 馬上重連
net-menu-start = 開始
net-menu-draw = 求和
net-menu-take-back = 請求悔棋
net-menu-pause = 暫停
net-menu-resume = 繼續
net-menu-claim = 宣布獲勝
net-menu-resign = 認輸
net-menu-abort = 取消對局
net-menu-rematch = 再來一局
net-menu-leave = 離開棋桌

## 按鍵

net-key-take-back = 請求悔棋
net-key-abort = 取消對局（雙方都下過之前）
net-key-claim = 對手不在時宣布獲勝
net-key-rematch = 邀請再來一局，交換黑白
net-key-say = 和別人聊天
net-key-menu = 開啟棋桌選單，或離開
net-help-typing = 輸入座標再按 Enter 即可落子：d3。只輸入一個字母就按 Enter，則執行該字母的指令。按 : 之後可以輸入下列指令。
net-hints-table = 方向鍵、Enter · 或輸入 d3 · { $say } 聊天 · { $menu } 選單 · { $help } 說明
net-hints-over = { $rematch } 再來一局 · { $say } 聊天 · { $menu } 選單 · { $help } 說明
net-hints-watching = { $say } 聊天 · { $menu } 選單 · { $help } 說明
net-hints-connecting = Esc 返回
