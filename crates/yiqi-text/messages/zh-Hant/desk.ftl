### 棋桌在主控台和終端機程式裡的用語（繁體中文）。

desk-no-game = 沒有這一局。
desk-too-many-games = 開啟的對局太多了：請先關閉一局。
desk-programs-turn = 現在輪到電腦。
desk-nothing-to-redo = 沒有可恢復的著法。
desk-end-undone = 已撤回終局，對局繼續。
desk-nothing-dropped = 沒有捨棄過對局。
desk-damaged = 檔案已損毀，已忽略；下一局會重寫它。
new-game-against = { $game }，對 { $opponent }
new-game-two = { $game }，兩人對下
new-game-between = { $game }，{ $black } – { $white }
new-game-clock = { $game }，{ $time }
desk-fewer-to-undo = 只能悔 { $count } 手。
desk-no-clock = 本局沒有計時。
desk-no-moves = 還沒有下過棋。
opening-turn = 請 { $name } 擺一顆{ $stone ->
    [white] 白
   *[other] 黑
}子（{ $of } 子中的第 { $number } 子）；之後由 { $opponent } 選顏色。
desk-looking = 正在看之前的盤面：請回到最後，或從這裡分支另開一局。
desk-no-store = 沒有可以儲存的資料夾。
desk-empty-slot = 存檔位 { $slot } 是空的。
desk-unplayable = 這個檔案裡的對局無法接著下。
desk-unknown-format = 不認識這種檔案類型；檔名請以 .yiqi 等副檔名結尾。
desk-unknown-line = 「{ $line }」既不是指令也不是著法：請輸入 d3 這樣的座標，或 help。
desk-unknown-line-meant = 「{ $line }」既不是命令也不是著法：是不是 { $meant }？
desk-not-here = 這裡不能用 { $command }：可用的指令見 help。
desk-wrong-args = 這裡不能寫「{ $args }」：請寫 { $command }。
desk-missing-args = 沒有寫完：請寫 { $command }。
desk-unknown-player = 沒有「{ $name }」這種棋手：請選 human、random、greedy、weights、alphabeta、engine、program:PROTOCOL:COMMAND 或已儲存程式的名稱（yiqi programs）。
desk-option-none = 「{ $option }」不適用：棋手 { $player } 沒有選項。
desk-option-random = 「{ $option }」不適用於棋手 { $player }：請寫 seed=數字。
desk-option-alphabeta = 「{ $option }」不適用於棋手 { $player }：請寫 depth= 加 1 到 20 的數字。
desk-option-engine = 「{ $option }」不適用於棋手 { $player }：請寫 level=（1 到 20）、time=（如 2s）、depth=（1 到 60）、nodes= 加數字、threads=（1 到 256）或 hash=（1 到 65536 MiB），每項一次。
desk-option-program = 「{ $option }」不適用於棋手 { $player }：請寫 program:PROTOCOL:COMMAND，協定為 gomocup、nboard、gtp、botzone 或 script，引號要成對。協定後可加選項：time=2s、start=30s、margin=50ms、memory=MIB、depth=N、folder=DIR、read=DIR、cage=off。
desk-program-start = 無法啟動「{ $command }」：{ $problem }。
desk-program-missing = 無法啟動「{ $command }」：沒有這個程式。
desk-program-ended = 「{ $command }」沒有給出著法就結束了（{ $status }）。
desk-program-stalled = 「{ $command }」在 { $seconds } 秒內沒有回應。
desk-program-illegal = 「{ $command }」答了「{ $answer }」，這不是合法的著法。
desk-program-crashed = { $player } 當機了：{ $problem }
desk-program-stopped = 程式被停止了。
desk-program-late = 「{ $command }」在 { $seconds } 秒內沒有準備好。
desk-program-died = 「{ $command }」當掉了（{ $status }）。
desk-program-memory = 「{ $command }」所需記憶體超過上限（{ $status }）。
desk-program-flood = 「{ $command }」不停地輸出。
desk-program-garbage = 「{ $command }」答了「{ $answer }」，這在它的協定裡沒有意義。
desk-program-unasked = 「{ $command }」在沒有詢問時輸出了「{ $answer }」。
desk-program-cannot-play = 「{ $command }」的協定無法表達 { $game }。script 協定可以表達所有棋類。
desk-ran-out = 時間已到。
desk-accepted = 電腦同意{ $offer }。
desk-declined = 電腦不同意{ $offer }。
desk-draw-declined = 和棋被拒絕，對局繼續。
desk-failed = { $problem }由人接著下。
desk-not-kept = 對局無法寫入磁碟，因此沒有任何變動：{ $problem }

command-move = 下在一點上；也可寫 3d、D3，或列欄字母
command-pass = 停一手，用於無處可下時
command-swap = 交換黑白
command-keep = 不交換
command-more = 再下兩子，由對方選擇
command-moves = 列出可下的著法
command-suggest = 提示一手
command-undo = 悔棋（undo N：悔最近的 N 手）
command-redo = 恢復剛才悔的棋
command-board = 再顯示一次棋盤
command-played = 列出已下的著法
command-clock = 顯示剩餘時間
command-rules = 閱讀本局的規則
command-resign = 認輸
command-draw = 求和
command-rematch = 換色再來一局
command-accept = 同意對方的提議
command-decline = 拒絕對方的提議
command-switch = 轉到這一局
command-reversi = 開一局黑白棋
command-gomoku = 開一局五子棋；規則 freestyle、standard、forbidden、renju、caro；開局 swap1、swap2、pro
command-connect6 = 開一局六子棋
command-peace = 開一局和平棋
command-black = 選擇誰執黑：human、random、greedy、weights、alphabeta:depth=5、engine:level=8
command-white = 選擇誰執白
command-at = 查看對局中的任一盤面
command-branch = 從正在看的盤面另開一局
command-close = 關閉目前的對局
command-save = 把對局存入存檔位或檔案
command-load = 從存檔位或檔案載入對局
command-style = 換一種棋盤畫法，或互換棋子的符號
command-help = 列出指令
command-quit = 離開
