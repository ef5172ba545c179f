# SPDX-License-Identifier: GPL-3.0-or-later
"""A player that does what it is told, and ears for it: what sync, loop-seam and soak share.

Needs pulseaudio, pactl and parec for the ears. The server is this program's own, and its sound goes
nowhere.
"""

import array
import os
import queue
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "Fixtures"))
import framecode  # noqa: E402
import pairs  # noqa: E402

RATE = 48_000


def made(name):
    """Makes a clip of the tests."""
    return pairs.clip(name)


class Server:
    """A PulseAudio server of our own; clients find it through `environment`."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="kerf-sound-")
        self.address = f"unix:{self.folder}/native"
        self.environment = dict(os.environ, PULSE_SERVER=self.address)
        self.child = None
        self.start()

    def start(self):
        own = dict(os.environ, XDG_RUNTIME_DIR=self.folder, HOME=self.folder)
        own.pop("PULSE_SERVER", None)
        self.child = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--system=false",
             "--exit-idle-time=60", f"--log-target=file:{self.folder}/log",
             # norewinds: otherwise an idle null sink is two seconds ahead of what it is given.
             "--load=module-null-sink sink_name=test rate=48000 norewinds=1",
             f"--load=module-native-protocol-unix socket={self.folder}/native auth-anonymous=1"],
            env=own, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        for _ in range(200):
            done = subprocess.run(["pactl", "-s", self.address, "info"], capture_output=True)
            if done.returncode == 0:
                return
            time.sleep(0.1)
        sys.exit("pulseaudio does not answer")

    def kill(self):
        self.child.kill()
        self.child.wait()

    def end(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Recorder:
    """Everything that sounds on a server from now on, and when each sample was heard.

    parec tells now and then which sample is being heard: its own buffers, the server's and the
    sink's are counted, with the numbers that the server gives to every client.
    """

    TIME = re.compile(rb"Time: ([0-9.]+) sec; Latency: (-?[0-9]+) usec")

    def __init__(self, server):
        self.bytes = bytearray()
        self.starts = []
        self.child = subprocess.Popen(
            ["parec", "-v", "-s", server.address, "--device=test.monitor", "--format=s16le",
             f"--rate={RATE}", "--channels=1", "--latency-msec=20", "--raw"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.threads = [threading.Thread(target=f, daemon=True) for f in (self._hear, self._time)]
        for thread in self.threads:
            thread.start()
        while not self.bytes:
            time.sleep(0.01)

    def _hear(self):
        while data := os.read(self.child.stdout.fileno(), 1 << 16):
            self.bytes += data

    def _time(self):
        rest = b""
        while data := os.read(self.child.stderr.fileno(), 4096):
            now = time.clock_gettime(time.CLOCK_MONOTONIC)
            rest += data
            found = self.TIME.findall(rest)
            if found:
                self.starts.append(now - float(found[-1][0]))
                rest = b""

    def end(self):
        """The samples, and when the first of them was heard on the monotonic clock."""
        self.child.terminate()
        self.child.wait()
        for thread in self.threads:
            thread.join()
        samples = array.array("h")
        samples.frombytes(bytes(self.bytes[: len(self.bytes) // 2 * 2]))
        # What is read late makes the start seem late, never early: but the server's own estimates go
        # either way, so that the median is the best guess.
        return samples, statistics.median(self.starts)


def onsets(samples):
    """Where tones begin after a fifth of a second of silence, in samples."""
    found, quiet_since, step = [], 0, 48
    for block in range(0, len(samples) - step, step):
        part = samples[block : block + step]
        if max(part) < 1638 and min(part) > -1638:
            continue
        for at, sample in enumerate(part, block):
            if abs(sample) > 1638:
                if at - quiet_since > RATE // 5:
                    found.append(at)
                quiet_since = at
    return found


class Picture:
    """A picture that came: the frame that it says it is, and when; the number in its pixels."""

    def __init__(self, frame, seconds, cells):
        self.frame, self.seconds = int(frame), float(seconds)
        grey = bytes.fromhex(cells)
        word = 0
        for row in (1, 2):
            for column in range(0, 16, 2):
                word = word << 1 | (grey[row * 16 + column] > grey[row * 16 + column + 1])
        self.number = framecode.number_in(word)


class Player:
    """kerf-bench's player: commands go in, pictures come out."""

    def __init__(self, file, environment=None, sound=True):
        self.child = subprocess.Popen(
            [pairs.product("kerf-bench"), "player", file, "sound" if sound else "silent"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip
        self.pictures = []
        self.state = None
        self.failures = []
        self.news = queue.Queue()
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self):
        for line in self.child.stdout:
            words = line.split()
            if words[0] == "shown":
                picture = Picture(*words[1:])
                self.pictures.append(picture)
                self.news.put(picture)
            elif words[0] == "state":
                self.state = tuple(map(int, words[1:]))
            else:
                self.failures.append(line.strip())

    def tell(self, *words):
        self.child.stdin.write(" ".join(map(str, words)) + "\n")
        self.child.stdin.flush()

    def await_frame(self, frame, seconds=60):
        """Waits until this frame is shown; answers whether it was."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                if self.news.get(timeout=left).frame == frame:
                    return True
            except queue.Empty:
                break
        return False

    def forget(self):
        while not self.news.empty():
            self.news.get()

    def memory(self):
        """Kilobytes: now, and the most so far."""
        with open(f"/proc/{self.child.pid}/status") as file:
            text = file.read()
        return tuple(int(re.search(rf"{name}:\s+(\d+)", text)[1]) for name in ("VmRSS", "VmHWM"))

    def processor(self):
        """Seconds of processor time so far."""
        with open(f"/proc/{self.child.pid}/stat") as file:
            words = file.read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.child.stdin.close()
        status = self.child.wait(timeout=30)
        self.thread.join()
        return status
