"""Measures how long a Gomocup program takes for its moves, from the command to the answer.

    gomocup_clock.py --moves 1000 --turn-ms 300 --core 1 --spin 1 pbrain-yiqi
    gomocup_clock.py --moves 1000 --turn-ms 300 --match-ms 8000 --info pondering=1 pbrain-yiqi

Two copies of the program play games with each other, each from an opening of three random stones.
`--core` binds them to one processor, and `--spin` starts processes there that never rest. Only the
programs and the spinning processes are bound; this script, which takes the time, is not.
"""

import argparse
import os
import random
import shlex
import subprocess
import sys
import time

SIZE = 15


class Program:
    def __init__(self, options):
        def bind():
            if options.core is not None:
                os.sched_setaffinity(0, {options.core})

        self.process = subprocess.Popen(
            shlex.split(options.program), stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=bind
        )
        self.options = options
        self.say(f"START {SIZE}")
        self.hear()
        self.say(f"INFO timeout_turn {options.turn_ms}")
        self.say(f"INFO timeout_match {options.match_ms}")
        self.say(f"INFO max_memory {350 << 20}")
        self.say(f"INFO rule {options.rule}")
        for info in options.info:
            self.say("INFO " + info.replace("=", " "))

    def say(self, text):
        self.process.stdin.write((text + "\n").encode())
        self.process.stdin.flush()

    def hear(self):
        while True:
            line = self.process.stdout.readline().decode().strip()
            if not line:
                sys.exit("the program ended")
            if not line.startswith(("MESSAGE", "DEBUG")):
                return line

    def new_game(self):
        self.say("RESTART")
        self.hear()
        self.left_ms = float(self.options.match_ms)

    def ask(self, command):
        """Returns the answer to a command and the milliseconds until it came."""
        if self.options.match_ms:
            self.say(f"INFO time_left {int(self.left_ms)}")
        begin = time.monotonic()
        self.say(command)
        answer = self.hear()
        taken_ms = 1000 * (time.monotonic() - begin)
        self.left_ms -= taken_ms
        return answer, taken_ms


def is_won(stones, last):
    """Whether the stones of one side have five in a row through the last one."""
    x, y = last
    for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
        count = 1
        for sign in 1, -1:
            step = 1
            while (x + sign * step * dx, y + sign * step * dy) in stones:
                step += 1
            count += step - 1
        if count >= 5:
            return True
    return False


def opening(dice):
    near = [(x, y) for x in range(4, 11) for y in range(4, 11)]
    return dice.sample(near, 3)


def play(programs, dice, taken, limit_count):
    """Plays one game and adds the milliseconds of its moves to `taken`. Returns the games lost on time."""
    moves = opening(dice)
    for program in programs:
        program.new_game()
    turn = 1
    is_first = [True, True]
    while len(moves) < SIZE * SIZE - 25 and len(taken) < limit_count:
        program = programs[turn]
        if is_first[turn]:
            own = [f"{x},{y},{1 if index % 2 == turn else 2}" for index, (x, y) in enumerate(moves)]
            command = "\n".join(["BOARD", *own, "DONE"])
            is_first[turn] = False
        else:
            command = "TURN {},{}".format(*moves[-1])
        answer, ms = program.ask(command)
        taken.append(ms)
        moves.append(tuple(map(int, answer.split(","))))
        if program.options.match_ms and program.left_ms < 0:
            return 1
        if is_won(set(moves[turn::2]), moves[-1]):
            break
        turn = 1 - turn
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--turn-ms", type=int, default=300)
    parser.add_argument("--match-ms", type=int, default=0)
    parser.add_argument("--rule", type=int, default=0)
    parser.add_argument("--info", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--core", type=int)
    parser.add_argument("--spin", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    spinning = []
    for _ in range(options.spin):
        bind = lambda: options.core is not None and os.sched_setaffinity(0, {options.core})
        spinning.append(subprocess.Popen([sys.executable, "-c", "while True: pass"], preexec_fn=bind))
    try:
        dice = random.Random(options.seed)
        programs = [Program(options), Program(options)]
        taken, games, lost = [], 0, 0
        while len(taken) < options.moves:
            lost += play(programs, dice, taken, options.moves)
            games += 1
        for program in programs:
            program.say("END")
            program.process.wait()
    finally:
        for process in spinning:
            process.kill()
    taken.sort()
    late = sum(ms > options.turn_ms for ms in taken)
    print(" ".join(f"{ms:.0f}" for ms in taken[-12:]), "ms were the longest")
    print(
        f"{games} games, {len(taken)} moves, limit {options.turn_ms} ms: mean {sum(taken) / len(taken):.0f}, "
        f"99 of 100 within {taken[len(taken) * 99 // 100]:.0f}, longest {taken[-1]:.0f} ms, {late} late, "
        f"{lost} games over their {options.match_ms} ms"
    )


if __name__ == "__main__":
    main()
