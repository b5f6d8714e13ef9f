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
replay-analyze-how = a：看引擎的分析
replay-analysis-began = 引擎正在分析每一手；按 Esc 停止。
replay-analysis-stopped = 引擎已停止。
replay-ahead = { $name }領先

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
chooser-empty = 這裡還沒有對局。
chooser-nothing = 沒有選取：請選一局，或輸入路徑。
chooser-no-match = 沒有以此開頭的對局或資料夾。
chooser-large = 檔案較大；按 Enter 開啟。
chooser-games = { $count } 局；第一局：
chooser-games-of = { $file }：{ $count } 局
chooser-ask-overwrite = { $file } 已經存在。要覆寫嗎？
chooser-ask-load = 載入這一局嗎？
chooser-ask-load-replace = 把這一局另外開啟，還是取代目前的對局？
chooser-ask-load-unsaved = 載入這一局嗎？目前的對局還沒有儲存，取代後就會遺失。
chooser-hints = ← → 清單 · ↑ ↓ Enter 選擇 · 輸入路徑 · Esc 返回 · F1 說明
chooser-hints-save = ← → 清單 · ↑ ↓ Enter 儲存 · 輸入新檔名 · Esc 返回 · F1 說明
chooser-hints-typing = Enter 開啟 · Tab 補全 · ↑ ↓ 選擇 · Esc 清除
chooser-hints-games = ↑ ↓ Enter 選擇 · 輸入號碼 · Esc 返回 · ? 說明
chooser-games-choose = 共 { $count } 局：選哪一局？

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
setup-console = 從上到下輸入各列，再輸入輪到哪方：setup ......../......../......../...wb.../...bw.../......../......../........ black

## 檔案問題

io-not-found = 沒有這個檔案或資料夾。
io-denied = 沒有權限。
io-not-a-file = 這不是一般檔案。
io-full = 磁碟已滿。
io-read-only = 這個磁碟不能寫入。
io-other = { $problem }。
