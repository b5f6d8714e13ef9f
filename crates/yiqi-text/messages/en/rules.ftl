### The rules pages, in English.

rules-reversi =
    Reversi (Othello)

    Two sides, ● Black and ○ White, on a board of even size from 4×4 to 26×26, usually 8×8.
    Each side starts with two stones on the four points in the middle: on 8×8, Black on e4
    and d5, White on d4 and e5. Black moves first.

    Place a stone on an empty point so that one or more opposing stones lie in an unbroken
    line between it and another of your stones, along a row, a column or a diagonal. All
    stones bracketed this way, in all eight directions, are flipped. You may not leave any
    out, and a move that flips nothing is not allowed.

    If you have no legal move, you must pass. If you have one, you may not pass.

    The game ends when the board is full or when neither side can move. Then the stones are
    counted; equal numbers are a draw.

    Points are named by column letter and row number, with rows counted from the top: a1 is
    the top left corner.
rules-reversi-normal =
    Winning

    The side with more stones at the end wins.
rules-reversi-anti =
    Anti-reversi

    The moves are those of Reversi, but the side with fewer stones at the end wins.
rules-peace =
    Peace

    Played on 8×8, with the same four stones in the middle as in Reversi. The sides take
    turns placing a stone on any empty point, Black first. Nothing is flipped, nobody passes,
    and nobody wins: the game ends when the board is full.
rules-gomoku =
    Gomoku (five in a row)

    Two sides, ● Black and ○ White, on an empty board from 5×5 to 25×25, usually 15×15. The
    sides take turns placing a stone on any empty point, Black first. Five of your own stones
    in a row, along a row, a column or a diagonal, win. A full board is a draw.

    Points are named by column letter and row number, with rows counted from the bottom: h8
    is the center of 15×15.
rules-gomoku-freestyle =
    Rules “freestyle”

    Five or more in a row win. Nothing is forbidden.
rules-gomoku-standard =
    Rules “standard”

    Exactly five in a row wins; six or more do not. Nothing is forbidden.
rules-gomoku-forbidden =
    Rules “forbidden”

    Some moves are forbidden for Black; White may play anywhere. Black wins with exactly
    five, White with five or more. A black stone is judged in this order:

    1. Exactly five in a row wins, whatever else the stone makes.
    2. Overline: six or more in a row are forbidden.
    3. Four-four: two unbroken rows of exactly four, each with at least one end that Black
       may play, are forbidden.
    4. Three-three: two open threes are forbidden. A three is open if Black may play a point
       that turns it into an unbroken row of exactly four with both ends playable for Black.
       Whether Black may play a point is judged by these same rules.

    If every empty point is forbidden, Black passes.
rules-gomoku-renju =
    Rules “renju”

    The forbidden moves of the Renju International Federation, for Black only. Black wins with
    exactly five, White with five or more.

    1. Exactly five in a row wins, whatever else the stone makes.
    2. Overline: six or more in a row are forbidden.
    3. Four-four: two fours are forbidden. A four is any four stones on a line, unbroken or with
       one gap, that one more stone turns into exactly five. Two fours may lie on one line.
    4. Three-three: two threes are forbidden. A three counts if one more stone turns it into a
       straight four, which has two ways to become exactly five, and if that stone makes no five
       and is not itself forbidden.

    If every empty point is forbidden, Black passes.
rules-gomoku-caro =
    Rules “caro”

    Exactly five in a row wins, unless opposing stones lie directly at both ends of the row.
    Six or more do not win. The edge of the board does not block. Nothing is forbidden.

    So ○●●●●●○ does not win, and ○●●●●● does if an empty point or the edge follows. A four
    with an opposing stone at one end can be stopped at the other end, too.
rules-gomoku-swap1 =
    Opening “swap1”

    Black places a black, a white and a black stone anywhere. White then chooses: swap to
    play Black, or keep to stay White. Whoever is White then moves.
rules-gomoku-swap2 =
    Opening “swap2”

    Black places a black, a white and a black stone anywhere. White then chooses: swap to play
    Black, keep to stay White, or more to place a white and a black stone and leave the choice
    of color to the other side. Whoever is White then moves.
rules-gomoku-pro =
    Opening “pro”

    The first stone goes to the center; on a board of even size, to any of the four points in
    the middle. Black’s second stone must be at least three points away from it, outside the
    5×5 square around it.
rules-connect6 =
    Connect6 (six in a row)

    Two sides, ● Black and ○ White, on an empty board from 6×6 to 25×25, usually 19×19. Black
    starts with one stone. After that the sides take turns placing two stones each, on any
    empty points. Six or more of your own stones in a row, along a row, a column or a diagonal,
    win at once, even with the first stone of a turn. A full board is a draw.

    Each stone is typed, timed and taken back separately: a clock per move restarts for every
    stone.

    Points are named by column letter and row number, with rows counted from the bottom: j10
    is the center of 19×19.
