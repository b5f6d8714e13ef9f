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
study-link-not-a-move = 連結裡的「{ $move }」不是著法。
study-link-refused = 連結裡有一手不能下。{ $problem }
study-link-broken = 連結不完整：請重新索取。
study-record = 第
study-record-of = 局，共 { $count } 局
study-kept = 與實戰對局不同。
study-kept-shared = 含連結中的更動。
study-kept-discard = 捨棄改動
study-kept-original = 檢視實戰對局
study-kept-ask = 捨棄你為這局棋加上的評註、標記和變化？

## 著法

study-moves = 著法
study-start = 開始
study-no-moves = 還沒有著法：請在棋盤上落子。
study-branches = 代替 { $move } 的變化
study-word-pass = 停一手
study-word-swap = 交換
study-word-keep = 不換
study-word-more = 再下兩子
study-delete-branch = 刪除這個變化（{ $count } 手）
study-delete-from-here = 從這裡開始刪除（{ $count } 手）
study-turn = 輪到{ $side }。
study-turn-other-stone = 請{ $side }為{ $color }落一子。
study-must-pass = { $side }無處可下，必須停一手。
study-promote = 把這個變化設為主線
study-undo = 復原
study-redo = 重做
study-nothing-to-undo = 沒有可復原的操作。
study-nothing-to-redo = 沒有可重做的操作。
study-numbers = 在棋子上顯示手數
study-comment = 評註
study-comment-hint = 寫下對這個盤面的看法…
study-tools = 棋盤標記
study-tool-circle = 圓圈
study-tool-triangle = 三角
study-tool-square = 方塊
study-tool-cross = 叉
study-tool-label = 字母
study-tool-arrow = 箭頭
study-tool-clear = 清除這裡的標記
study-arrow-from = 從 { $point } 出發的箭頭：請選擇終點。
study-taken-back = 已悔棋
study-delete = 刪除

## 逐手觀看

study-steps = 逐手觀看
study-first = 到開頭
study-back = 上一手
study-forward = 下一手
study-last = 到結尾
study-slider = 手數
study-place = 第 { $ply } 手，{ $side } { $move }
study-jump = 轉到：b5 是黑方第 5 子，w7 是白方第 7 子，12 是第 12 手
study-jump-hint = 手數
study-not-a-place = 「{ $text }」不是對局中的位置：請寫手數，或寫 b5（黑方第 5 子）、w7（白方第 7 子）。
study-no-such-place =
    { $count ->
        [0] 沒有 { $place }：這個變化還沒有著法。
       *[other] 沒有 { $place }：這個變化只有 { $count } 手。
    }
study-keys = 快速鍵：?

## 形勢

study-eval-ahead = { $side }預計約勝 { $by } 子。
study-eval-even = 雙方均勢。
study-eval-chance = { $side }勝率 { $percent }%。
study-eval-wins = { $side }勝。
study-eval-wins-by = { $side }淨勝 { $by } 子。
study-eval-wins-least = { $side }勝，至少淨勝 { $by } 子。
study-eval-wins-in = { $side }必勝，{ $plies } 手之內（雙方合計）。
study-eval-draw = 和棋。
study-eval-unknown = 未分析
study-eval-within = 估計，誤差通常在 { $count } 子以內
study-eval-sure = { $words }（{ $sure }）
study-after-move = 第 { $ply } 手 { $move }
study-graph-label = { $all } 個盤面中 { $count } 個的評估（黑方觀點）
study-view-stones = 數字為子數：＋ 表示黑方領先，− 表示白方領先。
study-view-chance = 百分數為黑方勝率。

## 引擎

study-book = 開局庫
study-book-depth = 深度 { $depth } 以上
study-engine = 引擎
study-analysis = 分析
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
study-analyze-deeper = 深入分析
study-analyzing = 分析中：{ $done } / { $all }

## 帶走

study-play-on = 從這裡繼續下
study-open-other = 開啟別的棋譜
study-copy-link = 複製連結
study-link-all = 連結會開啟這局棋，包括全部變化、評註和標記。
study-link-game = 連結會開啟這局棋的目前局面。
study-link-moves = 連結會開啟這些著法的目前局面。
study-link-long = 內容太多，連結只包含這條線路的著法。如需全部內容，請儲存為檔案。
study-export = 另存新檔…
study-export-game = 棋譜
study-export-board = 棋盤圖片
study-format-yiqi = yiqi（內容最全）
study-format-sgf = SGF（多數程式）
study-format-ggf = GGF（黑白棋伺服器）
study-format-transcript = 僅著法（黑白棋）
study-format-obf = OBF（黑白棋，最後局面）
study-format-wthor = WTHOR（黑白棋棋譜庫）
study-format-psq = PSQ（Piskvork、Gomocup）
study-format-pos = 僅著法（五子棋）
study-format-offsets = Gomocup 開局
study-format-renlib = RenLib（連珠譜庫）
study-format-save = 舊程式存檔（67 個數字）

