### 終端機裡的覆盤、檔案和圖片，繁體中文。

## 覆盤

key-space = 空白鍵
replay-key-up = 上一個變化，或後退一手
replay-key-down = 下一個變化，或前進一手
replay-key-play = 自動播放，或停止
replay-key-analyze = 讓引擎分析全局
replay-variation =
    { $ply ->
        [0] 從第一手開始的變化。
       *[other] 第 { $ply } 手之後的變化。
    }
replay-choice = 下一手：{ $moves }（↑ ↓ 選擇）
replay-says = { $name }：{ $text }
replay-note = 註：{ $text }
replay-fault = 這一手損失 { $loss }；下 { $best } 更好。
replay-loss-stones = { $by } 子
replay-loss-chance = { $percent }% 的勝率
replay-engine = 引擎：{ $eval }，深度 { $depth }。最佳：{ $line }
replay-engine-end = 終局：{ $eval }。
replay-analyzing = 已分析 { $done }/{ $all } 個局面……
replay-analyze-how = { $key }：看引擎的分析
replay-analysis-began = 引擎正在分析每一手；按 Esc 停止。
replay-analysis-stopped = 引擎已停止。
replay-ahead = { $name }領先
replay-no-such-move = 這局棋沒有下過 { $point }。
replay-typing-letter = Enter：{ $command }
replay-typing-stone = { $color }第 { $number } 子；座標請寫 { $point }

## 複製和圖片

command-copy = 複製到剪貼簿：record（棋譜）、position（局面）或 link（連結）
command-picture = 把棋盤存成圖片（.svg 或 .png）
export-key = 複製棋譜或局面，或儲存圖片
export-title = 複製或儲存
export-record = 複製棋譜
export-position = 複製局面
export-link = 複製本桌的連結
export-svg = 儲存棋盤圖片（SVG）
export-png = 儲存棋盤圖片（PNG）
export-copied-record = 已把棋譜複製到剪貼簿（{ $count } 個字元，需終端機允許）。
export-copied-position = 已把局面複製到剪貼簿（{ $count } 個字元，需終端機允許）。
export-copied-link = 已把連結複製到剪貼簿（{ $count } 個字元，需終端機允許）。
export-no-link = 只有伺服器上的對局才有連結。
export-too-long = 棋譜太長，放不進剪貼簿：請存到檔案。
export-picture-saved = 圖片已存為 { $file }。
export-picture-format = 圖片的檔名須以 .svg 或 .png 結尾。

## show 和 replay 命令

cli-show-picture = 同時把盤面存成圖片（.svg 或 .png）
cli-show-force = 覆寫已有的檔案
error-file-exists = 檔案已經存在；加 --force 可以覆寫。
show-comment = 第 { $ply } 手後，{ $name }：{ $text }
show-note = 第 { $ply } 手後：{ $text }
show-variation = 變化：{ $moves }
show-more = ……還有 { $count } 條。
show-marks = 標記：{ $points }

## 選擇對局

chooser-save = 儲存對局
chooser-load = 載入對局
chooser-replay = 覆盤
chooser-open = 開啟的對局
chooser-slots = 存檔位
chooser-recent = 最近的檔案
chooser-finished = 已結束
chooser-files = 檔案
chooser-folder = 資料夾
chooser-new-file = 新檔案：{ $file }
chooser-path = 檔案：
chooser-path-how = 輸入路徑；Tab 補全，~ 是家目錄
chooser-empty-open = 沒有開啟的對局。
chooser-empty-files = 這裡沒有對局和資料夾。
chooser-empty-recent = 載入或儲存過的檔案會列在這裡。
chooser-empty-finished = 下完的每一局都會列在這裡。
chooser-drawn = 和棋
chooser-won = { $stone } 勝
chooser-nothing = 沒有選取：請選一局，或輸入路徑。
chooser-no-match = 沒有以此開頭的對局或資料夾。
chooser-large = 檔案較大；按 Enter 開啟。
chooser-games = { $count } 局；第一局：
chooser-games-of = { $file }：{ $count } 局
chooser-ask-overwrite = { $file } 已經存在。要覆寫嗎？
chooser-hints = ← → 清單 · ↑ ↓ Enter 選擇 · 輸入路徑 · Esc 返回 · F1 說明
chooser-hints-save = ← → 清單 · ↑ ↓ Enter 儲存 · 輸入新檔名 · Esc 返回 · F1 說明
chooser-hints-typing = Enter 開啟 · Tab 補全 · ↑ ↓ 選擇 · Esc 清除
chooser-hints-games = ↑ ↓ Enter 選擇 · 輸入號碼 · Esc 返回 · ? 說明
chooser-games-choose = 共 { $count } 局：選哪一局？
chooser-help-save = 把對局存入九個存檔位之一，或存成檔案。檔名的副檔名決定格式，如 .yiqi 或 .sgf。
chooser-help-load = 開啟一局接著下，不影響已開啟的對局：可選存檔位、檔案或已結束的對局。列表旁邊顯示棋盤。
chooser-help-replay = 逐手看一局棋：開啟的、已結束的，或存檔位和檔案中的。列表旁邊顯示棋盤。
chooser-help-lists = 換一個列表
chooser-help-slot = 那個存檔位，在哪個列表都可以
chooser-help-path = 輸入路徑或檔名，列表隨之變化
chooser-help-tab = 補全輸入；沒有輸入時換下一個列表
chooser-help-enter-save = 存在那裡；覆蓋之前會先問
chooser-help-enter-load = 開啟這一局
chooser-help-enter-replay = 看這一局
games-help = 這個檔案中的對局。
games-help-number = 轉到這個號碼的對局
games-help-enter = 選這一局

## 擺放盤面

command-setup = 擺放一個盤面，從那裡開始下
setup-menu = 擺放盤面
setup-title = 擺放盤面
setup-turn = 輪到{ $color }。
setup-key-stones = 方向鍵移動，b 黑子，w 白子，x 清空
setup-key-cycle = 空白鍵或點擊改變一點
setup-key-turn = t：輪到誰
setup-key-clear = c：清空棋盤；s：通常的開局
setup-key-game = g：換棋種；+ −：換大小
setup-key-enter = Enter：從這裡開始
setup-hints = b w x 棋子 · t 輪次 · c 清空 · g 棋種 · + − 大小 · Enter 開始 · Esc 返回
setup-over = 這個盤面已經終局。
setup-help = 隨意擺子，選定輪到誰，然後從那裡開始下。按 Esc 離開，不會開啟對局。
setup-help-move = 移動游標；也可以點擊
setup-help-stones = 黑子、白子、清空
setup-help-cycle = 依序換成黑子、白子、空
setup-help-turn = 輪到誰
setup-help-clear = 清空棋盤
setup-help-start = 通常的開局
setup-help-game = 換棋種
setup-help-size = 棋盤變大或變小
setup-help-enter = 選擇誰來下，然後開始
setup-console = 從上到下輸入各列，再輸入輪到哪方：setup ......../......../......../...wb.../...bw.../......../......../........ black

## 檔案問題

io-not-found = 沒有這個檔案或資料夾。
io-denied = 沒有權限。
io-not-a-file = 這不是一般檔案。
io-full = 磁碟已滿。
io-read-only = 這個磁碟不能寫入。
io-other = { $problem }。
