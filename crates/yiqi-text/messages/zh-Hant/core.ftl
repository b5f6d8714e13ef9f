### yiqi 各個介面的用語（繁體中文）。每則訊息用一句平實的話說明發生了什麼，或接下來該做什麼。

## 棋種與顏色

color-black = 黑方
color-white = 白方
game-reversi = 黑白棋
game-peace = 和平棋
game-gomoku = 五子棋
game-connect6 = 六子棋
# 棋種，以及它的又一項規則。
game-with = { $game }，{ $with }
# 某種規則下的棋盤，如「黑白棋 8×8」。
title-reversi-normal = 黑白棋 { $board }
title-reversi-anti = 反黑白棋 { $board }
title-gomoku-freestyle = 五子棋 { $board }，無禁手
title-gomoku-standard = 五子棋 { $board }，標準（恰好五子）
title-gomoku-forbidden = 五子棋 { $board }，禁手規則（簡化）
title-gomoku-renju = 五子棋 { $board }，連珠
title-gomoku-caro = 五子棋 { $board }，越南規則（caro）
title-connect6-normal = 六子棋 { $board }
title-peace-normal = 和平棋 { $board }
rule-set-reversi-normal = 普通
rule-set-reversi-anti = 反黑白棋
rule-set-gomoku-freestyle = 無禁手
rule-set-gomoku-standard = 標準（恰好五子）
rule-set-gomoku-forbidden = 禁手規則（簡化）
rule-set-gomoku-renju = 連珠
rule-set-gomoku-caro = 越南規則（caro）
rule-note-reversi-normal = 子多者勝
rule-note-reversi-anti = 子少者勝
rule-note-gomoku-freestyle = 五子或更多即勝
rule-note-gomoku-standard = 恰好五子才勝
rule-note-gomoku-forbidden = 黑方禁止連續的三三、四四和長連
rule-note-gomoku-renju = 國際比賽規則：跳三、跳四也算禁手
rule-note-gomoku-caro = 恰好五子才勝，兩端都被堵不算
opening-gomoku-free = 無限制
opening-gomoku-swap1 = swap1 開局
opening-gomoku-swap2 = swap2 開局
opening-gomoku-pro = pro 開局
opening-note-gomoku-free = 前幾手可以下在任何地方。
opening-note-gomoku-swap1 = 黑方擺三子，白方選顏色。
opening-note-gomoku-swap2 = 同 swap1，但白方可再擺兩子，由黑方選顏色。
opening-note-gomoku-pro = 第一子下在中央，黑方第二子須離開中央。
# 輪到誰下，以及這一回合還要下幾子（一回合下多子的棋）。
stones-due = { $sentence }本回合還要下 { $count } 子。

## 棋手與棋力

player-human = 真人
player-you = 你
player-engine = 引擎
player-engine-at = 電腦 { $level } 級
player-engine-with = 引擎（{ $options }）
player-alphabeta = α-β 搜尋
player-alphabeta-at = α-β 搜尋，深度 { $level }
player-weights = 位置權重
player-greedy = 貪婪
player-random = 隨機落子
# 等級與相當的棋手：“電腦 8 級，棋社棋手”。
level-with-word = { $player }，{ $word }
level-newcomer = 新手
level-beginner = 初學者
level-casual = 業餘愛好者
level-club = 棋社棋手
level-strong-club = 棋社強手
level-expert = 高手
level-master = 大師
level-beyond-human = 超越人類
level-note-reversi-newcomer = 只懂規則，能翻就下。
level-note-reversi-beginner = 喜歡佔角，卻也常常送角。
level-note-reversi-casual = 會佔角，避開角旁最壞的位置。
level-note-reversi-club = 少翻子、多留選擇，邊走得穩。
level-note-reversi-strong-club = 能算幾步，最後幾手會數子。
level-note-reversi-expert = 很少無好棋可下，殘局下得精確。
level-note-reversi-master = 不放過任何失誤，很早就看清殘局。
level-note-reversi-beyond-human = 算得比任何人都深。
level-note-gomoku-newcomer = 只懂規則，常常漏看四連。
level-note-gomoku-beginner = 會擋衝四，常漏看活三。
level-note-gomoku-casual = 會擋活三，也會做活三。
level-note-gomoku-club = 會做雙殺，也看得出你的大多數雙殺。
level-note-gomoku-strong-club = 提前幾步謀劃雙殺。
level-note-gomoku-expert = 能用連續的四和三取勝。
level-note-gomoku-master = 找得到大多數必勝，也防得住。
level-note-gomoku-beyond-human = 連攻算得比任何人都遠。
level-note-connect6-newcomer = 只懂規則，常常漏看威脅。
level-note-connect6-beginner = 會擋單個威脅。
level-note-connect6-casual = 會擋威脅，也會做威脅。
level-note-connect6-club = 能往前算幾子，找多重威脅。
level-note-connect6-strong-club = 算得更遠，很少漏看威脅。
level-elo = 比 1 級高約 { $elo } Elo。
level-elo-unknown = 此棋盤上的棋力未測量。
level-pace-at-once = 立刻落子。
level-pace-second = 每步約想一秒。
level-pace-seconds = 每步想幾秒。
level-pace-up-to = 每步最多想 { $seconds } 秒。