## 失誤

study-coach = 失誤
study-coach-none = 沒有發現失誤。
study-previous-mistake = 上一個失誤
study-next-mistake = 下一個失誤
study-accuracy = 準確率 { $percent }%
study-accuracy-how = 100% 表示每一手都與引擎相同。損失 4 子或 15% 勝率的一手算一半。
study-grade-inaccuracy = 緩著
study-grade-mistake = 失誤
study-grade-blunder = 大失誤
study-cost-stones = 損失 { $value } 子。
study-cost-chance = 損失 { $value }% 勝率。
study-best-move = { $move } 正是引擎的選擇。
study-good-move = { $move } 是好棋。
study-better = { $move } 更好。
study-better-line = 看後續變化
study-count-inaccuracy = { $count } 步緩著
study-count-mistake = { $count } 步失誤
study-count-blunder = { $count } 步大失誤
study-count-none = 沒有失誤
study-cost-stones-short = 損 { $value } 子
study-cost-chance-short = 損 { $value }%
study-graded = { $ply }. { $move }：{ $grade }
study-better-show = 看更好的下法
study-better-place = 更好的變化：第 { $number } 手，共 { $count } 手
study-better-than = 比第 { $ply } 手 { $move } 更好：

## 擺盤面

study-setup = 擺盤面
study-setup-stones = 棋子
study-setup-erase = 擦除
study-setup-turn = 輪到
study-setup-clear = 清空棋盤
study-setup-start = 起始盤面
study-setup-done = 研究這個盤面
study-setup-over = 這個盤面不能下：棋局在此已經結束。{ $why }
study-setup-ask = 放棄擺好的局面？
study-setup-discard = 放棄

## 快速鍵

study-keys-title = 快速鍵
study-key-step = 上一手、下一手
study-key-branch = 換變化
study-key-ten = 跳十手
study-key-ends = 開頭、結尾
study-key-jump = 轉到黑方第 5 子、白方第 7 子、第 12 手
study-key-engine = 開關引擎
study-key-mistake = 下一個、上一個失誤
study-key-comment = 寫評註，Esc 離開
study-key-promote = 把這個變化設為主線
study-key-delete = 從這裡開始刪除
study-key-undo = 復原、重做
study-key-numbers = 顯示或隱藏手數
study-key-play-on = 從這裡繼續下
study-key-setup = 擺盤面
study-key-play = 在棋盤上：在游標處落子，方向鍵移動游標
study-key-marks = 在棋盤上：標記、字母、箭頭。用滑鼠：右鍵點擊、右鍵拖動

## 開局名稱

study-opening = 開局：{ $name }
study-opening-othello-diagonal = 對角開局
study-opening-othello-parallel = 平行開局
study-opening-othello-perpendicular = 垂直開局
study-opening-othello-wing = 翼
study-opening-othello-semi-wing = 半翼
study-opening-othello-snake = 蛇
study-opening-othello-heath = Heath
study-opening-othello-cow = 牛
study-opening-othello-chimney = 煙囪
study-opening-othello-bat = 蝙蝠
study-opening-othello-buffalo = 水牛
study-opening-othello-horse = 馬
study-opening-othello-shaman = Shaman
study-opening-othello-inoue = 井上
study-opening-othello-rose = 玫瑰
study-opening-othello-flat = Flat
study-opening-othello-ganglion = Ganglion
study-opening-othello-swallow = 燕子
study-opening-othello-italian = 義大利
study-opening-othello-cat = 貓
study-opening-othello-tiger = 老虎
study-opening-othello-aubrey = Aubrey
study-opening-othello-leaders-tiger = Leader’s Tiger
study-opening-othello-brightwell = Brightwell
study-opening-othello-stephenson = Stephenson
study-opening-othello-compoth = Comp’Oth
study-opening-othello-kung = Kung
study-opening-othello-rose-bill = Rose-Bill
study-opening-renju-d1 = 寒星
study-opening-renju-d2 = 溪月
study-opening-renju-d3 = 疏星
study-opening-renju-d4 = 花月
study-opening-renju-d5 = 殘月
study-opening-renju-d6 = 雨月
study-opening-renju-d7 = 金星
study-opening-renju-d8 = 松月
study-opening-renju-d9 = 丘月
study-opening-renju-d10 = 新月
study-opening-renju-d11 = 瑞星
study-opening-renju-d12 = 山月
study-opening-renju-d13 = 遊星
study-opening-renju-i1 = 長星
study-opening-renju-i2 = 峽月
study-opening-renju-i3 = 恆星
study-opening-renju-i4 = 水月
study-opening-renju-i5 = 流星
study-opening-renju-i6 = 雲月
study-opening-renju-i7 = 浦月
study-opening-renju-i8 = 嵐月
study-opening-renju-i9 = 銀月
study-opening-renju-i10 = 明星
study-opening-renju-i11 = 斜月
study-opening-renju-i12 = 名月
study-opening-renju-i13 = 彗星
