### 全螢幕終端機介面的用語（繁體中文）。

## 棋盤周圍

tui-to-move = 行棋
tui-you = 你
tui-moves = 著法
tui-last = 上一手：{ $move }
tui-last-flips = { $move } 翻轉 { $points }
tui-turn = 輪到 { $name }。
tui-turn-other-stone = 請 { $name } 為{ $color }落一子。
tui-must-pass = { $name } 無處可下：按 Enter 停一手。
tui-thinking = 思考中
tui-thinking-depth = 深度 { $depth }  { $eval }  { $line }
tui-evals-stones = { $who }的評估（子數）
tui-evals-chance = { $who }的評估（勝率）
tui-legal-moves = 可以下：{ $moves }。
tui-legal-count =
    { $forbidden ->
        [0] 有 { $count } 個點可以下。
       *[other] 有 { $count } 個點可以下，{ $forbidden } 個點是禁手。
    }
tui-suggest-thinking = 正在尋找好著法；按 Esc 停止。
tui-suggest-none = 沒有建議。
tui-ran-out = { $name } 的時間已到。
tui-ran-out-move = { $name } 的時間已到，隨機下了 { $move }。
tui-undone =
    { $count ->
        [1] 已悔棋。
       *[other] 已悔 { $count } 手。
    }
tui-undone-clock = 已用的時間不退還。
tui-undone-over-clock = 棋鐘回到那時的讀數。
tui-redone = 已恢復。
tui-draw-offered = 已求和。
tui-rematch = 已換色：{ $black } 執黑，{ $white } 執白。
tui-rematch-own = 已換色：現在你是{ $color }。
tui-swapped = { $name } 選擇交換：現在 { $black } 執黑，{ $white } 執白。
tui-swapped-unnamed = 已交換黑白：原來執白的一方現在執黑。
tui-typing = 座標或指令：{ $typed }
tui-typing-empty = 座標（如 d3）或指令；? 列出指令
tui-typing-letter = Enter：{ $command } · 或座標：{ $point }
tui-typing-point = 座標：{ $point }
tui-jumping = 轉到（d3、b5、w7、12、end）：{ $typed }
tui-no-such-tab = 只開啟了 { $count } 局棋。
tui-file-saved = 已儲存為 { $file }。
tui-loaded = 已載入。{ $pause }：儲存，或換誰來下。
tui-stays-open = 對局仍然開啟，選「繼續」即可回來。
tui-bye-kept = 已保留 { $count } 局未下完的棋，下次啟動時可以接著下。
tui-style-settings = 棋盤的外觀請在「設定」中更改。
tui-too-small = 視窗太小：請至少放大到 { $cols }×{ $rows }。
tui-wrong-key = 這個鍵在這裡不起作用：{ $keys }

## 主選單

tui-menu-continue = 繼續
tui-menu-play = 開始下棋
tui-menu-again = 再來一局
tui-menu-unfinished = 未下完的對局
tui-menu-new = 新對局
tui-menu-load = 載入
tui-menu-network = 連線
tui-menu-replay = 覆盤
tui-menu-rules = 規則
tui-menu-settings = 設定
tui-menu-quit = 離開
menu-help = 第一行最常用：按 Enter 立即下棋。按字母直接選那一行。
menu-help-play = 立即下旁邊寫明的那種棋
menu-help-new = 在一張表裡選棋種、棋盤、規則、棋手和計時
menu-help-continue = 回到開啟的對局
menu-help-unfinished = 以前沒有下完的對局
menu-help-load = 從存檔、檔案或已結束的對局接著下
menu-help-network = 連線下棋：找棋桌、加入或開棋桌
menu-help-replay = 逐手看一局棋，可讓引擎分析
menu-help-setup = 自己擺子，從那裡開始下
menu-help-rules = 各種棋的規則
menu-help-settings = 語言、顏色、圖片、聲音
menu-help-quit = 結束；未下完的對局會保留

## 暫停

tui-pause-title = 暫停
tui-pause-back = 回到對局
tui-pause-save = 儲存
tui-pause-menu = 主選單
tui-pause-quit = 離開
pause-help = 開啟這個選單時停鐘。每一手都已寫入磁碟，離開不會遺失任何東西。
pause-help-table = 此刻在這張棋桌上能做的事。伺服器上的對局不停鐘。

## 提問

tui-no = 否
tui-back = 返回
tui-stay = 留下
tui-accept = 同意
tui-decline = 不同意
dialog-help = 關於對局的提問。先選中的回答不會有任何損失。
dialog-help-esc = 選擇不會有損失的回答
tui-ask-resign = { $side }：要認輸嗎？
tui-resign-yes = 認輸
tui-ask-draw = { $side }：向對方求和嗎？
tui-ask-resign-who = 誰認輸？
tui-ask-draw-who = 誰求和？
tui-resign-side = { $side }認輸
tui-draw-side = { $side }求和
tui-draw-yes = 求和
tui-ask-answer-draw = { $name }：對方求和。
tui-ask-choice = { $name }：請選擇執黑還是執白。
tui-ask-leave-quit = 有對局還沒有儲存，也沒有可以保留它的資料夾。
tui-ask-leave-close = 這局棋還沒有儲存，關閉就會遺失。
tui-leave-save = 儲存
tui-leave-quit = 離開
tui-leave-close = 不儲存就關閉
tui-ask-save-over = 存檔位 { $slot } 已有對局。要覆蓋嗎？
tui-save-over-yes = 覆蓋
tui-ask-save-empty = 還沒有落子：儲存會清空存檔位 { $slot }。
tui-save-empty-yes = 清空

