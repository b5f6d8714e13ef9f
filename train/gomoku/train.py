"""Trains the networks of the Gomoku engine on samples. Needs PyTorch; a GPU makes it minutes instead of hours.

    python3 train.py SAMPLES OUT [--teacher-seconds 250] [--seconds 250] [--teacher FILE] [--students FILE]

SAMPLES is a folder written by `yiqi-train-gomoku samples`; OUT gets a file of floats for each network, which
`yiqi-train-gomoku pack` turns into weights, log.txt with the loss curves, and teacher.pt and students.pt, from which a later run
can continue.

First a large network, too slow to search with, learns all rule sets together: the teacher. Its outputs are less noisy targets
than the results of single games. Then the networks of the engine, the students, are distilled from it on the same positions. They
are described in crates/yiqi-engine-gomoku/src/evaluation.rs; the features of a line are computed from its nine places by a small
network of its own, plus an embedding of the line."""

import argparse
import glob
import os
import re
import time

import numpy
import torch
from torch import nn
from torch.nn import functional

REACH = 4
PLACES = 2 * REACH + 1
WIDTH = 32
HIDDEN = 32
REGION = 16
POINT_MAX = 5.0
SUM_SCALE = 16.0
POLICY_MAX = 15.0
TRUST = 0.6          # share of the game's result in the value target; the rest is the search's value
THREATENED = 0.25    # weight of the value loss where the opponent threatens a winning four
TAUGHT = 0.8         # share of the teacher in the students' targets; the rest is from the games
CHOICE = 0.5         # weight of the policy loss relative to the value loss
TEACHER_WIDTH = 128
TEACHER_BLOCKS = 10
BATCH = 4096


def line_indices():
    """The index of every line code, and the places of each index: 0 off the board, 1 own, 2 the opponent's, 3 empty."""
    written = numpy.arange(1 << (2 * PLACES))
    places = (written[:, None] >> (2 * numpy.arange(PLACES))) & 3
    valid = places[:, REACH] != 0
    for side in (places[:, REACH + 1:], places[:, REACH - 1::-1]):
        for place in range(REACH - 1):
            valid &= ~((side[:, place] == 0) & (side[:, place + 1] != 0))
    mirrored = (places << (2 * numpy.arange(PLACES)[::-1])).sum(1)
    first = valid & (mirrored >= written)
    numbers = numpy.zeros(len(written), dtype=numpy.int64)
    numbers[first] = numpy.arange(first.sum())
    numbers[valid] = numbers[numpy.minimum(written, mirrored)[valid]]
    return numbers, places[first]


