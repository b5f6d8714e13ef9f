### 全屏终端界面的用语（简体中文）。

## 棋盘周围

tui-to-move = 行棋
tui-you = 你
tui-moves = 着法
tui-last = 上一手：{ $move }
tui-last-flips = { $move } 翻转 { $points }
tui-turn = 轮到 { $name }。
tui-turn-other-stone = 请 { $name } 为{ $color }落一子。
tui-must-pass = { $name } 无处可下：按 Enter 停一手。
tui-thinking = 思考中
tui-thinking-depth = 深度 { $depth }  { $eval }  { $line }
tui-evals-stones = { $who }的评估（子数）
tui-evals-chance = { $who }的评估（胜率）
tui-legal-moves = 可以下：{ $moves }。
tui-legal-count =
    { $forbidden ->
        [0] 有 { $count } 个点可以下。
       *[other] 有 { $count } 个点可以下，{ $forbidden } 个点是禁手。
    }
tui-suggest-thinking = 正在寻找好着法；按 Esc 停止。
tui-suggest-none = 没有建议。
tui-ran-out = { $name } 的时间已到。
tui-ran-out-move = { $name } 的时间已到，随机下了 { $move }。
tui-undone =
    { $count ->
        [1] 已悔棋。
       *[other] 已悔 { $count } 手。
    }
tui-undone-clock = 已用的时间不退还。
tui-undone-over-clock = 棋钟回到那时的读数。
tui-redone = 已恢复。
tui-draw-offered = 已求和。
tui-rematch = 已换色：{ $black } 执黑，{ $white } 执白。
tui-rematch-own = 已换色：现在你是{ $color }。
tui-swapped = { $name } 选择交换：现在 { $black } 执黑，{ $white } 执白。
tui-swapped-unnamed = 已交换黑白：原来执白的一方现在执黑。
tui-typing = 坐标或命令：{ $typed }
tui-typing-empty = 坐标（如 d3）或命令；? 列出命令
tui-typing-letter = Enter：{ $command } · 或坐标：{ $point }
tui-typing-point = 坐标：{ $point }
tui-jumping = 转到（d3、b5、w7、12、end）：{ $typed }
tui-no-such-tab = 只打开了 { $count } 局棋。
tui-file-saved = 已保存为 { $file }。
tui-loaded = 已载入。{ $pause }：保存，或换谁来下。
tui-stays-open = 对局仍然打开，选“继续”即可回来。
tui-bye-kept = 已保留 { $count } 局未下完的棋，下次启动时可以接着下。
tui-style-settings = 棋盘的外观请在“设置”中更改。
tui-too-small = 窗口太小：请至少放大到 { $cols }×{ $rows }。
tui-wrong-key = 这个键在这里不起作用：{ $keys }

## 主菜单

tui-menu-continue = 继续
tui-menu-play = 开始下棋
tui-menu-again = 再来一局
tui-menu-unfinished = 未下完的对局
tui-menu-new = 新对局
tui-menu-load = 载入
tui-menu-network = 联机
tui-menu-replay = 复盘
tui-menu-rules = 规则
tui-menu-settings = 设置
tui-menu-quit = 退出
menu-help = 第一行最常用：按 Enter 立即下棋。按字母直接选那一行。
menu-help-play = 立即下旁边写明的那种棋
menu-help-new = 在一张表里选棋种、棋盘、规则、棋手和计时
menu-help-continue = 回到打开的对局
menu-help-unfinished = 以前没有下完的对局
menu-help-load = 从存档、文件或已结束的对局接着下
menu-help-network = 联机下棋：找棋桌、加入或开棋桌
menu-help-replay = 逐手看一局棋，可让引擎分析
menu-help-setup = 自己摆子，从那里开始下
menu-help-rules = 各种棋的规则
menu-help-settings = 语言、颜色、图片、声音
menu-help-quit = 退出；未下完的对局会保留

## 暂停

tui-pause-title = 暂停
tui-pause-back = 回到对局
tui-pause-save = 保存
tui-pause-menu = 主菜单
tui-pause-quit = 退出
pause-help = 打开这个菜单时停钟。每一手都已写入磁盘，离开不会丢失任何东西。
pause-help-table = 此刻在这张棋桌上能做的事。服务器上的对局不停钟。

## 提问

tui-no = 否
tui-back = 返回
tui-stay = 留下
tui-accept = 同意
tui-decline = 不同意
dialog-help = 关于对局的提问。先选中的回答不会有任何损失。
dialog-help-esc = 选择不会有损失的回答
tui-ask-resign = { $side }：要认输吗？
tui-resign-yes = 认输
tui-ask-draw = { $side }：向对方求和吗？
tui-ask-resign-who = 谁认输？
tui-ask-draw-who = 谁求和？
tui-resign-side = { $side }认输
tui-draw-side = { $side }求和
tui-draw-yes = 求和
tui-ask-answer-draw = { $name }：对方求和。
tui-ask-choice = { $name }：请选择执黑还是执白。
tui-ask-leave-quit = 有对局还没有保存，也没有可以保留它的数据文件夹。
tui-ask-leave-close = 这局棋还没有保存，关闭就会丢失。
tui-leave-save = 保存
tui-leave-quit = 退出
tui-leave-close = 不保存就关闭
tui-ask-save-over = 存档位 { $slot } 已有对局。要覆盖吗？
tui-save-over-yes = 覆盖
tui-ask-save-empty = 还没有落子：保存会清空存档位 { $slot }。
tui-save-empty-yes = 清空

