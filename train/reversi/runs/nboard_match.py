"""Plays two NBoard programs against each other with the same processor time for every move.

    nboard_match.py --clock cpu_clock.so --openings xot.txt --pairs 150 --seconds 0.2 --out DIR \\
        yiqi . "yiqi engine nboard --time 200ms" ntest NTEST/build "./ntest x"

`cpu_clock.so` is `cpu_clock.c` as a shared library. It is preloaded, so that the clock a program reads
is its own processor time, and a busy machine costs nobody anything. The first program keeps its time
itself; it is stopped one second late. The second one is stopped when its time is over and plays the
best move that it has reported by then, because NTest does not keep a clock in this protocol. A pair is
one opening with both colors; the openings are drawn without repetition by a fixed seed. Every game is
a line of JSON: moves, the evaluations that the programs state, processor time of each move.
"""

import argparse
import json
import math
import os
import random
import select
import shlex
import subprocess
import time

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
START = "---------------------------O*------*O---------------------------"


class Board:
    def __init__(self):
        self.cells = list(START)
        self.turn = "*"

    def flips(self, at, side):
        if self.cells[at] != "-":
            return []
        other = "O" if side == "*" else "*"
        found = []
        for dx, dy in DIRECTIONS:
            x, y, line = at % 8 + dx, at // 8 + dy, []
            while 0 <= x < 8 and 0 <= y < 8 and self.cells[8 * y + x] == other:
                line.append(8 * y + x)
                x, y = x + dx, y + dy
            if line and 0 <= x < 8 and 0 <= y < 8 and self.cells[8 * y + x] == side:
                found += line
        return found

    def can_move(self, side):
        return any(self.flips(at, side) for at in range(64))

    def play(self, name):
        """Plays a move; returns False if it is illegal."""
        other = "O" if self.turn == "*" else "*"
        if name == "PA":
            if self.can_move(self.turn):
                return False
        else:
            at = 8 * (int(name[1]) - 1) + ord(name[0]) - ord("A")
            flipped = self.flips(at, self.turn)
            if not flipped:
                return False
            for point in [at, *flipped]:
                self.cells[point] = self.turn
        self.turn = other
        return True

    def is_over(self):
        return not self.can_move("*") and not self.can_move("O")

    def black_minus_white(self):
        black, white = self.cells.count("*"), self.cells.count("O")
        empty = 64 - black - white
        return black - white + (empty if black > white else -empty if white > black else 0)


class Program:
    def __init__(self, name, folder, command, preload, seconds):
        self.name = name
        self.seconds = seconds
        self.process = subprocess.Popen(
            shlex.split(command), cwd=folder, bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, "LD_PRELOAD": os.path.abspath(preload)},
        )
        # The clock of a process, as the kernel numbers it.
        self.clock = (~self.process.pid << 3) | 2
        self.unread = b""
        self.pings = 0

    def cpu(self):
        return time.clock_gettime(self.clock)

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    def hear(self, wait=None):
        """The next line, or None if there is none within `wait` seconds."""
        while b"\n" not in self.unread:
            if not select.select([self.process.stdout], [], [], wait)[0]:
                return None
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                raise RuntimeError(f"{self.name} ended")
            self.unread += more
        line, self.unread = self.unread.split(b"\n", 1)
        return line.decode(errors="replace").strip()

    def ping(self):
        self.pings += 1
        self.say(f"ping {self.pings}")
        while self.hear() != f"pong {self.pings}":
            pass

    def choose(self, game):
        """The move, the evaluation and the processor time. A program that is still searching when its
        time is over is stopped, and plays the best move that it has reported."""
        self.say("set game " + game)
        self.ping()
        begun = self.cpu()
        self.say("go")
        best = None
        while True:
            left = begun + self.seconds - self.cpu()
            if left <= 0 and best:
                self.ping()
                break
            line = self.hear(max(0.9 * left, 0.001))
            words = (line or "").replace("/", " ").split()
            if words[:1] == ["==="]:
                best = words[1:3]
                break
            if words[:1] == ["search"]:
                best = words[1:3]
        return best[0][:2].upper(), (best + [""])[1], self.cpu() - begun


def ggf(moves):
    text = f"(;GM[Othello]PC[yiqi]PB[b]PW[w]RE[?]TY[8]BO[8 {START} *]"
    return text + "".join(f"{color}[{name}]" for color, name, _ in moves) + ";)"


def play(opening, by_color):
    board, moves, evals = Board(), [], []
    for i in range(0, len(opening), 2):
        while not board.can_move(board.turn):
            moves.append(("B" if board.turn == "*" else "W", "PA", 0.0))
            board.play("PA")
        moves.append(("B" if board.turn == "*" else "W", opening[i:i + 2].upper(), 0.0))
        assert board.play(opening[i:i + 2].upper())
    while not board.is_over():
        color = "B" if board.turn == "*" else "W"
        if not board.can_move(board.turn):
            moves.append((color, "PA", 0.0))
            evals.append("")
            board.play("PA")
            continue
        program = by_color[color]
        name, said, took = program.choose(ggf(moves))
        evals.append(said)
        moves.append((color, name, round(took, 4)))
        if not board.play(name):
            raise RuntimeError(f"{program.name}: {name}")
    return board.black_minus_white(), moves, evals


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clock", required=True)
    parser.add_argument("--openings", required=True)
    parser.add_argument("--pairs", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True, help="of processor time for a move")
    parser.add_argument("--depth", type=int, default=40, help="the `set depth` that is sent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", required=True)
    parser.add_argument("players", nargs=6)
    args = parser.parse_args()
    lines = [line.split(";")[0].split()[0] for line in open(args.openings) if line.strip()[:1].isalpha()]
    random.Random(args.seed).shuffle(lines)
    os.makedirs(args.out, exist_ok=True)
    log = open(f"{args.out}/games.jsonl", "a")
    pairs, spent, count = [], {}, {}
    for number, opening in enumerate(lines[: args.pairs]):
        points = 0.0
        for a_color in "BW":
            # New processes, so that nobody remembers a game.
            a = Program(*args.players[:3], args.clock, args.seconds + 1.0)
            b = Program(*args.players[3:], args.clock, args.seconds)
            for program in (a, b):
                program.say("nboard 2")
                program.say(f"set depth {args.depth}")
                program.ping()
            by_color = {"B": a, "W": b} if a_color == "B" else {"B": b, "W": a}
            score, moves, evals = play(opening, by_color)
            for program in (a, b):
                program.say("quit")
                program.process.stdin.close()
                program.process.kill()
                program.process.wait()
            score_a = score if a_color == "B" else -score
            points += 1.0 if score_a > 0 else 0.5 if score_a == 0 else 0.0
            for color, name, took in moves[len(opening) // 2:]:
                if name != "PA":
                    who = by_color[color].name
                    spent[who] = spent.get(who, 0.0) + took
                    count[who] = count.get(who, 0) + 1
            log.write(json.dumps({"opening": opening, "pair": number, "a": a_color, "score_a": score_a,
                                  "moves": moves, "evals": evals}) + "\n")
            log.flush()
        pairs.append(points)
        n = len(pairs)
        mean = sum(pairs) / n / 2
        variance = sum((p / 2 - mean) ** 2 for p in pairs) / max(n - 1, 1)
        error = 1.96 * math.sqrt(variance / n)
        per_move = ", ".join(f"{who} {spent[who] / count[who]:.3f} s" for who in spent)
        score = f"{args.players[0]} {100 * mean:.1f} % ± {100 * error:.1f}"
        print(f"{2 * n} games: {score}; per move {per_move}", flush=True)


main()
