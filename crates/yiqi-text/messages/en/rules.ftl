### The rules pages, in English.

rules-reversi =
    Reversi (Othello)

    Two sides, ● Black and ○ White, on an even board from 4×4 to 26×26, usually 8×8.
    The four points in the middle start with two stones of each side: on 8×8, Black on
    e4 and d5, White on d4 and e5. Black moves first.

    A move puts a stone on an empty point so that one or more opposing stones lie in an
    unbroken row between the new stone and another stone of one's own: along a row, a column
    or a diagonal. All stones bracketed in this way, in all eight directions, are turned over.
    None may be left out, and a move that turns nothing over is not allowed.

    A side that has no move passes. A side that has one may not pass.

    The game ends when the board is full or when neither side can move. Then the stones are
    counted; equal numbers are a draw.

    Points are named by column letter and row number, rows counted from the top: a1 is the
    top left corner.
rules-reversi-normal =
    The usual aim

    The side with more stones at the end wins.
rules-reversi-anti =
    Anti-reversi

    The same moves as in Reversi, but the side with fewer stones at the end wins.
rules-peace =
    Peace

    Played on 8×8 with the same four stones in the middle as Reversi. The sides take turns to
    put a stone on any empty point, Black first. Nothing is turned over, nobody passes, and
    nobody wins: the game ends when the board is full.
rules-gomoku =
    Gomoku (five in a row)

    Two sides, ● Black and ○ White, on a board from 5×5 to 25×25, usually 15×15, empty at
    first. The sides take turns to put a stone on any empty point, Black first. A row of five
    stones of one's own, along a row, a column or a diagonal, wins. A full board is a draw.

    Points are named by column letter and row number, rows counted from the bottom: h8 is the
    centre of 15×15.
rules-gomoku-freestyle =
    Rules “freestyle”

    Five or more in a row win. Nothing is forbidden.
rules-gomoku-standard =
    Rules “standard”

    Exactly five in a row wins; six or more do not. Nothing is forbidden.
rules-gomoku-forbidden =
    Rules “forbidden”

    Some points are forbidden for Black; White is free. Black wins with exactly five, White
    with five or more. A stone of Black is judged in this order:

    1. Exactly five in a row wins, whatever else the stone makes.
    2. Overline: six or more in a row are forbidden.
    3. Four-four: two unbroken rows of exactly four, each with at least one end that Black
       may play, are forbidden.
    4. Three-three: two live threes are forbidden. A three is live if Black may play a point
       that makes of it an unbroken row of exactly four with both ends playable for Black.
       Whether Black may play a point is judged by these same rules.

    If every empty point is forbidden, Black passes.
rules-gomoku-renju =
    Rules “renju”

    The forbidden moves of the Renju International Federation, for Black only. Black wins with
    exactly five, White with five or more.

    1. Exactly five in a row wins, whatever else the stone makes.
    2. Overline: six or more in a row are forbidden.
    3. Four-four: two fours are forbidden. A four is any four stones on a line, unbroken or with
       one gap, that one more stone makes exactly five. Two fours may lie on one line.
    4. Three-three: two threes are forbidden. A three counts if one more stone makes of it a
       straight four, which has two ways to become exactly five, and if that stone makes no five
       and is not forbidden itself.

    If every empty point is forbidden, Black passes.
rules-gomoku-swap1 =
    Opening “swap1”

    Black puts down a black, a white and a black stone, anywhere. White then chooses: swap to
    take Black, or keep to stay White. Whoever is White then moves.
rules-gomoku-swap2 =
    Opening “swap2”

    Black puts down a black, a white and a black stone, anywhere. White then chooses: swap to
    take Black, keep to stay White, or more to put down a white and a black stone and leave the
    choice of color to the other side. Whoever is White then moves.
rules-gomoku-pro =
    Opening “pro”

    The first stone goes to the centre: on an even board, to any of the four points in the
    middle. Black's second stone must be at least three points away from it, outside the 5×5
    square around it.
rules-connect6 =
    Connect6 (six in a row)

    Two sides, ● Black and ○ White, on a board from 6×6 to 25×25, usually 19×19, empty at
    first. Black begins with one stone. After that the sides take turns to place two stones
    each, on any empty points. A row of six or more stones of one's own, along a row, a column
    or a diagonal, wins at once, even with the first stone of a turn. A full board is a draw.

    Each stone is typed, timed and taken back on its own: a clock per move gives every stone
    its time.

    Points are named by column letter and row number, rows counted from the bottom: j10 is the
    center of 19×19.