## 存档

tui-slot-empty = 空
tui-slot-broken = 无法读取
tui-slot-moves = { $count } 手
tui-slot-saved = 已保存到存档位 { $slot }。
tui-slot-emptied = 还没有落子，存档位 { $slot } 现在是空的。

## 新对局

form-title-branch = 从这个局面开始新对局
form-title-players = 谁来下？
form-start = Enter：开始
form-go-on = Enter：继续下
form-create = Enter：开棋桌
form-game = 棋种
form-board = 棋盘
form-rules = 规则
form-opening = 开局
form-colors = 黑白
form-time = 计时
form-run-out = 超时
form-own-color = 你的颜色
form-admission = 谁可以加入
form-as-above = 如上
form-drawn = 抽签决定
form-no-clock = 不计时
form-per-move = 每步 { $time }
form-run-out-loss = 判负
form-run-out-random = 随机代下一手
form-note-game = 或 { $games }。
form-note-board = { $min } 到 { $max }：方向键，或输入数字。
form-note-board-even = { $min } 到 { $max } 的偶数：方向键，或输入数字。
form-note-person = 可输入名字、等级（1 到 20）或棋手。
form-note-peace = 没有人会赢，各等级没有区别。
form-note-random = 随便下一手合法的棋。
form-note-greedy = 只看眼前哪一手最好。
form-note-weights = 偏爱通常较好的位置。
form-note-alphabeta = 固定往前看几步。
form-note-engine = 在所给限制内的引擎。
form-note-script = 你自己的程序。
form-note-saved = 你保存的程序（见 yiqi programs）。
form-note-as-above = 也可以在开局时抽签。
form-note-drawn = 谁执黑由抽签决定。
form-note-no-clock = 可输入 10m+5s、每步 30s 或 5m+3x10s。
form-note-per-move = 每一步的时间。
form-note-per-game = 整局的时间。
form-note-increment = 整局的时间，每步之后再加。
form-note-byo-yomi = 整局的时间，用完后读秒。
form-note-loss = 也可以随机代下一手。
form-note-random-move = 而不是判负。
form-note-own-color = 也可以抽签决定。
form-note-admission = “任何人”会把棋桌列在大厅。
form-help-player = 输入名字表示真人，1 到 20 的数字表示等级，或输入棋手，如 alphabeta:depth=5、program:script:python3 bot.py。
form-help-time = 输入 10m（整局）、10m+5s（每步后加 5 秒）、每步 30s、5m+3x10s（三次读秒），或 none（不计时）。
form-time-wrong = 这不是时间：请输入 10m、10m+5s、每步 30s、5m+3x10s 或 none。
form-level-wrong = 没有这个等级：请输入 1 到 20 的数字。
form-hints = ↑ ↓ 选择 · ← → 更改，或直接输入 · Enter 开始 · Esc 返回 · ? 帮助
form-hints-table = ↑ ↓ 选择 · ← → 更改，或直接输入 · Enter 开棋桌 · Esc 返回 · ? 帮助
form-hints-typing = Enter 或 ↓ 确定 · Esc 保留原值
form-help = 一张表就是一局新棋：每行一项选择和当前的值，在任何一行按 Enter 都会开始。选过的内容下次沿用。
form-help-row = { $row }：{ $note }
form-help-change = 更改这一项；可以输入的直接输入
form-help-backspace = 修改当前的名字、棋手或时间

## 未下完的对局

unfinished-title =
    { $count ->
        [0] 没有未下完的对局
       *[other] 上次有 { $count } 局没有下完
    }
unfinished-dropped = 已丢弃；按 u 可找回。
unfinished-brought-back = 已找回。
unfinished-hints = Enter 打开 · a 全部打开 · d 丢弃这一局 · u 撤销 · Esc 以后再说
unfinished-help = 没有下完的对局。打开或丢弃之前一直保留在这里，并且停钟。
unfinished-help-enter = 接着下
unfinished-help-all = 全部打开
unfinished-help-drop = 丢弃这一局
unfinished-help-undo = 找回丢弃的那一局
unfinished-help-esc = 回菜单；菜单里也能找到它们
age-now = 刚才
age-minutes = { $count } 分钟前
age-hours = { $count } 小时前
age-days = { $count } 天前

## 设置

