### What is said about engines and what they think, in English.

## How an engine knows what a position is worth

sure-exact = exact
sure-outcome = the outcome is certain, the score is not
sure-wins-in =
    { $plies ->
        [one] forced win in one ply
       *[other] forced win in { $plies } plies
    }
sure-loses-in =
    { $plies ->
        [one] forced loss in one ply
       *[other] forced loss in { $plies } plies
    }
sure-estimate = estimate
sure-estimate-error = estimate, ± { $error }
sure-estimate-percent = estimate, { $percent } % sure
sure-estimate-both = estimate, ± { $error }, { $percent } % sure

## Commands

cli-level = Level from 1 to 20
cli-time = Time for a position, such as 500ms or 2s
cli-depth = Plies to look ahead, at most 60
cli-nodes = Positions to look at
cli-threads = Threads that think at the same time, at most 256 (default: 1)
cli-hash = Memory for what the engine learned, in MiB, at most 65536 (default: 64)
cli-json = Print one JSON object for each line
cli-engine-about = Be an engine for another program, on standard input and output
cli-engine-protocol = Protocol: gtp, nboard, gomocup, botzone or script
cli-engine-game = Game to play (default: reversi, with gomocup gomoku)
cli-solve-about = Solve Reversi endgames exactly
cli-solve-files = Files with positions in OBF (- for standard input)
cli-solve-outcome = Only find out who wins: the score is then a bound, and its sign is certain
cli-bench-about = Search fixed positions with all engines and print how fast that is
cli-analyze-about = Print the engine’s view of a position or of every move of a game
cli-analyze-what = File with a game (- for standard input), or a game spec
cli-analyze-moves = Moves that lead to the position, such as "h8 i9" or f5d6c3; for a game spec
cli-analyze-multi = How many of the best moves
cli-analyze-plot = File to draw the evaluation of the game into, as SVG or PNG
cli-analyze-find-win = Look for a forced win of the side to move and print its line (Gomoku)
error-find-win = --find-win looks for forced wins in Gomoku only.
analyze-no-win = No forced win was found.
error-engine-game = { $game } cannot be played over { $protocol }.
error-time = “{ $value }” does not fit { $flag }: write a length of time such as 2s or 500ms.
error-not-reversi = only positions of Reversi on 8×8 can be solved.
error-plot-ending = { $file }: a drawing is a file that ends in .svg or .png.
error-plot-single = --plot draws a game, and this is a single position.
analyze-ply = ply
analyze-side = side
analyze-played = played
analyze-best = best
analyze-score = score
analyze-depth = depth
analyze-known = how it is known
analyze-line = expected
analyze-over = The game is over.
analyze-stopped = Stopped.
analyze-plot-title = Evaluation, seen from Black
