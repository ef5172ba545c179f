# SPDX-License-Identifier: GPL-3.0-or-later
"""A film to scrub over, and mpv to compare with: what scrub and drag share."""

import json
import os
import socket
import subprocess
import sys
import time


def film(folder, gop, seconds, codec="h264"):
    """A noisy 1080p30 film of about 10 Mb/s."""
    path = os.path.join(folder, f"{codec}_g{gop}.mp4")
    options = {
        "h264": ["-c:v", "libx264", "-preset", "veryfast", "-b:v", "10M", "-x264-params",
                 f"keyint={gop}:min-keyint={gop}:scenecut=0:bframes=2"],
        "av1": ["-c:v", "libsvtav1", "-preset", "10", "-crf", "40", "-g", str(gop)],
        "vp9": ["-c:v", "libvpx-vp9", "-b:v", "6M", "-deadline", "realtime", "-cpu-used", "8",
                "-row-mt", "1", "-g", str(gop)],
    }  # fmt: skip
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
         f"testsrc2=s=1920x1080:r=30:d={seconds},noise=alls=8:allf=t", *options[codec],
         "-pix_fmt", "yuv420p", path],
        check=True,
    )  # fmt: skip
    return path


def other_container(path, extension):
    """The same packets in another container."""
    to = os.path.splitext(path)[0] + "." + extension
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", path, "-c", "copy", to], check=True)
    return to


class Mpv:
    """mpv, paused and exact, told what to do over its socket; by default it shows nothing."""

    def __init__(self, file, folder, *output):
        path = os.path.join(folder, "mpv")
        self.child = subprocess.Popen(
            ["mpv", "--no-config", "--pause", "--hr-seek=yes", "--hwdec=no", "--keep-open=yes",
             *(output or ["--vo=null"]), "--ao=null", "--aid=no", f"--input-ipc-server={path}", file],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.socket = socket.socket(socket.AF_UNIX)
        for _ in range(200):
            try:
                self.socket.connect(path)
                break
            except OSError:
                time.sleep(0.05)
        self.lines = self.socket.makefile("r")
        time.sleep(1)

    def forget(self):
        """Passes over what it told before now, such as that the film was opened."""
        self.socket.sendall(b'{"command": ["get_property", "pid"], "request_id": 77}\n')
        for line in self.lines:
            if json.loads(line).get("request_id") == 77:
                return

    def seek(self, frame, kind="absolute+exact"):
        self.forget()
        start = time.perf_counter()
        # The middle of the frame, so that rounding lands in it.
        command = {"command": ["seek", (frame + 0.5) / 30, kind]}
        self.socket.sendall((json.dumps(command) + "\n").encode())
        for line in self.lines:
            if json.loads(line).get("event") == "playback-restart":
                return (time.perf_counter() - start) * 1000
        sys.exit("mpv ended")

    def told_place(self, other_than=None):
        """The next place that it tells, other than one."""
        for line in self.lines:
            told = json.loads(line)
            if told.get("event") == "property-change" and told.get("data") not in (None, other_than):
                return told["data"]
        sys.exit("mpv ended")

    def step(self):
        """Milliseconds of one frame-step, until it tells another time."""
        self.socket.sendall(b'{"command": ["observe_property", 1, "time-pos"]}\n')
        place = self.told_place()
        start = time.perf_counter()
        self.socket.sendall(b'{"command": ["frame-step"]}\n')
        self.told_place(place)
        passed = (time.perf_counter() - start) * 1000
        self.socket.sendall(b'{"command": ["unobserve_property", 1]}\n')
        self.forget()
        return passed

    def ask(self, frame):
        """Asks for a frame and waits for nothing."""
        command = {"command": ["seek", (frame + 0.5) / 30, "absolute+exact"]}
        self.socket.sendall((json.dumps(command) + "\n").encode())

    def count_restarts(self, stop):
        """Notes when a seek was done last, until it is told to stop."""
        self.last_restart = 0.0
        for line in self.lines:
            if json.loads(line).get("event") == "playback-restart":
                self.last_restart = time.perf_counter()
            if stop.is_set():
                return

    def end(self):
        self.child.terminate()
        self.child.wait()
