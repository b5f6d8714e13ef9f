"""Takes a corner if it can, otherwise any legal move."""

import json
import random
import sys

for line in sys.stdin:
    task = json.loads(line)
    last = task["size"]
    corners = {f"{col}{row}" for col in ("a", chr(ord("a") + last - 1)) for row in (1, last)}
    best = [move for move in task["legal"] if move in corners] or task["legal"]
    print(random.choice(best), flush=True)
