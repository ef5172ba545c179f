# SPDX-License-Identifier: GPL-3.0-or-later
"""What the programs of this folder share: pairs A B A B …, the median of their ratios."""

import functools
import os
import resource
import statistics
import subprocess
import sys
import time

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)


@functools.lru_cache
def product(name):
    """A program of the release build; `KERF_RELEASE` in the environment names its folder."""
    if "KERF_RELEASE" in os.environ:
        return os.path.join(os.environ["KERF_RELEASE"], name)
    done = subprocess.run(
        ["swift", "build", "-c", "release", "--static-swift-stdlib", "--show-bin-path"],
        cwd=TOP, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    path = os.path.join(done.stdout.strip(), name)
    if not os.path.exists(path):
        sys.exit(f"{name}: no release build; see benchmarks/README.md")
    return path


def clip(name):
    done = subprocess.run(
        [os.path.join(TOP, "Tests", "Fixtures", "make-clip"), name],
        check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return done.stdout.strip()


def bench(*arguments):
    """What kerf-bench tells, by name; milliseconds count from the start of the process."""
    environment = dict(os.environ, KERF_BENCH_START=repr(time.clock_gettime(time.CLOCK_MONOTONIC)))
    done = subprocess.run(
        [product("kerf-bench"), *map(str, arguments)], env=environment, check=True,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return {name: int(value) for name, value in (p.split("=") for p in done.stdout.split())}


def run(*command):
    """Wall and processor seconds of commands, one after the other."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    for one in command:
        subprocess.run(one, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ours(*arguments):
    """Wall and processor seconds of kerf-bench."""
    return run([product("kerf-bench"), *map(str, arguments)])


def two_at_once(commands):
    """Runs commands, two at a time; wall and processor seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    waiting, running = list(commands), []
    while waiting or running:
        while waiting and len(running) < 2:
            running.append(
                subprocess.Popen(
                    waiting.pop(0), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                    stdin=subprocess.DEVNULL,
                )  # fmt: skip
            )
        running.pop(0).wait()
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(name, a, b, goal, pairs=5, part=0):
    """Runs `a` and `b` in pairs and prints a row; answers whether the goal holds.

    Both give (wall, processor) seconds; `part` says which of them is judged.
    """
    a()
    b()
    rounds = [(a(), b()) for _ in range(pairs)]
    if any(max(s[part] for s in side) > 3 * min(s[part] for s in side) for side in zip(*rounds)):
        rounds += [(a(), b()) for _ in range(pairs)]
    ratios = [statistics.median(x[n] / max(y[n], 1e-9) for x, y in rounds) for n in (0, 1)]
    mine, theirs = (statistics.median(s[part] for s in side) * 1000 for side in zip(*rounds))
    holds = ratios[part] <= goal
    print(
        f"| {name} | {mine:.0f} | {theirs:.0f} | {ratios[0]:.2f} | {ratios[1]:.2f} | {goal} "
        f"| {'yes' if holds else 'NO'} |",
        flush=True,
    )
    return holds


def header(what):
    print(f"{what}: load {' '.join(f'{l:.1f}' for l in os.getloadavg())}, {os.cpu_count()} processors")
    print("| what | ours ms | theirs ms | ratio | ratio of CPU | goal | holds |")
    print("|---|---|---|---|---|---|---|")


def duration(file):
    done = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", file],
        check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return float(done.stdout)