## 對局的結果

result-win-score = { $winner }勝，{ $score }。
result-win = { $winner }勝。
result-resignation = { $winner }勝：{ $loser }認輸。
result-forfeit = { $winner }勝：{ $loser }中途離場。
result-time = { $winner }勝：{ $loser }逾時。
result-agreement = 雙方同意和棋。
result-draw-score = 和棋，{ $score }。
result-draw = 和棋。
result-peace = 棋盤已滿：和平收場。
result-peace-resignation = { $loser }認輸。和平棋不分勝負。
result-aborted = 對局已取消。
result-own-score = 你贏了，{ $score }。
result-own = 你贏了。
result-own-resignation = 你贏了：{ $loser }認輸。
result-own-forfeit = 你贏了：{ $loser }中途離場。
result-own-time = 你贏了：{ $loser }超時。
side-named = { $color }（{ $name }）

## 著法或指令為何被拒絕

refusal-game-over = 對局已經結束。
refusal-off-board = { $point } 不在棋盤上。
refusal-occupied = { $point } 已經有棋子了。
refusal-flips-nothing = { $point } 翻不了任何棋子，不能下在這裡。
refusal-forbidden = { $point } 是黑方的禁手：{ $kind }（{ $lines }）。
forbidden-three-three = 三三禁手
forbidden-four-four = 四四禁手
forbidden-overline = 長連禁手
refusal-must-move = 還有 { $count } 處可下，不能停一手。
refusal-no-passing = 這種棋不能停一手。
refusal-choice-due = 請先選擇：swap（交換）或 keep（不換）。
refusal-choice-due-more = 請先選擇：swap（交換）、keep（不換）或 more（再下兩子）。
refusal-no-choice = 現在不用選擇黑白。
refusal-not-centre = 第一子必須下在中心 { $centre }。
refusal-inside-centre = { $point } 太近：這一子必須離 { $centre } 至少三格。
refusal-not-begun = 對局尚未開始。
refusal-already-begun = 對局已經開始。
refusal-not-over = 對局尚未結束。
refusal-not-your-turn = 還沒輪到你。
refusal-paused = 對局已暫停。
refusal-not-paused = 對局沒有暫停。
refusal-time-up = 時間已到。
refusal-nothing-offered = 沒有人提出{ $offer }。
refusal-already-offered = 已經提出過{ $offer }了。
refusal-answer-first = 請先答覆對方提出的{ $offer }。
refusal-too-soon = 你剛提出過，再過 { $count } 手才能再次提出。
refusal-nothing-to-take-back = 你沒有棋可悔。
refusal-too-late-to-abort = 雙方都已落子，不能再取消對局。
refusal-host-only = 只有房主可以這樣做。
refusal-seat-only = 只有對局雙方可以這樣做。
refusal-no-clock = 本局不計時。
refusal-empty-text = 訊息是空的。
refusal-text-too-long = 共 { $length } 個字元，超過了 { $limit } 個的上限。
offer-draw = 和棋
offer-take-back = 悔棋
offer-pause = 暫停
offer-rematch = 再來一局