class Network(nn.Module):
    """The network for one side to move."""

    def __init__(self):
        super().__init__()
        numbers, places = line_indices()
        self.register_buffer("numbers", torch.tensor(numbers, dtype=torch.int32), persistent=False)
        one_hot = functional.one_hot(torch.tensor(places), 4).float()
        self.register_buffer("places", one_hot.flatten(1), persistent=False)
        self.register_buffer("mirrored", one_hot.flip(1).flatten(1), persistent=False)
        self.line = nn.Sequential(
            nn.Linear(4 * PLACES, 128), nn.SiLU(), nn.Linear(128, 128), nn.SiLU(), nn.Linear(128, WIDTH))
        self.own = nn.Parameter(torch.zeros(len(places), WIDTH))
        self.neighbors = nn.Parameter(torch.empty(3, WIDTH).uniform_(-0.3, 0.3))
        self.neighbors.data[0] += 0.5
        self.bias = nn.Parameter(torch.zeros(WIDTH))
        self.regions = nn.ModuleList(nn.Linear(WIDTH, REGION) for _ in range(3))
        self.inner = nn.Linear(2 * WIDTH + 3 * REGION, HIDDEN)
        self.second = nn.Linear(HIDDEN, HIDDEN)
        self.outer = nn.Parameter(torch.empty(HIDDEN).uniform_(-0.1, 0.1))
        self.direct = nn.Parameter(torch.zeros(WIDTH))
        self.value_bias = nn.Parameter(torch.zeros(1))
        self.policy = nn.Linear(HIDDEN, 2 * WIDTH)
        nn.init.uniform_(self.policy.weight, -0.01, 0.01)
        nn.init.uniform_(self.policy.bias, -0.2, 0.2)

    def table(self):
        """The features of every line."""
        return self.line(self.places) + self.line(self.mirrored) + self.own

    def points(self, boards, table):
        """The features of points before and after the convolution; boards are bytes as in the samples."""
        count, size, _ = boards.shape
        cells = torch.tensor([3, 1, 2], device=boards.device)[boards.long()]
        padded = functional.pad(cells, (REACH,) * 4)
        lines = []
        for down, right in ((0, 1), (1, 0), (1, 1), (-1, 1)):
            written = torch.zeros_like(cells)
            for place in range(PLACES):
                step = place - REACH
                top, left = REACH + step * down, REACH + step * right
                written += padded[:, top:top + size, left:left + size] << (2 * place)
            lines.append(self.numbers[written])
        lines = torch.stack(lines, -1).view(-1, 4)
        sums = functional.embedding_bag(lines, table, mode="sum")
        features = sums.clamp(0, POINT_MAX).view(count, size, size, WIDTH)
        padded = functional.pad(features, (0, 0, 1, 1, 1, 1))
        columns = padded[:, :-2] + padded[:, 2:]
        nexts = columns[:, :, 1:-1] + padded[:, 1:-1, :-2] + padded[:, 1:-1, 2:]
        diagonals = columns[:, :, :-2] + columns[:, :, 2:]
        own, beside, diagonal = self.neighbors
        convolved = features * own + nexts * beside + diagonals * diagonal + self.bias
        return features, convolved.clamp(0, POINT_MAX)

    def forward(self, boards):
        """The value in log-odds, and the policy logits of all points."""
        size = boards.shape[1]
        empty = torch.zeros_like(boards[:1])
        features, convolved = self.points(torch.cat([boards, empty]), self.table())
        third = (size + 1) // 3
        thirds = (slice(0, third), slice(third, size - third), slice(size - third, size))
        totals = 0
        kinds = [0, 0, 0]
        for down, rows in enumerate(thirds):
            for right, cols in enumerate(thirds):
                region = convolved[:, rows, cols].sum((1, 2))
                region = (region[:-1] - region[-1:]) / SUM_SCALE
                totals = totals + region
                kind = (down == 1) + (right == 1)
                kinds[kind] = kinds[kind] + functional.relu(self.regions[kind](region))
        features, convolved = features[:-1], convolved[:-1]
        maxima = convolved.amax((1, 2))
        inner = functional.relu(self.inner(torch.cat([totals, *kinds, maxima], 1)))
        second = functional.relu(self.second(inner))
        value = self.value_bias + totals @ self.direct + second @ self.outer
        feature_weights, convolved_weights = self.policy(inner).clamp(-POLICY_MAX, POLICY_MAX).split(WIDTH, 1)
        policy = torch.einsum("bhwc,bc->bhw", features, feature_weights) + torch.einsum("bhwc,bc->bhw", convolved, convolved_weights)
        return value, policy.flatten(1)

    def limit(self):
        """Clamps weights to what the engine can represent."""
        with torch.no_grad():
            self.neighbors.clamp_(-0.999, 0.999)

    def write(self, path):
        def layer(linear):
            return [linear.weight.t(), linear.bias]

        with torch.no_grad():
            parts = [self.table(), self.neighbors, self.bias]
            for linear in (*self.regions, self.inner, self.second, self.policy):
                parts += layer(linear)
            parts += [self.outer, self.direct, self.value_bias]
            numbers = torch.cat([part.flatten() for part in parts]).float().cpu().numpy()
        numbers.astype("<f4").tofile(path)


