### 網頁的棋盤和研究頁（覆盤與分析）的用語（繁體中文）。

## 棋盤：供看不見棋盤的人聽

board-label = { $game }：黑子 { $black }，白子 { $white }
board-point-empty = { $point }，空
board-point-legal = { $point }，空，可下
board-point-forbidden = { $point }，禁手：{ $kind }
board-point-black = { $point }，黑子
board-point-white = { $point }，白子
board-point-black-last = { $point }，黑子，最後一手
board-point-white-last = { $point }，白子，最後一手

## 開啟

study-title = 研究
study-page-title = { $title } · 弈棋
study-open-game = 開啟棋譜
study-paste-here = 把棋譜貼在這裡，或把檔案拖到本頁任意處
study-format-of-file = 格式
study-format-told = 自動判斷
study-game-of-file = 棋種
study-game-told = 依檔案內容
study-open-button = 開啟
study-choose-file = 選擇檔案…
study-formats-hint = 各種格式都可以：yiqi、SGF、GGF、WTHOR、Piskvork、RenLib，或只有著法。如果檔案沒有寫明棋種，請在上面選擇。
study-empty-board = 從空棋盤開始
study-other-board = 其他棋盤
study-open-board = 開啟這個棋盤
study-record = 第
study-record-of = 局，共 { $count } 局

## 著法

study-moves = 著法
study-start = 開始
study-no-moves = 還沒有著法：請在棋盤上落子。
study-branches = 代替 { $move } 的變化
study-word-pass = 停一手
study-word-swap = 交換
study-word-keep = 不換
study-word-more = 再下兩子
study-delete-branch = 刪除這個變化
study-delete-from-here = 從這裡開始刪除
study-ask-delete = 刪除從 { $move } 開始的 { $count } 手嗎？
study-delete-yes = 刪除
study-turn = 輪到{ $side }。
study-turn-other-stone = 請{ $side }為{ $color }落一子。
study-must-pass = { $side }無處可下，必須停一手。

## 逐手觀看

study-steps = 逐手觀看
study-first = 到開頭
study-back = 上一手
study-forward = 下一手
study-last = 到結尾
study-slider = 手數
study-place = 第 { $ply } 手，{ $side } { $move }
study-jump = 轉到：b5 是黑方第 5 子，w7 是白方第 7 子，12 是第 12 手
study-jump-hint = b5
study-not-a-place = 「{ $text }」不是對局中的位置：請寫手數，或寫 b5（黑方第 5 子）、w7（白方第 7 子）。
study-no-such-place =
    { $count ->
        [0] 沒有 { $place }：這個變化還沒有著法。
       *[other] 沒有 { $place }：這個變化只有 { $count } 手。
    }
study-keys = ← → 前後一手 · ↑ ↓ 換變化 · Home End · 輸入 b5、w7 或 12 · h 引擎 · B 從這裡下

## 形勢

study-eval-ahead = { $side }領先 { $by }。
study-eval-even = 雙方均勢。
study-eval-chance = { $side }勝率 { $percent }%。
study-eval-wins = { $side }勝。
study-eval-wins-by = { $side }淨勝 { $by } 子。
study-eval-wins-least = { $side }勝，至少淨勝 { $by } 子。
study-eval-wins-in = { $side } { $plies } 手內必勝。
study-eval-draw = 和棋。
study-eval-unknown = 未分析
study-mistake = 失誤
study-after-move = 第 { $ply } 手 { $move }
study-graph-label = { $all } 個盤面中 { $count } 個的評估（黑方觀點）

## 引擎

study-engine = 引擎
study-engine-off = 已關閉
study-engine-thinks = 思考中
study-engine-depth = 深度 { $depth }，{ $seconds } 秒
study-engine-done = 深度 { $depth }，用時 { $seconds } 秒，已完成
study-engine-nothing = 這裡沒有可分析的著法
study-engine-broke-off = 連線中斷了：請重新開啟引擎。
study-lines = 變化數
study-time = 時間
study-time-each = 每手
study-seconds = { $seconds } 秒
study-try-line = 下到 { $move }
study-analyze-game = 分析全局
study-analyze-stop = 停止（{ $done } / { $all }）
study-analyze-progress = 已分析的盤面

## 帶走

study-play-on = 從這裡繼續下
study-open-other = 開啟別的棋譜
study-copy-link = 複製連結
study-export = 另存為…
study-export-game = 棋譜
study-export-board = 棋盤圖片
study-format-yiqi = yiqi（內容最全）
study-format-sgf = SGF
study-format-ggf = GGF
study-format-transcript = 僅著法
study-format-obf = OBF（最後的盤面）
study-format-wthor = WTHOR
study-format-psq = Piskvork（PSQ）
study-format-pos = 僅著法（POS）
study-format-offsets = Gomocup 開局
study-format-renlib = RenLib
study-format-save = 67 個數的存檔