## 使用者輸入的內容

spec-unknown-game = 沒有「{ $name }」這種棋：請從 { $games } 中選擇。
spec-unknown-game-meant = 沒有「{ $name }」這種棋：是不是想寫 { $meant }？
spec-size-reversi = 黑白棋沒有大小為 { $size } 的棋盤：請選 4 到 26 之間的偶數。
spec-size-connect6 = 六子棋沒有大小為 { $size } 的棋盤：請選 6 到 25。
spec-size-peace = 和平棋沒有大小為 { $size } 的棋盤：只用 8×8。
spec-size-gomoku = 五子棋沒有大小為 { $size } 的棋盤：請選 5 到 25（開局規則為 pro 時從 7 起）。
spec-unknown-part = 這裡不能寫「{ $part }」。{ $game }的規則：{ $rules }；開局：{ $openings }。
spec-unknown-rules = 這裡不能寫「{ $part }」。{ $game }的規則：{ $rules }。
spec-unknown-part-meant = 這裡不能寫「{ $part }」：是不是想寫 { $meant }？
spec-one-rule-set = 這裡不能寫「{ $part }」：{ $game }只有一種規則。
spec-out-of-place = 「{ $part }」的位置不對：先寫大小，再寫規則，最後寫開局。
move-not-a-move = 「{ $text }」不是著法：請輸入 d3 這樣的座標，或 pass、swap、keep、more。
move-list = 著法第 { $column } 欄：{ $problem }
move-pass = 停一手
move-swap = 交換
move-keep = 不換
move-more = 再下兩子

## 檔案有什麼問題

place-text = 第 { $line } 行第 { $column } 欄
place-byte = 位元組 { $offset }
read-error = { $place }：{ $problem }
problem-expected = 應為：{ $expected }；實為「{ $found }」。
problem-cut-short = 檔案不完整；此處應為：{ $expected }。
problem-missing = 缺少「{ $key }:」這一行。
problem-twice = 「{ $key }:」出現了兩次。
problem-result = 檔案寫的結果是「{ $stated }」，但依著法應為「{ $actual }」。
problem-version = 檔案格式為版本 { $found }，本程式最高只能讀版本 { $known }。
problem-checksum = 檔案被變動過：檔案寫的檢查碼是 { $stated }，依內容算出的是 { $actual }。如果是你自己改的，請把最後一行縮短為「end」。
problem-not-utf8 = 這不是文字檔：不是有效的 UTF-8 編碼。
problem-too-many = 項目超過 { $limit } 筆，太多了。
problem-too-large = 檔案大於 { $limit } MiB。
problem-other-game = 本程式不支援這種棋：{ $what }。
problem-go = 這是圍棋棋譜，本程式不下圍棋。
problem-game-unnamed = 檔案沒有說明是哪種棋：請指明棋種。
problem-out-of-place = 這裡不能出現這一筆：對局已經開始或已經結束。
problem-too-far-back =
    { $played ->
        [0] 沒有棋可悔。
       *[other] 只下了 { $played } 手，不能悔 { $plies } 手。
    }
setup-overlap = 同一個點上既有黑子又有白子。
setup-off-board = 有棋子落在棋盤之外。
log-broken = 第 { $number } 筆：{ $problem }
log-time = 時間早於上一筆。
log-stage = 對局在這個階段不能這樣。
log-answer = 它答覆的提議沒有人提出過。
log-turn = 還沒有輪到那一方。
write-read-only = 這種格式只能讀，不能寫。
write-error = 第 { $number } 局：{ $problem }
write-game = 這種格式不支援這種棋。
write-size = 這種格式不支援這樣大小的棋盤。
write-start = 這種格式無法儲存起始盤面。
write-several = 這種格式只能存一局。
write-swap = 這種格式無法儲存交換開局中的選擇。
write-no-moves = 這種格式無法儲存沒有著法的對局。
write-broken = 棋譜中的著法不合規則。

## 檔案裡應有的內容