class Teacher(nn.Module):
    """A residual network for all rule sets."""

    def __init__(self):
        super().__init__()
        width = TEACHER_WIDTH
        self.first = nn.Conv2d(7, width, 5, padding=2)
        self.blocks = nn.ModuleList(nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width)) for _ in range(TEACHER_BLOCKS))
        self.choice = nn.Sequential(nn.Conv2d(width, 32, 1), nn.ReLU(), nn.Conv2d(32, 1, 1))
        self.value = nn.Sequential(nn.Linear(2 * width, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, boards, block, movers):
        own, other = boards == 1, boards == 2
        whites = movers.view(-1, 1, 1).expand_as(boards) == 1
        rules = [torch.full_like(own, block == number) for number in range(3)]
        planes = torch.stack([own, other, torch.ones_like(own), whites, *rules], 1)
        kind = torch.bfloat16 if boards.is_cuda else torch.float32
        with torch.autocast(boards.device.type, dtype=kind, enabled=boards.is_cuda):
            numbers = functional.relu(self.first(planes.to(kind).contiguous(memory_format=torch.channels_last)))
            for layers in self.blocks:
                numbers = functional.relu(numbers + layers(numbers))
            choice = self.choice(numbers).flatten(1)
            value = self.value(torch.cat([numbers.mean((2, 3)), numbers.amax((2, 3))], 1)).squeeze(1)
        return value.float(), choice.float()


class Group:
    """Samples of one size, and the teacher's outputs for them."""

    def __init__(self, size, part, rows, said=None, wanted=None):
        self.size, self.part, self.rows = size, part, rows
        self.said, self.wanted = said, wanted

    def of(self, mover):
        """Only those in which this side moves."""
        chosen = self.rows[:, 0] == mover
        return Group(self.size, self.part, self.rows[chosen], self.said[chosen], self.wanted[chosen])

    def ask(self, teacher, block):
        """Stores the teacher's outputs: value and policy."""
        values, choices_wanted = [], []
        for rows in self.rows.split(4 * BATCH):
            boards = rows[:, 8:].view(-1, self.size, self.size)
            value, choice = teacher(boards, block, rows[:, 0])
            values.append(value.sigmoid())
            choices_wanted.append(choices(choice, boards).softmax(1).half())
        self.said, self.wanted = torch.cat(values), torch.cat(choices_wanted)


class Samples:
    """Samples of one block, by size of the board, on the device."""

    def __init__(self, groups):
        self.groups = [group for group in groups if len(group.rows) > 0]
        self.count = sum(len(group.rows) for group in self.groups if group.part == "learn")

    @staticmethod
    def read(folder, block, device):
        groups = []
        for path in sorted(glob.glob(os.path.join(folder, f"samples-{block}-*.bin"))):
            size = int(re.search(r"-(\d+)\.bin$", path).group(1))
            raw = numpy.fromfile(path, dtype=numpy.uint8).reshape(-1, 8 + size * size)
            # Validation samples are whole stretches, since adjacent samples come from the same game.
            apart = (numpy.arange(len(raw)) // 500) % 25 == 7
            for part, chosen in (("learn", ~apart), ("apart", apart)):
                groups.append(Group(size, part, torch.tensor(raw[chosen], device=device)))
        return Samples(groups)

    def of(self, mover):
        """Only those in which this side moves."""
        return Samples([group.of(mover) for group in self.groups])

    def batches(self, part, shuffled):
        """Batches of one size each, in a random order."""
        found = []
        for group in self.groups:
            if group.part != part:
                continue
            count, device = len(group.rows), group.rows.device
            order = torch.randperm(count, device=device) if shuffled else torch.arange(count, device=device)
            batch = max(256, BATCH * 225 // (group.size * group.size))
            found += [(group, chosen) for chosen in order.split(batch)]
        if shuffled:
            found = [found[index] for index in torch.randperm(len(found)).tolist()]
        return found


def symmetries(size, device):
    """The eight symmetries of a board, as permutations of its points, and their inverses."""
    numbers = torch.arange(size * size, device=device).view(size, size)
    ways = [torch.rot90(way, turns) for way in (numbers, numbers.flip(1)) for turns in range(4)]
    return [(way.flatten(), way.flatten().argsort()) for way in ways]


def parts(rows, size):
    """Boards, value targets, their weights and the points played."""
    boards = rows[:, 8:].view(-1, size, size)
    target = (TRUST * rows[:, 2].float() + (1 - TRUST) * rows[:, 3].float()) / 255
    weight = torch.where(rows[:, 1] == 1, 1.0, THREATENED)
    played = rows[:, 4].long() + 256 * rows[:, 5].long()
    return boards, target, weight, played


def losses(value, choice, target, weight, wanted):
    loss = functional.binary_cross_entropy_with_logits(value, target, weight=weight, reduction="sum") / weight.sum()
    return loss, functional.cross_entropy(choice, wanted)


def choices(logits, boards):
    """Only empty points can be played."""
    return logits.masked_fill(boards.flatten(1) != 0, -1e4)


def teacher_losses(teacher, block, size, rows, turned):
    boards, target, weight, played = parts(rows, size)
    if turned:
        ways = symmetries(size, rows.device)
        way, back = ways[torch.randint(8, ()).item()]
        boards = boards.flatten(1)[:, way].view_as(boards)
        played = back[played]
    value, choice = teacher(boards, block, rows[:, 0])
    choice = choices(choice, boards)
    return *losses(value, choice, target, weight, played), (choice.argmax(1) == played).float().mean()


def student_losses(model, group, chosen, taught):
    boards, target, weight, played = parts(group.rows[chosen], group.size)
    value, choice = model(boards)
    choice = choices(choice, boards)
    hits = (choice.argmax(1) == played).float().mean()
    if not taught:
        return *losses(value, choice, target, weight, played), hits
    wanted = group.wanted[chosen].float() * TAUGHT
    wanted.scatter_add_(1, played[:, None], torch.full_like(target, 1 - TAUGHT)[:, None])
    target = TAUGHT * group.said[chosen] + (1 - TAUGHT) * target
    return *losses(value, choice, target, weight, wanted), hits


def learn(name, batches, apart, step_losses, apart_losses, parameters, seconds, rate, limit, tell):
    """Trains for this many seconds; the learning rate falls to nearly zero by the end."""
    optimizer = torch.optim.AdamW(parameters, lr=rate, betas=(0.9, 0.98))
    everything = [number for group in parameters for number in group["params"]]
    begun = time.time()
    epoch = 0
    while time.time() - begun < seconds:
        epoch += 1
        sums = torch.zeros(3)
        count = 0
        for batch in batches():
            share = (time.time() - begun) / seconds
            if share >= 1:
                break
            for group in optimizer.param_groups:
                group["lr"] = rate * max(0.005, min(1.0, 30 * share + 0.05) * (1 - share))
            found = step_losses(*batch)
            optimizer.zero_grad(set_to_none=True)
            (found[0] + CHOICE * found[1]).backward()
            nn.utils.clip_grad_norm_(everything, 1.0)
            optimizer.step()
            limit()
            count += 1
            if count % 16 == 1:
                sums += torch.tensor([float(part.detach()) for part in found])
        sums /= max(1, (count + 15) // 16)
        kept = torch.zeros(3)
        kept_count = 0
        with torch.no_grad():
            for batch in apart():
                kept += torch.tensor([float(part) for part in apart_losses(*batch)])
                kept_count += 1
        kept /= max(1, kept_count)
        tell(f"{name} epoch {epoch} at {time.time() - begun:.0f} s: loss {sums[0]:.5f} choice {sums[1]:.4f}, "
             f"apart loss {kept[0]:.5f} choice {kept[1]:.4f} hits {kept[2]:.4f}")


def teach(teacher, all_samples, seconds, rate, tell):
    def batches(part, shuffled):
        found = [(block, *batch) for block, samples in enumerate(all_samples) for batch in samples.batches(part, shuffled)]
        if shuffled:
            found = [found[index] for index in torch.randperm(len(found)).tolist()]
        return found

    def step(block, group, chosen):
        teacher.train()
        return teacher_losses(teacher, block, group.size, group.rows[chosen], True)

    def kept(block, group, chosen):
        teacher.eval()
        return teacher_losses(teacher, block, group.size, group.rows[chosen], False)

    parameters = [{"params": list(teacher.parameters()), "weight_decay": 1e-2}]
    learn("teacher", lambda: batches("learn", True), lambda: batches("apart", False), step, kept, parameters, seconds,
          rate, lambda: None, tell)
    teacher.eval()
    with torch.no_grad():
        for block, samples in enumerate(all_samples):
            found = [kept(block, *batch) for batch in samples.batches("apart", False)]
            value, choice, hits = (sum(float(losses[part]) for losses in found) / max(1, len(found)) for part in range(3))
            tell(f"teacher of block {block}: apart loss {value:.5f} choice {choice:.4f} hits {hits:.4f}")
            for group in samples.groups:
                group.ask(teacher, block)


def learn_network(model, samples, name, seconds, rate, tell):
    parameters = [{"params": [model.own], "weight_decay": 0.3},
                  {"params": [p for n, p in model.named_parameters() if n != "own"], "weight_decay": 1e-4}]
    learn(name, lambda: samples.batches("learn", True), lambda: samples.batches("apart", False),
          lambda group, chosen: student_losses(model, group, chosen, True),
          lambda group, chosen: student_losses(model, group, chosen, False),
          parameters, seconds, rate, model.limit, tell)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("samples")
    parser.add_argument("out")
    parser.add_argument("--teacher-seconds", type=float, default=250)
    parser.add_argument("--seconds", type=float, default=250, help="for all networks of the engine together")
    parser.add_argument("--teacher", help="a teacher to continue from")
    parser.add_argument("--students", help="students to continue from")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    torch.manual_seed(7)
    log = open(os.path.join(options.out, "log.txt"), "a")

    def tell(line):
        print(line, flush=True)
        log.write(line + "\n")
        log.flush()

    all_samples = [Samples.read(options.samples, block, device) for block in range(3)]
    for block, samples in enumerate(all_samples):
        tell(f"block {block}: {samples.count} samples")
    teacher = Teacher().to(device, memory_format=torch.channels_last)
    if options.teacher:
        teacher.load_state_dict(torch.load(options.teacher, map_location=device))
    teach(teacher, all_samples, options.teacher_seconds, 1e-3 if options.teacher else 2e-3, tell)
    torch.save(teacher.state_dict(), os.path.join(options.out, "teacher.pt"))
    # Freestyle is trained first; the other networks start from it.
    jobs = [("freestyle", 0, None), ("standard", 1, None), ("black", 2, 0), ("white", 2, 1)]
    model = Network().to(device)
    earlier = torch.load(options.students, map_location=device) if options.students else {}
    learned = {}
    for name, block, mover in jobs:
        start = earlier.get(name, learned.get("freestyle"))
        if start is not None:
            model.load_state_dict(start)
        samples = all_samples[block] if mover is None else all_samples[block].of(mover)
        rate = 3e-3 if start is None else 1.5e-3
        learn_network(model, samples, name, options.seconds / len(jobs), rate, tell)
        model.write(os.path.join(options.out, f"{name}.numbers"))
        learned[name] = {name: numbers.clone() for name, numbers in model.state_dict().items()}
        # An interrupted run keeps the networks trained so far.
        torch.save(learned, os.path.join(options.out, "students.pt"))


if __name__ == "__main__":
    main()
