"""Recomputes the statistics of stored result sets, independently of the crate.

Reads result sets as JSON from standard input, one per line: {"pairs": [five counts], "games": [wins, draws, losses],
"elo0": …, "elo1": …} or {"cross": [[[w, d, l], …], …]}. Writes one JSON object per line with the same statistics that
the crate computes. Only the standard library is used, and other methods than in the crate where there are any:
math.erf, Newton's method for the tilt, and a fixed-point iteration for ratings.
"""

import json
import math
import sys

Z95 = 1.959963984540054


def elo(mean):
    if mean <= 0 or mean >= 1:
        return None
    return 400 * math.log(mean / (1 - mean), 10)


def phi(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


def estimate(counts, per_result):
    """counts[i] results with i of len(counts) - 1 steps of points; per_result games make one result."""
    total = sum(counts)
    if total == 0:
        return None
    results = []
    for index, count in enumerate(counts):
        results += [index / (len(counts) - 1)] * count
    mean = math.fsum(results) / total
    variance = math.fsum((result - mean) ** 2 for result in results) / total
    error = math.sqrt(variance / total)
    deviation = math.sqrt(variance * per_result)
    low, high = elo(mean - Z95 * error), elo(mean + Z95 * error)
    if error > 0:
        los = phi((mean - 0.5) / error)
    else:
        los = 0.5 if mean == 0.5 else float(mean > 0.5)
    unit = 800 / math.log(10)
    return {
        "mean": mean,
        "elo": elo(mean),
        "elo_error": None if low is None or high is None else (high - low) / 2,
        "normalized_elo": unit * (mean - 0.5) / deviation if deviation > 0 else None,
        "normalized_elo_error": unit * Z95 * error / deviation if deviation > 0 else None,
        "los": los,
    }


def tilt(share, mean):
    """The most likely distribution with this mean, by Newton's method with halved steps."""
    distance = [index / 4 - mean for index in range(5)]
    theta = 0.0
    for _ in range(1000):
        terms = [1 + theta * d for d in distance]
        value = math.fsum(p * d / t for p, d, t in zip(share, distance, terms))
        slope = -math.fsum(p * (d / t) ** 2 for p, d, t in zip(share, distance, terms))
        step = -value / slope
        while any(1 + (theta + step) * d <= 0 for d in distance):
            step /= 2
        theta += step
        if abs(step) < 1e-15:
            break
    return [p / (1 + theta * d) for p, d in zip(share, distance)]


def llr(pairs, elo0, elo1):
    if sum(pairs) == 0:
        return 0.0
    counts = [max(count, 1e-3) for count in pairs]
    total = math.fsum(counts)
    share = [count / total for count in counts]
    mean = lambda elo: 1 / (1 + 10 ** (-elo / 400))
    low, high = tilt(share, mean(elo0)), tilt(share, mean(elo1))
    return total * math.fsum(p * math.log(h / l) for p, h, l in zip(share, high, low))


def ratings(cross):
    """Bradley and Terry by coordinate-wise bisection, with one virtual draw against a player of rating 0."""
    count = len(cross)
    strength = [0.0] * count
    logistic = lambda x: 1 / (1 + math.exp(-x))

    def gradient(i, at):
        value = 0.5 - logistic(at)
        for j in range(count):
            wins, draws, losses = cross[i][j]
            games = wins + draws + losses
            if i != j and games:
                value += wins + draws / 2 - games * logistic(at - strength[j])
        return value

    for _ in range(3000):
        moved = 0.0
        for i in range(count):
            low, high = -20.0, 20.0
            for _ in range(70):
                middle = (low + high) / 2
                if gradient(i, middle) > 0:
                    low = middle
                else:
                    high = middle
            moved = max(moved, abs(strength[i] - low))
            strength[i] = low
        if moved < 1e-12:
            break
    information = [[0.0] * count for _ in range(count)]
    for i in range(count):
        p = logistic(strength[i])
        information[i][i] += p * (1 - p)
        for j in range(count):
            games = sum(cross[i][j])
            if i != j and games:
                p = logistic(strength[i] - strength[j])
                information[i][i] += games * p * (1 - p)
                information[i][j] -= games * p * (1 - p)
    inverse = invert(information)
    mean = math.fsum(strength) / count
    scale = 400 / math.log(10)
    average = math.fsum(map(math.fsum, inverse)) / count**2
    variances = [inverse[i][i] - 2 * math.fsum(inverse[i]) / count + average for i in range(count)]
    return [
        {"elo": scale * (s - mean), "error": scale * Z95 * math.sqrt(v)} for s, v in zip(strength, variances)
    ]


def invert(matrix):
    """Gauss and Jordan with pivots."""
    count = len(matrix)
    rows = [list(row) + [float(i == j) for j in range(count)] for i, row in enumerate(matrix)]
    for column in range(count):
        pivot = max(range(column, count), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [value / head for value in rows[column]]
        for row in range(count):
            if row != column:
                factor = rows[row][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    return [row[count:] for row in rows]


for line in sys.stdin:
    data = json.loads(line)
    if "cross" in data:
        out = {"ratings": ratings(data["cross"])}
    else:
        wins, draws, losses = data["games"]
        out = {
            "trinomial": estimate([losses, draws, wins], 1),
            "pentanomial": estimate(data["pairs"], 2),
            "llr": llr(data["pairs"], data["elo0"], data["elo1"]),
            "lower": math.log(0.05 / 0.95),
            "upper": math.log(0.95 / 0.05),
        }
    print(json.dumps(out))