expected-first-line = 「yiqi record 1」
expected-header-line = 「Key: value」或空行
expected-clock = none、「move 30s」、「game 10m」、「game 10m+5s」或「byoyomi 10m+3x30s」
expected-result = 結果，如「black 40-24」或「draw by agreement」
expected-start = 由 . b w 組成、以 / 分隔的各列，後接 black 或 white
expected-entry = 著法、提議、評註或其他項目
expected-move = 著法
expected-move-of = { $color }的著法
expected-ply-number = 手數 { $number }
expected-seconds = 秒數，最多三位小數
expected-eval = 數字，最多兩位小數
expected-escape = \\、\n 或 \u 加大括號中的編碼
expected-parentheses = 成對的 ( 和 )
expected-entry-before-branch = 分支之前的項目
expected-end = 「end」，可附檢查碼
expected-next-record = 下一份棋譜或檔案結尾
expected-points = 座標，如 f5
expected-cells = 棋盤上的各點
expected-side-to-move = 輪到哪一方
expected-semicolon = 「;」
expected-move-score = 著法及其評分
expected-game-start = 「(;」
expected-property-name = 大寫字母的屬性名稱
expected-property-value = 方括號中的值
expected-closing-bracket = 「]」
expected-psq-header = 「Piskvorky WIDTHxHEIGHT, …」
expected-psq-move = 「x,y,毫秒」
expected-offsets = 相對中心的成對位移量
expected-save-numbers = 67 個數：回合、兩個旗標（0 或 1）、64 個點（-1、0 或 1）
expected-wthor-header = 16 位元組的 WTHOR 檔頭
expected-wthor-games = 每局 68 位元組的對局紀錄
expected-wthor-names = 長度固定的名稱
expected-wthor-move = 點的編號
expected-renlib-header = 20 位元組的 RenLib 檔頭
expected-renlib-node = 兩位元組的節點
expected-renlib-text = 以零位元組結尾的文字

## 程式

