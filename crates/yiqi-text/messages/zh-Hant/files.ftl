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