tui-language = 简体中文
tui-settings-language = 语言
tui-settings-glyphs = 字符
tui-settings-exchange = 对调 ● 和 ○
tui-settings-theme = 主题
tui-settings-animation = 动画
tui-settings-board = 棋盘颜色
tui-settings-pictures = 图片
tui-settings-legal = 标出可落子点
tui-settings-bell = 轮到自己时响铃
tui-settings-delay = 电脑落子前的停顿
tui-glyphs-ascii = ASCII（X 和 O）
tui-glyphs-unicode = Unicode（● 和 ○）
tui-theme-wood = 木纹
tui-theme-light = 浅色
tui-theme-contrast = 高对比度
tui-board-by-game = 随棋种
tui-board-green = 绿色
tui-board-wood = 木色
tui-board-blue = 蓝色
tui-board-gray = 灰色
tui-pictures-auto-on = 自动：本终端能显示图片
tui-pictures-auto-off = 自动：本终端不能显示图片
tui-title = 弈棋
tui-title-game = { $game } – 弈棋
tui-title-turn = 轮到你了：{ $game } – 弈棋
tui-on = 开
tui-off = 关
tui-seconds = { $seconds } 秒
tui-setting = { $name }：{ $value }
settings-help = 每次更改立即生效并保存。
settings-help-language = 全屏应用、控制台和所有命令的语言
settings-help-glyphs = 只用 ASCII 字符，用于没有 ● 和 ○ 的字体
settings-help-exchange = 用于看起来黑白相反的终端
settings-help-theme = 文字和菜单的颜色
settings-help-board = 所有棋盘用一种颜色，或各用各的
settings-help-pictures = 终端支持时用图片画棋盘
settings-help-legal = 在黑白棋的每个可下点上标一个点
settings-help-animation = 翻转棋子时有动画
settings-help-bell = 轮到你时终端响铃
settings-help-delay = 以便看清电脑下了什么

## 按键

tui-help-title = 帮助
help-key-select = 选择
help-key-enter = 确定所选的一行
help-key-esc = 返回
rules-help = 各种棋的规则，包括所有规则和开局。
rules-help-scroll = 滚动
rules-help-game = 下一种棋；也可以按它的字母
tui-help-typing = 输入坐标再按 Enter 即可落子：d3、D3 或 3d。本棋盘的列名字母用来输入坐标；只输入这一个字母就按 Enter，则执行上面列出的命令。h、j、k、l 移动光标，后面紧跟数字时是坐标（h8）。大小写相同。按 : 之后可以输入下列命令；Tab 补全，↑ 调出以前输入的行。
tui-help-jumping = 输入位置再按 Enter：d3 是下在那里的一手，b5 是黑方第 5 子，w7 是白方第 7 子，12 是第 12 手，end 是最后的局面。坐标 b5 在这里写作 5b。和对局中一样，列名字母用来输入坐标；只输入这一个字母就按 Enter，则执行上面列出的命令。
tui-key-left = 光标向左
tui-key-down = 光标向下
tui-key-up = 光标向上
tui-key-right = 光标向右
tui-key-play = 在光标处落子；也可以点击
tui-key-type = 输入坐标或命令
tui-key-new = 另开一局
tui-key-next-game = 到下一局
tui-key-pause = 暂停：保存、主菜单、退出
tui-key-stop = 让电脑停止思考，或暂停
tui-key-back = 上一手
tui-key-forward = 下一手
tui-key-page-up = 后退十手
tui-key-page-down = 前进十手
tui-key-first = 到开头
tui-key-last = 到结尾
tui-key-jump = 转到某一手：坐标、某一方的第几子，或第几手
tui-key-leave = 离开复盘
tui-key-help = 显示这些说明
tui-hints-game = 方向键、Enter · 或输入 d3 · { $suggest } 提示 · { $undo } 悔棋 · { $pause } 暂停 · { $help } 帮助
tui-hints-over = { $rematch } 换色再来一局 · { $new } 新对局 · { $replay } 复盘 · { $undo } 悔棋 · { $help } 帮助
tui-hints-list = 方向键、Enter，或 { $letters }
tui-hints-menu = 方向键、Enter，或 { $letters } · ? 帮助
tui-hints-question = 方向键、Enter，或 { $letters } · Esc 返回
tui-hints-settings = ↑ ↓ 选择 · ← → 更改 · 或按字母 · Esc 返回
tui-hints-rules = ↑ ↓ PgUp PgDn 滚动 · ← → 或 { $letters } 换棋种 · Esc 返回
tui-hints-scroll = ↑ ↓ PgUp PgDn 滚动 · Esc 返回
tui-hints-typing = Enter 确定 · ← → Home End 移动 · Backspace、Ctrl-W 删除 · Esc 取消
tui-hints-jumping = Enter 转到 · b Enter 从这里另开一局 · Esc 取消
tui-hints-replay = { $back } { $forward } · { $play } 播放 · { $leave } 离开 · { $analyze } 分析 · { $jump } · { $branch } 另开一局 · { $help } 帮助