cli-about = 黑白棋、五子棋、六子棋、和平棋
cli-commands = 指令
cli-group-play = 下棋
cli-group-files = 棋譜與規則
cli-group-engine = 引擎
cli-group-server = 伺服器
cli-group-help = 說明
cli-options = 選項
cli-common = 通用選項
cli-examples = 範例
cli-arguments = 參數
cli-usage = 用法
cli-usage-options = [選項]
cli-usage-command = [指令]
cli-usage-default = [預設：
cli-usage-values = [可選：
cli-help = 顯示說明
cli-version = 顯示版本
cli-help-about = 顯示某個指令的說明
cli-help-command = 要說明的命令或棋種；script 為自編程式的協定（預設：全部）
cli-verbose = 同時在標準錯誤上說明用到的檔案和設定
cli-force = 覆寫已存在的檔案
cli-lang = 語言：en、zh-Hans（或 zh、zh-CN）、zh-Hant（或 zh-TW）（預設：依設定，其次依系統地區設定）
cli-spec = 棋種：GAME[:SIZE][:RULES][:OPENING]，如 reversi:6 或 gomoku:15:renju:swap2
cli-from = 要讀的檔案的格式（預設：依檔名和內容判斷）
cli-game = 檔案的棋種，用於格式未寫明時
cli-perft-about = 統計各深度的著法序列數（perft）
cli-perft-depth = 深度（手數），最多 30
cli-perft-threads = 執行緒數，最多 256（預設：1）
cli-check-about = 判斷各點能不能下，不能下時說明原因（管線中每點一行英文，供腳本使用）
cli-check-moves = 已下的著法，如 "h8 i9" 或 f5d6c3；b:h8 和 w:i9 不按輪次直接放子
cli-check-points = 要檢查的點；w:h8 表示不論輪到誰都按白方判斷
cli-check-batch = 逐行檢查檔案，每行一個 SPEC<TAB>MOVES<TAB>POINT（- 為標準輸入）
check-legal = { $point } 可以下。
cli-show-about = 顯示對局中任意一手之後的盤面
cli-show-file = 對局檔案（- 為標準輸入）
cli-show-at = 哪一手之後：手數，或用 b5 表示黑方第 5 子、w7 表示白方第 7 子（預設：最後一手）
cli-show-nth = 檔案中的第幾局，從 1 數起
cli-convert-about = 把對局從一種格式轉換為另一種
cli-convert-in = 要讀的檔案（- 為標準輸入）
cli-convert-out = 要寫的檔案（- 為標準輸出）
cli-convert-to = 要寫的格式（預設：依檔名判斷）
cli-rules-about = 顯示一種棋的規則
cli-stats-about = 顯示已下完的對局的戰績，按棋種和棋手列出
stats-none = 還沒有下完的對局。
stats-line = { $first } 勝 – { $second } 勝，{ $drawn } 和
cli-rules-game = 棋種；給出完整規格則只顯示相應的規則（預設：列出各種棋）
rules-list = 各種棋的規則：
cli-completions-about = 輸出 shell 自動完成指令稿
cli-completions-shell = shell 名稱
cli-man-about = 顯示手冊頁；管線中輸出 man 的格式
man-name = 名稱
man-synopsis = 用法
man-description = 說明
man-same = 每個指令都有 --help；yiqi help COMMAND 顯示同樣的內容。
man-files = 檔案
man-file-folder = Linux 上的資料夾；--data-dir 指定另一個。下列檔案都在其中。
man-file-settings = 全螢幕應用和主控台的設定。
man-file-last-game = 上次開始的對局，選單會再次提供。
man-file-saves = 九個存檔位。
man-file-unfinished = 進行中的對局，每手棋落下之前寫入。
man-file-history = 在主控台輸入過的行。
man-file-token = 伺服器憑此認出你的密鑰：不要給別人。
man-environment = 環境變數
man-env-lang = 語言，除非 --lang 或設定另有指定。
man-env-no-color = 非空時不使用顏色。
man-env-term = 終端機能顯示多少種顏色。
man-env-certificates = 代替系統所信任的憑證授權單位。
man-exit = 結束狀態
man-exit-0 = 成功。
man-exit-1 = 工作失敗，例如檔案無法寫入。
man-exit-2 = 用法有誤，或輸入無法讀取。
script-title = script 協定
script-about = 自編程式的協定，任何語言都可以。每次輪到它時，從標準輸入讀一行 JSON，並立即向標準輸出寫一行著法。輸入結束時，程式就不再需要了。
script-answer = 回答是 legal 中列出的一個著法。輸出的每一行都是回答；其他內容請寫到標準錯誤。
script-use = 對局：yiqi play reversi --white "program:script:python3 bot.py"；測試：yiqi engine check --protocol script python3 bot.py；命名：yiqi programs add。這一行的欄位：
script-game = reversi、peace、gomoku 或 connect6
script-size = 棋盤的行列數
script-spec = 棋種規格，含棋盤和規則
script-turn = 你的顏色，black 或 white
script-stone = 要放的棋子的顏色；需要選顏色時為 null
script-moves = 到目前為止的著法
script-legal = 所有可以回答的著法，不會為空
script-board = 自上而下的各列，用 b、w 和 . 表示
script-time = 這一手還有多少毫秒；不計時為 null

show-players = { $black-stone } { $black }   { $white-stone } { $white }
show-after =
    { $ply ->
        [0] 第一手之前。
       *[other] 第 { $ply } 手之後（共 { $plies } 手）：{ $move }
    }
show-score = { $black-stone } { $black }   { $white-stone } { $white }
show-turn = { $stone } 輪到{ $color }。
show-must-pass = { $stone } { $color }無處可下，必須停一手（pass）。
show-choose = { $stone } 請{ $color }選擇：{ $choices }。

error-unknown-argument = 這裡不能用「{ $argument }」：請看 { $help }。
error-unknown-argument-meant = 這裡不能用「{ $argument }」：是不是 { $meant }？請看 { $help }。
error-unknown-command = 沒有「{ $command }」這個指令：請看 { $help }。
error-unknown-command-meant = 沒有「{ $command }」這個指令：是不是 { $meant }？請看 { $help }。
error-missing-argument = 缺少 { $argument }：請看 { $help }。
error-invalid-value = 「{ $value }」不能用於 { $argument }：請看 { $help }。
error-number-between = 「{ $value }」不能用於 { $argument }：請寫 { $min } 到 { $max } 的數。
error-number-from = 「{ $value }」不能用於 { $argument }：請寫不小於 { $min } 的數。
error-one-of = 「{ $value }」不能用於 { $argument }：請選 { $choices }。
error-conflict = { $argument } 和 { $other } 不能同時使用。
error-too-often = { $argument } 只能給一次。
error-usage = 命令列有誤：{ $problem }
error-file = { $file }：{ $problem }
error-batch-line = { $file }：第 { $line } 行：{ $problem }
error-batch-columns = 應為以定位字元（Tab）分隔的 SPEC、MOVES 和 POINT。
error-moves = 清單中第 { $number } 手 { $move } 不能下：{ $problem }
error-write = 無法寫入：{ $problem }
error-exists = 已經存在：加上 --force 可以覆寫。
error-unknown-format = 無法判斷格式；請用 { $flag } 指明，可選：{ $formats }。
error-not-writable = { $format } 只能讀，不能寫。
error-no-such-game =
    { $count ->
        [0] 檔案中沒有對局。
       *[other] 檔案中只有 { $count } 局。
    }
error-no-such-ply =
    { $count ->
        [0] 這局棋沒有著法。
       *[other] 這局棋只有 { $count } 手。
    }
error-no-such-stone =
    { $count ->
        [0] { $color }在這局棋中沒有落子。
       *[other] { $color }在這局棋中只下了 { $count } 子。
    }
error-at = 「{ $value }」不是對局中的位置：請寫手數，或寫 b5（黑方第 5 子）、w7（白方第 7 子）。

play-failed = { $side }的棋手出錯：{ $problem }
play-total = 共 { $games } 局：黑勝 { $black }，白勝 { $white }，和 { $draws }
play-forfeits = 有 { $count } 局因程式出錯判負。
play-other-game = 這是另一種棋：{ $game }。
cli-play-about = 讓兩名棋手對局，人或電腦都可以
cli-play-player = 由誰來下：human、random、greedy、weights、alphabeta:depth=7、engine:level=8、program:PROTOCOL:COMMAND，協定為 gomocup、nboard、gtp、botzone 或 script（見 yiqi help script）
cli-play-from = 從哪個檔案開始；FILE@PLY 或 FILE@b5 指定中途的盤面
cli-play-record = 把對局儲存到這個檔案
cli-play-games = 對局數
cli-play-seed = 讓沒有指定 seed 的棋手可重複：同一個數，同樣的對局
cli-console-about = 在主控台逐行輸入下棋，也可以透過管線
cli-console-names = 兩人的名字，用逗號隔開
cli-console-game = 要開啟的對局，可以多次給出（預設：peace 和 reversi）
cli-console-style = 棋盤的畫法：plain、grid 或 emoji
cli-console-swap = 對調 ● 和 ○，用於看起來顏色相反的終端機
cli-console-keep = 顯示棋盤前不清除畫面
cli-replay-about = 逐手覆盤，並可從任意一手接著下
cli-data-dir = 存放存檔和設定的資料夾（預設：平台的資料夾）
cli-color = 是否使用顏色：auto、always 或 never
error-data-dir = 資料夾無法使用：{ $problem }
error-no-terminal = 這裡需要終端機；沒有終端機時可以用「yiqi console」。
cli-default = 不帶命令時，在終端機中啟動全螢幕介面，否則啟動主控台。「yiqi gomoku 15 renju」直接開始那種棋，「yiqi 檔案」開啟棋譜。
cli-game-about = 下{ $game }：在終端機裡馬上開始，對手是電腦 4 級，不計時；否則用命令列模式
cli-game-sizes = { $min } 到 { $max }；不寫則為 { $usual }
cli-game-sizes-even = { $min } 到 { $max } 的偶數；不寫則為 { $usual }
cli-game-default = （預設）
cli-game-more = 「yiqi play --help」說明如何選擇棋手，「yiqi --help」列出所有指令。
verbose-start = yiqi { $version } · 語言 { $lang } · 資料夾 { $folder }
verbose-read = 依 { $format } 讀取了 { $file }：{ $count } 局
verbose-written = 寫入了 { $file }