## 存檔

tui-slot-empty = 空
tui-slot-broken = 無法讀取
tui-slot-moves = { $count } 手
tui-slot-saved = 已儲存到存檔位 { $slot }。
tui-slot-emptied = 還沒有落子，存檔位 { $slot } 現在是空的。

## 新對局

form-title-branch = 從這個局面開始新對局
form-title-players = 誰來下？
form-start = Enter：開始
form-go-on = Enter：繼續下
form-create = Enter：開棋桌
form-game = 棋種
form-board = 棋盤
form-rules = 規則
form-opening = 開局
form-colors = 黑白
form-time = 計時
form-run-out = 逾時
form-own-color = 你的顏色
form-admission = 誰可以加入
form-as-above = 如上
form-drawn = 抽籤決定
form-no-clock = 不計時
form-per-move = 每步 { $time }
form-run-out-loss = 判負
form-run-out-random = 隨機代下一手
form-note-game = 或 { $games }。
form-note-board = { $min } 到 { $max }：方向鍵，或輸入數字。
form-note-board-even = { $min } 到 { $max } 的偶數：方向鍵，或輸入數字。
form-note-person = 可輸入名字、等級（1 到 20）或棋手。
form-note-peace = 沒有人會贏，各等級沒有區別。
form-note-random = 隨便下一手合法的棋。
form-note-greedy = 只看眼前哪一手最好。
form-note-weights = 偏愛通常較好的位置。
form-note-alphabeta = 固定往前看幾步。
form-note-engine = 在所給限制內的引擎。
form-note-script = 你自己的程式。
form-note-saved = 你儲存的程式（見 yiqi programs）。
form-note-as-above = 也可以在開局時抽籤。
form-note-drawn = 誰執黑由抽籤決定。
form-note-no-clock = 可輸入 10m+5s、每步 30s 或 5m+3x10s。
form-note-per-move = 每一步的時間。
form-note-per-game = 整局的時間。
form-note-increment = 整局的時間，每步之後再加。
form-note-byo-yomi = 整局的時間，用完後讀秒。
form-note-loss = 也可以隨機代下一手。
form-note-random-move = 而不是判負。
form-note-own-color = 也可以抽籤決定。
form-note-admission = 「任何人」會把棋桌列在大廳。
form-help-player = 輸入名字表示真人，1 到 20 的數字表示等級，或輸入棋手，如 alphabeta:depth=5、program:script:python3 bot.py。
form-help-time = 輸入 10m（整局）、10m+5s（每步後加 5 秒）、每步 30s、5m+3x10s（三次讀秒），或 none（不計時）。
form-time-wrong = 這不是時間：請輸入 10m、10m+5s、每步 30s、5m+3x10s 或 none。
form-level-wrong = 沒有這個等級：請輸入 1 到 20 的數字。
form-hints = ↑ ↓ 選擇 · ← → 更改，或直接輸入 · Enter 開始 · Esc 返回 · ? 說明
form-hints-table = ↑ ↓ 選擇 · ← → 更改，或直接輸入 · Enter 開棋桌 · Esc 返回 · ? 說明
form-hints-typing = Enter 或 ↓ 確定 · Esc 保留原值
form-help = 一張表就是一局新棋：每行一項選擇和目前的值，在任何一行按 Enter 都會開始。選過的內容下次沿用。
form-help-row = { $row }：{ $note }
form-help-change = 更改這一項；可以輸入的直接輸入
form-help-backspace = 修改目前的名字、棋手或時間

## 未下完的對局

unfinished-title =
    { $count ->
        [0] 沒有未下完的對局
       *[other] 上次有 { $count } 局沒有下完
    }
unfinished-dropped = 已捨棄；按 u 可找回。
unfinished-brought-back = 已找回。
unfinished-hints = Enter 開啟 · a 全部開啟 · d 捨棄這一局 · u 復原 · Esc 以後再說
unfinished-help = 沒有下完的對局。開啟或捨棄之前一直保留在這裡，並且停鐘。
unfinished-help-enter = 接著下
unfinished-help-all = 全部開啟
unfinished-help-drop = 捨棄這一局
unfinished-help-undo = 找回捨棄的那一局
unfinished-help-esc = 回選單；選單裡也能找到它們
age-now = 剛才
age-minutes = { $count } 分鐘前
age-hours = { $count } 小時前
age-days = { $count } 天前

## 設定

