"""Trains the networks of the Gomoku engine on samples. Needs PyTorch; a GPU makes it minutes instead of hours.

    python3 train.py SAMPLES OUT [--teacher-seconds 250] [--seconds 250] [--teacher FILE] [--start FOLDER]

SAMPLES is a folder written by `yiqi-train-gomoku samples`; OUT gets a file of floats for each network, which
`yiqi-train-gomoku pack` turns into weights, log.txt with the loss curves, and teacher.pt, from which a later run can continue.

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
BLOCKS = 4           # rule sets with networks of their own
WIDTH = 32
HIDDEN = 32
REGION = 16
POINT_MAX = 5.0
SUM_SCALE = 16.0
POLICY_MAX = 15.0
TRUST = 0.3          # share of the game's result in the value target; the rest is what the searches expected
THREATENED = 0.25    # weight of the value loss where the opponent threatens a winning four
TAUGHT = 0.7         # share of the teacher in the students' targets; the rest is from the games
CHOICE = 0.5         # weight of the policy loss relative to the value loss
TEACHER_WIDTH = 128
TEACHER_BLOCKS = 10
BATCH = 4096
LEAST = 64           # smaller batches are left out
APART_MAX = 60_000   # validation samples of one block and size


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


def line_numbers(boards, numbers):
    """The indices of the four lines through every point; boards are bytes as in the samples."""
    _, size, _ = boards.shape
    cells = torch.tensor([3, 1, 2], device=boards.device, dtype=torch.int32)[boards.long()]
    padded = functional.pad(cells, (REACH,) * 4)
    lines = []
    for down, right in ((0, 1), (1, 0), (1, 1), (-1, 1)):
        written = torch.zeros_like(cells)
        for place in range(PLACES):
            step = place - REACH
            top, left = REACH + step * down, REACH + step * right
            written += padded[:, top:top + size, left:left + size] << (2 * place)
        lines.append(numbers[written])
    return torch.stack(lines, -1)


class Network(nn.Module):
    """The network for one side to move."""

    def __init__(self):
        super().__init__()
        _, places = line_indices()
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

    def points(self, lines, table):
        """The features of points before and after the convolution."""
        count, size, _, _ = lines.shape
        lines = lines.reshape(-1, 4)
        sums = functional.embedding_bag(lines, table, mode="sum")
        features = sums.clamp(0, POINT_MAX).view(count, size, size, WIDTH)
        padded = functional.pad(features, (0, 0, 1, 1, 1, 1))
        columns = padded[:, :-2] + padded[:, 2:]
        nexts = columns[:, :, 1:-1] + padded[:, 1:-1, :-2] + padded[:, 1:-1, 2:]
        diagonals = columns[:, :, :-2] + columns[:, :, 2:]
        own, beside, diagonal = self.neighbors
        convolved = features * own + nexts * beside + diagonals * diagonal + self.bias
        return features, convolved.clamp(0, POINT_MAX)

    def forward(self, lines):
        """The value in log-odds, and the policy logits of all points; the last lines are those of the empty board."""
        size = lines.shape[1]
        features, convolved = self.points(lines, self.table())
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

    def read(self, path, steps=1500):
        """Takes the weights that `write` wrote. The network of lines learns the features of lines as well as it can; the
        embedding holds the rest."""
        numbers = torch.tensor(numpy.fromfile(path, dtype="<f4"), device=self.bias.device)

        def take(shape):
            nonlocal numbers
            count = int(numpy.prod(shape))
            taken, numbers = numbers[:count].view(shape), numbers[count:]
            return taken

        with torch.no_grad():
            self.own.zero_()
            table = take(self.own.shape)
            self.neighbors.copy_(take(self.neighbors.shape))
            self.bias.copy_(take(self.bias.shape))
            for linear in (*self.regions, self.inner, self.second, self.policy):
                linear.weight.copy_(take(linear.weight.t().shape).t())
                linear.bias.copy_(take(linear.bias.shape))
            for part in (self.outer, self.direct, self.value_bias):
                part.copy_(take(part.shape))
        assert len(numbers) == 0, f"{path} has another shape"
        # Stones are rare, so lines with few of them matter most.
        stones = self.places.view(len(self.places), PLACES, 4)[..., 1:3].sum((1, 2))
        weight = (0.6 ** stones)[:, None]
        optimizer = torch.optim.AdamW(self.line.parameters(), lr=3e-3)
        for step in range(steps):
            for group in optimizer.param_groups:
                group["lr"] = 3e-3 * (1 - step / steps)
            error = (weight * (self.table() - table) ** 2).sum() / weight.sum() / WIDTH
            optimizer.zero_grad(set_to_none=True)
            error.backward()
            optimizer.step()
        with torch.no_grad():
            self.own.copy_(table - self.table())
        return float(error.detach())

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


def normal(width):
    """Normalizes by the batch at hand, always: a batch has one rule set and size, which differ from the average of all."""
    return nn.BatchNorm2d(width, track_running_stats=False)


class Teacher(nn.Module):
    """A residual network for all rule sets."""

    def __init__(self):
        super().__init__()
        width = TEACHER_WIDTH
        self.first = nn.Conv2d(4 + BLOCKS, width, 5, padding=2)
        self.blocks = nn.ModuleList(nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False), normal(width), nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1, bias=False), normal(width)) for _ in range(TEACHER_BLOCKS))
        self.choice = nn.Sequential(nn.Conv2d(width, 32, 1), nn.ReLU(), nn.Conv2d(32, 1, 1))
        self.value = nn.Sequential(nn.Linear(2 * width, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, boards, blocks, movers):
        own, other = boards == 1, boards == 2
        whites = movers.view(-1, 1, 1).expand_as(boards) == 1
        rules = [(blocks == number).view(-1, 1, 1).expand_as(boards) for number in range(BLOCKS)]
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
    """Samples of one block and size, and the teacher's outputs for them."""

    def __init__(self, block, size, part, rows, said=None, wanted=None):
        self.block, self.size, self.part, self.rows = block, size, part, rows
        self.said, self.wanted = said, wanted

    def of(self, mover):
        """Only those in which this side moves."""
        chosen = self.rows[:, 0] == mover
        said, wanted = (None if kept is None else kept[chosen] for kept in (self.said, self.wanted))
        return Group(self.block, self.size, self.part, self.rows[chosen], said, wanted)

    def batch_size(self):
        return BATCH * 225 // (self.size * self.size)

    def blocks(self, count):
        return torch.full((count,), self.block, device=self.rows.device, dtype=torch.uint8)

    def ask(self, teacher):
        """Stores the teacher's outputs: value and policy."""
        values, choices_wanted = [], []
        for rows in self.rows.split(4 * BATCH):
            boards = rows[:, 8:].view(-1, self.size, self.size)
            value, choice = teacher(boards, self.blocks(len(rows)), rows[:, 0])
            values.append(value.sigmoid())
            choices_wanted.append(choices(choice, boards).softmax(1).half())
        self.said, self.wanted = torch.cat(values), torch.cat(choices_wanted)


