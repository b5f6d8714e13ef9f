### 逐行主控台的用語（繁體中文）。對看不懂的一行，只答一句話。

## 開始與結束

console-welcome = yiqi（弈棋）：雙人黑白棋、五子棋、六子棋、和平棋。輸入 help 查看指令。
console-ask-name = { $stone } { $color }由誰來下？請輸入名字。
console-bye = 再見。
console-bye-kept = 再見。未下完的對局已保留，下次啟動時可以接著下。
console-recovered = 有 { $count } 局棋沒有下完，要開啟嗎？請輸入 yes（是），或 no（否，留到以後）。
console-yes-or-no = 請輸入 yes（是）或 no（否）。

## 棋盤旁邊

console-games = 對局
console-title = { $number }. { $game }
console-to-move = ◀ 行棋
console-finished = { $title }：{ $result }
console-at-ply = 第 { $ply } 手之後（共 { $plies } 手）
console-ply = { $stone } { $name }：{ $move }
console-ply-flips = { $stone } { $name }：{ $move }，翻 { $points }
console-ply-flips-many = { $stone } { $name }：{ $move }，翻 { $count } 子
console-with-program = { $name }（{ $program }）

## 詢問

console-ask-move = 輪到 { $stone } { $name }：請輸入座標（如 d3），或 help。
console-ask-stone = 請 { $stone } { $name } 落一子 { $next }：輸入座標（如 d3）。
console-ask-opening = { $turn }請輸入座標（如 d3）。
console-ask-pass = { $stone } { $name } 無處可下：請輸入 pass 停一手。
console-ask-swap = { $stone } { $name }：交換後執 { $other }，還是不換、繼續執 { $stone }？請輸入 swap（交換）或 keep（不換）。
console-ask-swap-more = { $stone } { $name }：交換後執 { $other }，不換、繼續執 { $stone }，還是再下兩子、由 { $opponent } 選擇？請輸入 swap（交換）、keep（不換）或 more（再下兩子）。
console-ask-draw = { $stone } { $name } 求和。請 { $opponent } 輸入 accept（同意）或 decline（拒絕）。
console-ask-looking = 這是之前的盤面：輸入 at end 返回，或輸入 branch 從這裡另開一局。
console-ask-next = 輸入 rematch 換色再來一局，輸入另一局的編號，或用 reversi、gomoku、connect6、peace 開新局。
console-ask-new = 所有對局都已結束：輸入 rematch 換色再來一局，用 reversi、gomoku、connect6 或 peace 開新局，或輸入 quit 離開。
console-no-games = 沒有開啟的對局：請用 reversi、gomoku、connect6 或 peace 開新局，或輸入 quit 離開。

## 對局如何結束

console-end-score = 對局結束：{ $stone } { $winner } 勝 { $margin } 子，{ $score }。
console-end-row = 對局結束：{ $stone } { $winner } 勝，連成 { $points }。
console-end-won = 對局結束：{ $stone } { $winner } 勝。
console-end-resigned = 對局結束：{ $stone } { $winner } 勝，{ $loser } 認輸。
console-end-time = 對局結束：{ $stone } { $winner } 勝，{ $loser } 逾時。
console-end-other = 對局結束。{ $result }

## 回答

console-moves = 可以下：{ $moves }。
console-moves-any = { $count } 個空點都可以下。
console-moves-any-but = 除了這些禁手點，所有空點都可以下：{ $points }。
console-help-line = 輸入 help 查看所有指令。
console-opened = 第 { $number } 局已開啟：{ $game }。輸入 { $number } 前往。
console-branched = 第 { $number } 局從第 { $from } 局的第 { $ply } 手之後繼續。
console-player = { $stone } 現在由 { $player } 來下。
console-saved-slot = 已存入存檔位 { $slot }。
console-saved-file = 已儲存為 { $file }。
console-slot-emptied = 還沒有落子，存檔位 { $slot } 現在是空的。
console-overwrite-broken = 存檔位 { $slot } 中的檔案無法讀取：要覆蓋嗎？請輸入 yes 或 no。
console-overwrite-slot = 存檔位 { $slot } 裡有{ $title }：輸入 yes 覆蓋。
console-overwrite-file = { $file } 已經存在：輸入 yes 覆蓋。
console-not-saved = 沒有儲存。
console-loaded-slot = 已載入存檔位 { $slot }，為第 { $number } 局。
console-loaded-file = 已載入 { $file }，為第 { $number } 局。
console-slots = 存檔位：輸入 save 或 load，後面加 1 到 9 的編號或檔名。
console-slot-title = { $game }，{ $black } – { $white }，{ $plies } 手
console-slot-date = { $title }，{ $date }
console-slot-empty = 空
console-slot-broken = 無法讀取：{ $problem }
console-no-such-game =
    { $count ->
        [1] 沒有第 { $number } 局：只開啟了第 1 局。
       *[other] 沒有第 { $number } 局：請輸入 1 到 { $count } 的編號。
    }
console-off-board = { $point } 不在棋盤上，棋盤從 { $first } 到 { $last }。
console-in-game = 第 { $number } 局：{ $sentence }
console-also = { $command }，或 { $aliases }