tui-language = 繁體中文
tui-settings-language = 語言
tui-settings-glyphs = 字元
tui-settings-exchange = 對調 ● 和 ○
tui-settings-theme = 主題
tui-settings-animation = 動畫
tui-settings-board = 棋盤顏色
tui-settings-pictures = 圖片
tui-settings-legal = 標出可落子點
tui-settings-bell = 輪到自己時響鈴
tui-settings-delay = 電腦落子前的停頓
tui-glyphs-ascii = ASCII（X 和 O）
tui-glyphs-unicode = Unicode（● 和 ○）
tui-theme-wood = 木紋
tui-theme-light = 淺色
tui-theme-contrast = 高對比
tui-board-by-game = 隨棋種
tui-board-green = 綠色
tui-board-wood = 木色
tui-board-blue = 藍色
tui-board-gray = 灰色
tui-pictures-auto-on = 自動：本終端機能顯示圖片
tui-pictures-auto-off = 自動：本終端機不能顯示圖片
tui-title = 弈棋
tui-title-game = { $game } – 弈棋
tui-title-turn = 輪到你了：{ $game } – 弈棋
tui-on = 開
tui-off = 關
tui-seconds = { $seconds } 秒
tui-setting = { $name }：{ $value }
settings-help = 每次更改立即生效並儲存。
settings-help-language = 全螢幕程式、主控台和所有命令的語言
settings-help-glyphs = 只用 ASCII 字元，用於沒有 ● 和 ○ 的字型
settings-help-exchange = 用於看起來黑白相反的終端機
settings-help-theme = 文字和選單的顏色
settings-help-board = 所有棋盤用一種顏色，或各用各的
settings-help-pictures = 終端機支援時用圖片畫棋盤
settings-help-legal = 在黑白棋的每個可下點上標一個點
settings-help-animation = 翻轉棋子時有動畫
settings-help-bell = 輪到你時終端機響鈴
settings-help-delay = 以便看清電腦下了什麼

## 按鍵

tui-help-title = 說明
help-key-select = 選擇
help-key-enter = 確定所選的一行
help-key-esc = 返回
rules-help = 各種棋的規則，包括所有規則和開局。
rules-help-scroll = 捲動
rules-help-game = 下一種棋；也可以按它的字母
tui-help-typing = 輸入座標再按 Enter 即可落子：d3、D3 或 3d。本棋盤的欄名字母用來輸入座標；只輸入這一個字母就按 Enter，則執行上面列出的指令。h、j、k、l 移動游標，後面緊跟數字時是座標（h8）。大小寫相同。按 : 之後可以輸入下列指令；Tab 補全，↑ 調出以前輸入的行。
tui-help-jumping = 輸入位置再按 Enter：d3 是下在那裡的一手，b5 是黑方第 5 子，w7 是白方第 7 子，12 是第 12 手，end 是最後的局面。座標 b5 在這裡寫作 5b。和對局中一樣，欄名字母用來輸入座標；只輸入這一個字母就按 Enter，則執行上面列出的命令。
tui-key-left = 游標向左
tui-key-down = 游標向下
tui-key-up = 游標向上
tui-key-right = 游標向右
tui-key-play = 在游標處落子；也可以點擊
tui-key-type = 輸入座標或指令
tui-key-new = 另開一局
tui-key-next-game = 到下一局
tui-key-pause = 暫停：儲存、主選單、離開
tui-key-stop = 讓電腦停止思考，或暫停
tui-key-back = 上一手
tui-key-forward = 下一手
tui-key-page-up = 後退十手
tui-key-page-down = 前進十手
tui-key-first = 到開頭
tui-key-last = 到結尾
tui-key-jump = 轉到某一手：座標、某一方的第幾子，或第幾手
tui-key-leave = 離開覆盤
tui-key-help = 顯示這些說明
tui-hints-game = 方向鍵、Enter · 或輸入 d3 · { $suggest } 提示 · { $undo } 悔棋 · { $pause } 暫停 · { $help } 說明
tui-hints-over = { $rematch } 換色再來一局 · { $new } 新對局 · { $replay } 複盤 · { $undo } 悔棋 · { $help } 說明
tui-hints-list = 方向鍵、Enter，或 { $letters }
tui-hints-menu = 方向鍵、Enter，或 { $letters } · ? 說明
tui-hints-question = 方向鍵、Enter，或 { $letters } · Esc 返回
tui-hints-settings = ↑ ↓ 選擇 · ← → 更改 · 或按字母 · Esc 返回
tui-hints-rules = ↑ ↓ PgUp PgDn 捲動 · ← → 或 { $letters } 換棋種 · Esc 返回
tui-hints-scroll = ↑ ↓ PgUp PgDn 捲動 · Esc 返回
tui-hints-typing = Enter 確定 · ← → Home End 移動 · Backspace、Ctrl-W 刪除 · Esc 取消
tui-hints-jumping = Enter 轉到 · b Enter 從這裡另開一局 · Esc 取消
tui-hints-replay = { $back } { $forward } · { $play } 播放 · { $leave } 離開 · { $analyze } 分析 · { $jump } · { $branch } 另開一局 · { $help } 說明