def read_samples(folder, device, tell):
    """The samples of each block, on the device."""
    blocks = [[] for _ in range(BLOCKS)]
    for path in sorted(glob.glob(os.path.join(folder, "samples-*.bin"))):
        block, size = map(int, re.search(r"-(\d+)-(\d+)\.bin$", path).groups())
        raw = numpy.fromfile(path, dtype=numpy.uint8).reshape(-1, 8 + size * size)
        # Validation samples are whole stretches, since adjacent samples come from the same game.
        apart = (numpy.arange(len(raw)) // 500) % 25 == 7
        blocks[block].append(Group(block, size, "apart", torch.tensor(raw[apart][:APART_MAX], device=device)))
        blocks[block].append(Group(block, size, "learn", torch.tensor(raw[~apart], device=device)))
    for block, groups in enumerate(blocks):
        tell(f"block {block}: {sum(len(group.rows) for group in groups if group.part == 'learn')} samples")
    return blocks


def batches(groups, part, shuffled):
    """Batches of one block and size each, in a random order if shuffled."""
    found = []
    for group in groups:
        if group.part != part:
            continue
        count, device = len(group.rows), group.rows.device
        order = torch.randperm(count, device=device) if shuffled else torch.arange(count, device=device)
        found += [(group, chosen) for chosen in order.split(group.batch_size()) if len(chosen) >= LEAST]
    if shuffled:
        found = [found[index] for index in torch.randperm(len(found)).tolist()]
    return found


def faster(model, device):
    """The model as a function; compiled for whole batches of the usual sizes."""
    compiled = torch.compile(model, dynamic=False) if device == "cuda" else model

    def run(group, count, *inputs):
        is_usual = group.size in (15, 20) and count == group.batch_size()
        return (compiled if is_usual else model)(*inputs)
    return run


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


def teacher_losses(teacher, group, chosen, turned):
    boards, target, weight, played = parts(group.rows[chosen], group.size)
    if turned:
        ways = symmetries(group.size, boards.device)
        way, back = ways[torch.randint(8, ()).item()]
        boards = boards.flatten(1)[:, way].view_as(boards)
        played = back[played]
    count = len(chosen)
    value, choice = teacher(group, count, boards, group.blocks(count), group.rows[chosen, 0])
    choice = choices(choice, boards)
    return *losses(value, choice, target, weight, played), (choice.argmax(1) == played).float().mean()


class Lessons:
    """What the engine's networks learn from."""

    def __init__(self, device):
        self.numbers = torch.tensor(line_indices()[0], dtype=torch.int32, device=device)

    def losses(self, model, group, chosen):
        rows = group.rows[chosen]
        boards, target, weight, played = parts(rows, group.size)
        lines = line_numbers(torch.cat([boards, torch.zeros_like(boards[:1])]), self.numbers)
        value, choice = model(group, len(chosen), lines)
        choice = choices(choice, boards)
        hits = (choice.argmax(1) == played).float().mean()
        if group.part == "apart" or group.said is None:
            return *losses(value, choice, target, weight, played), hits
        wanted = group.wanted[chosen].float() * TAUGHT
        wanted.scatter_add_(1, played[:, None], torch.full_like(target, 1 - TAUGHT)[:, None])
        target = TAUGHT * group.said[chosen] + (1 - TAUGHT) * target
        return *losses(value, choice, target, weight, wanted), hits


def learn(name, groups, step_losses, apart_losses, parameters, seconds, rate, limit, tell):
    """Trains for this many seconds; the learning rate falls to nearly zero by the end."""
    optimizer = torch.optim.AdamW(parameters, lr=rate, betas=(0.9, 0.98))
    everything = [number for group in parameters for number in group["params"]]
    begun = time.time()
    epoch = 0
    while time.time() - begun < seconds:
        epoch += 1
        sums, noted, seen = torch.zeros(3), 0, 0
        for index, (group, chosen) in enumerate(batches(groups, "learn", True)):
            share = (time.time() - begun) / seconds
            if share >= 1:
                break
            for part in optimizer.param_groups:
                part["lr"] = rate * max(0.005, min(1.0, 30 * share + 0.05) * (1 - share))
            found = step_losses(group, chosen)
            optimizer.zero_grad(set_to_none=True)
            (found[0] + CHOICE * found[1]).backward()
            nn.utils.clip_grad_norm_(everything, 1.0)
            optimizer.step()
            limit()
            seen += len(chosen)
            if index % 16 == 0:
                sums += torch.tensor([float(part.detach()) for part in found])
                noted += 1
        value, choice, _ = (sums / max(1, noted)).tolist()
        tell(f"{name} epoch {epoch}: {seen} samples in {time.time() - begun:.0f} s, loss {value:.5f} choice {choice:.4f}")
        validate(name, groups, apart_losses, tell)


def validate(name, groups, apart_losses, tell):
    """Tells the losses of validation samples, the mean over all of them."""
    sums, total = torch.zeros(3), 0
    with torch.no_grad():
        for group, chosen in batches(groups, "apart", False):
            sums += len(chosen) * torch.tensor([float(part) for part in apart_losses(group, chosen)])
            total += len(chosen)
    value, choice, hits = (sums / max(1, total)).tolist()
    tell(f"{name}: apart loss {value:.5f} choice {choice:.4f} hits {hits:.4f}")


def teach(teacher, blocks, seconds, rate, device, tell):
    everything = [group for groups in blocks for group in groups]
    fast = faster(teacher, device)

    def step(group, chosen):
        return teacher_losses(fast, group, chosen, True)

    def kept(group, chosen):
        return teacher_losses(lambda group, count, *inputs: teacher(*inputs), group, chosen, False)

    parameters = [{"params": list(teacher.parameters()), "weight_decay": 1e-2}]
    learn("teacher", everything, step, kept, parameters, seconds, rate, lambda: None, tell)
    for block, groups in enumerate(blocks):
        validate(f"teacher of block {block}", groups, kept, tell)


def learn_network(model, fast, lessons, groups, name, seconds, rate, tell):
    parameters = [{"params": [model.own], "weight_decay": 0.3},
                  {"params": [p for n, p in model.named_parameters() if n != "own"], "weight_decay": 1e-4}]
    learn(name, groups, lambda group, chosen: lessons.losses(fast, group, chosen),
          lambda group, chosen: lessons.losses(lambda group, count, *inputs: model(*inputs), group, chosen),
          parameters, seconds, rate, model.limit, tell)


# The networks of the engine: name, block, side to move, and share of the time. Without one to continue from, a network
# starts from the one called BEFORE.
BEFORE = "freestyle"
NETWORKS = (("freestyle", 0, None, 0.36), ("standard", 1, None, 0.18), ("caro", 3, None, 0.14), ("black", 2, 0, 0.16),
            ("white", 2, 1, 0.16))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("samples")
    parser.add_argument("out")
    parser.add_argument("--teacher-seconds", type=float, default=250)
    parser.add_argument("--seconds", type=float, default=250, help="for all networks of the engine together")
    parser.add_argument("--teacher", help="a teacher to continue from")
    parser.add_argument("--start", help="a folder with networks to continue from")
    parser.add_argument("--only", choices=[name for name, *_ in NETWORKS], help="train this network alone")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    torch.manual_seed(7)
    log = open(os.path.join(options.out, "log.txt"), "a")
    begun = time.time()

    def tell(line):
        line = f"{time.time() - begun:.0f} s {line}"
        print(line, flush=True)
        log.write(line + "\n")
        log.flush()

    blocks = read_samples(options.samples, device, tell)
    if options.teacher or options.teacher_seconds > 0:
        teacher = Teacher().to(device, memory_format=torch.channels_last)
        if options.teacher:
            teacher.load_state_dict(torch.load(options.teacher, map_location=device))
        if options.teacher_seconds > 0:
            teach(teacher, blocks, options.teacher_seconds, 1e-3 if options.teacher else 2e-3, device, tell)
            torch.save(teacher.state_dict(), os.path.join(options.out, "teacher.pt"))
        if options.seconds > 0:
            with torch.no_grad():
                for group in (group for groups in blocks for group in groups):
                    group.ask(teacher)
    if options.seconds <= 0:
        return
    model = Network().to(device)
    fast = faster(model, device)
    lessons = Lessons(device)
    for name, block, mover, share in NETWORKS:
        if options.only:
            if name != options.only:
                continue
            share = 1
        found = [os.path.join(folder, f"{start}.numbers") for folder, start in
                 ((options.start, name), (options.start, BEFORE), (options.out, BEFORE)) if folder]
        found = [path for path in found if os.path.exists(path)]
        if found:
            tell(f"{name} starts from {found[0]}, error {model.read(found[0]):.5f}")
        groups = blocks[block] if mover is None else [group.of(mover) for group in blocks[block]]
        rate = 1.5e-3 if found else 3e-3
        learn_network(model, fast, lessons, groups, name, options.seconds * share, rate, tell)
        model.write(os.path.join(options.out, f"{name}.numbers"))


if __name__ == "__main__":
    main()
