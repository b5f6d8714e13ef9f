### 逐行控制台的用语（简体中文）。对看不懂的一行，只答一句话。

## 开始与结束

console-welcome = yiqi（弈棋）：双人黑白棋、五子棋、六子棋、和平棋。输入 help 查看命令。
console-ask-name = { $stone } { $color }由谁来下？请输入名字。
console-bye = 再见。
console-bye-kept = 再见。未下完的对局已保留，下次启动时可以接着下。
console-recovered = 有 { $count } 局棋没有下完，要打开吗？请输入 yes（是），或 no（否，留到以后）。
console-yes-or-no = 请输入 yes（是）或 no（否）。

## 棋盘旁边

console-games = 对局
console-title = { $number }. { $game }
console-to-move = ◀ 行棋
console-finished = { $title }：{ $result }
console-at-ply = 第 { $ply } 手之后（共 { $plies } 手）
console-ply = { $stone } { $name }：{ $move }
console-ply-flips = { $stone } { $name }：{ $move }，翻 { $points }
console-ply-flips-many = { $stone } { $name }：{ $move }，翻 { $count } 子
console-with-program = { $name }（{ $program }）

## 询问

console-ask-move = 轮到 { $stone } { $name }：请输入坐标（如 d3），或 help。
console-ask-stone = 请 { $stone } { $name } 落一子 { $next }：输入坐标（如 d3）。
console-ask-opening = { $turn }请输入坐标（如 d3）。
console-ask-pass = { $stone } { $name } 无处可下：请输入 pass 停一手。
console-ask-swap = { $stone } { $name }：交换后执 { $other }，还是不换、继续执 { $stone }？请输入 swap（交换）或 keep（不换）。
console-ask-swap-more = { $stone } { $name }：交换后执 { $other }，不换、继续执 { $stone }，还是再下两子、由 { $opponent } 选择？请输入 swap（交换）、keep（不换）或 more（再下两子）。
console-ask-draw = { $stone } { $name } 求和。请 { $opponent } 输入 accept（同意）或 decline（拒绝）。
console-ask-looking = 这是之前的局面：输入 at end 返回，或输入 branch 从这里另开一局。
console-ask-next = 输入 rematch 换色再来一局，输入另一局的编号，或用 reversi、gomoku、connect6、peace 开新局。
console-ask-new = 所有对局都已结束：输入 rematch 换色再来一局，用 reversi、gomoku、connect6 或 peace 开新局，或输入 quit 离开。
console-no-games = 没有打开的对局：请用 reversi、gomoku、connect6 或 peace 开新局，或输入 quit 离开。

## 对局如何结束

console-end-score = 对局结束：{ $stone } { $winner } 胜 { $margin } 子，{ $score }。
console-end-row = 对局结束：{ $stone } { $winner } 胜，连成 { $points }。
console-end-won = 对局结束：{ $stone } { $winner } 胜。
console-end-resigned = 对局结束：{ $stone } { $winner } 胜，{ $loser } 认输。
console-end-time = 对局结束：{ $stone } { $winner } 胜，{ $loser } 超时。
console-end-other = 对局结束。{ $result }

## 回答

console-moves = 可以下：{ $moves }。
console-moves-any = { $count } 个空点都可以下。
console-moves-any-but = 除了这些禁手点，所有空点都可以下：{ $points }。
console-help-line = 输入 help 查看所有命令。
console-opened = 第 { $number } 局已打开：{ $game }。输入 { $number } 前往。
console-branched = 第 { $number } 局从第 { $from } 局的第 { $ply } 手之后继续。
console-player = { $stone } 现在由 { $player } 来下。
console-saved-slot = 已存入存档位 { $slot }。
console-saved-file = 已保存为 { $file }。
console-slot-emptied = 还没有落子，存档位 { $slot } 现在是空的。
console-overwrite-broken = 存档位 { $slot } 中的文件无法读取：要覆盖吗？请输入 yes 或 no。
console-overwrite-slot = 存档位 { $slot } 里有{ $title }：输入 yes 覆盖。
console-overwrite-file = { $file } 已经存在：输入 yes 覆盖。
console-not-saved = 没有保存。
console-loaded-slot = 已载入存档位 { $slot }，为第 { $number } 局。
console-loaded-file = 已载入 { $file }，为第 { $number } 局。
console-slots = 存档位：输入 save 或 load，后面加 1 到 9 的编号或文件名。
console-slot-title = { $game }，{ $black } – { $white }，{ $plies } 手
console-slot-date = { $title }，{ $date }
console-slot-empty = 空
console-slot-broken = 无法读取：{ $problem }
console-no-such-game =
    { $count ->
        [1] 没有第 { $number } 局：只打开了第 1 局。
       *[other] 没有第 { $number } 局：请输入 1 到 { $count } 的编号。
    }
console-off-board = { $point } 不在棋盘上，棋盘从 { $first } 到 { $last }。
console-in-game = 第 { $number } 局：{ $sentence }
console-also = { $command }，或 { $aliases }
