#!/usr/bin/env python3
"""Runs `photos --download` on a terminal, with the sample: bars that fit, Ctrl-C, and a run that continues.

    .ci/check-bars.py PHOTOS FOLDER
"""

import fcntl
import os
import pty
import re
import signal
import struct
import sys
import termios

COLUMNS = 70
# A run that does not end fails.
signal.alarm(120)
BAR = re.compile(r"^(.*)  \[(#*)(-*)\]  +([\d,]+) of ([\d,]+) bytes$")


def run(arguments, interrupts=False):
    """Runs a program on a terminal; returns its exit code and output. `interrupts` types Ctrl-C when a bar has moved."""
    reading, writing = os.pipe()
    process, terminal = pty.fork()
    if process == 0:
        # Until the terminal has its size.
        os.read(reading, 1)
        os.environ.pop("COLUMNS", None)
        os.environ["TERM"] = "xterm"
        os.execv(arguments[0], arguments)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    os.write(writing, b".")
    output = b""
    while True:
        try:
            news = os.read(terminal, 1 << 16)
        except OSError:
            break
        if not news:
            break
        output += news
        if interrupts and re.search(rb"\[##+-", output):
            interrupts = False
            os.write(terminal, b"\x03")
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), output.decode()


def check(condition, text, output):
    if not condition:
        sys.exit(f"demo, on a terminal: {text}\n{output!r}")


def check_bars(output):
    """Bars of four pictures at most, redrawn in place, none wider than the terminal."""
    frames = re.split("\r\x1b\\[\\d+A\x1b\\[J", output)
    check(len(frames) > 10, "bars are not redrawn", output)
    lengths = {}
    for frame in frames:
        lines = frame.replace("^C", "").split("\r\n")
        bars = [match for match in map(BAR.match, lines) if match]
        check(len(bars) <= 4, "more than four bars", output)
        for bar in bars:
            check(len(bar[0]) <= COLUMNS, "a bar is too wide", output)
            lengths.setdefault(bar[1], set()).add(len(bar[2]))
    check(any(len(steps) > 3 for steps in lengths.values()), "the bars do not move", output)


command = [sys.argv[1], "--download", sys.argv[2]]
code, output = run(command, interrupts=True)
check(code == 130, f"exit code {code} after Ctrl-C", output)
check("stopped at " in output, "no picture tells where it stopped", output)
check("interrupted; run it again" in output, "the run does not say that it was interrupted", output)
check(all(name.startswith(".") for name in os.listdir(sys.argv[2])), "a half file under a final name", output)
code, output = run(command)
check(code == 0, f"exit code {code}", output)
check(re.search(r": ([\d,]+) of \1 bytes, resumed from [1-9][\d,]* bytes", output), "nothing was resumed", output)
check(not any(name.startswith(".") for name in os.listdir(sys.argv[2])), "a part was left", output)
check_bars(output)
