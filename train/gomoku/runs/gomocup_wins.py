"""Asks a Gomocup program for the wins of a file of puzzles.

    gomocup_wins.py --turn-ms 3000 PUZZLES rapfi

PUZZLES is a file such as `yiqi-train-gomoku cut` writes. A win counts as found if the last evaluation that the
program states in a MESSAGE is a win in so many plies (`+M11`), as Rapfi and yiqi write it. Prints the puzzles that
were not found, and how many were.
"""

import argparse
import re
import shlex
import subprocess
import sys

RULES = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8}


class Program:
    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def say(self, text):
        self.process.stdin.write(text + "\n")

    def hear(self):
        """The answer to a command, and what the program said before it."""
        messages = []
        for line in self.process.stdout:
            line = line.strip()
            if not line.startswith(("MESSAGE", "DEBUG")):
                return line, messages
            messages.append(line)
        sys.exit("the program ended")


def point(name):
    # Counting rows from the other side mirrors the board, which changes nothing.
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def ask(program, puzzle, turn_ms):
    """The last evaluation that the program states."""
    spec, stones, turn = puzzle
    _, *parts = spec.split(":")
    rules = next((part for part in parts if part in RULES), "freestyle")
    program.say(f"START {parts[0] if parts else 15}")
    program.hear()
    for info in f"rule {RULES[rules]}", f"timeout_turn {turn_ms}", "timeout_match 0", f"max_memory {350 << 20}":
        program.say("INFO " + info)
    named = [stone.split(":") for stone in stones.split()]
    black, white = ([point(name) for color, name in named if color == letter] for letter in "bw")
    # Black's and White's stones in turns, as they were played.
    moves = [move for pair in zip(black, white) for move in pair] + black[len(white):]
    own = 0 if turn == "black" else 1
    lines = [f"{x},{y},{1 if index % 2 == own else 2}" for index, (x, y) in enumerate(moves)]
    program.say("\n".join(["BOARD", *lines, "DONE"]))
    _, messages = program.hear()
    evaluations = [found.group(1) for found in (re.search(r"Eval (\S+)", line) for line in messages) if found]
    return evaluations[-1] if evaluations else "none"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("puzzles")
    parser.add_argument("program")
    parser.add_argument("--turn-ms", type=int, default=3000)
    options = parser.parse_args()
    with open(options.puzzles) as file:
        puzzles = [line.rstrip("\n").split("\t")[:3] for line in file if not line.startswith("#")]
    program = Program(options.program)
    found = 0
    for index, puzzle in enumerate(puzzles):
        said = ask(program, puzzle, options.turn_ms)
        if said.startswith("+M"):
            found += 1
        else:
            print(f"{index + 1}: {said}", *puzzle)
    program.say("END")
    program.process.wait()
    print(f"{found} of {len(puzzles)} found")


if __name__ == "__main__":
    main()
