"""The calls of the host.

They work inside `choose`; at the top level of a script only `log` does. In the sandbox Muster answers this import itself, and
this file is not run. It is run where a bot plays as a program of your machine, with any debugger:

    muster play GAME --native "python3 bot.py" builtin:random --per-move 1h --per-game 10h
"""

from __future__ import annotations

import atexit
import os
import struct
import sys
import traceback
from typing import NamedTuple


class Record(NamedTuple):
    """One action of the match so far."""

    code: int
    ply: int
    seat: int


def legal_actions() -> list[int]:
    """Your legal actions."""
    return [int(code) for code in _ask("@legal").split()]


def history() -> list[Record]:
    """The actions of the match so far that you may know."""
    records = []
    for _ in range(int(_ask("@history"))):
        ply, seat, code = (int(word) for word in _read().split()[1:])
        records.append(Record(code, ply, seat))
    return records


def remaining() -> float:
    """Seconds of the clock left for this call: the smaller of the move's and the game's."""
    return int(_ask("time").split()[0]) / 1e9


def game_remaining() -> float:
    """Seconds left for the game."""
    return int(_ask("time").split()[1]) / 1e9


def offer(action: int) -> None:
    """Names the best action so far, which is played if the move's time runs out."""
    _in_match()
    _say(f"offer @{action}")


class Position:
    """A position that you make and play in while you choose; it ends with your answer, and is never changed.

    In the sandbox it has `after(action)` or `after(first, second)`, `legal_actions(seat)`, `phase`, `is_over`, `winner`, `acts(seat)`,
    `metrics(seat)`, `view(seat)`, `children(seat, other)`, `events(action)`, `playout(plies)`, `text` and `release()`. `--native` has none.
    """

    @staticmethod
    def here(*supposed: int) -> Position:
        """The position that you are asked in. What you cannot know is made up: of these actions where they fit."""
        raise RuntimeError(
            "there are no positions outside of the sandbox: build the bot with `muster build`, and play what it makes"
        )

    @staticmethod
    def read(text: str) -> Position:
        """A position from its text, under the rules of the match."""
        return Position.here()


position = Position.here


def random() -> float:
    """A random number from 0 to 1, without 1, of your seat's own stream; a replayed match has the same."""
    return (int(_ask("@random")) >> 11) * 2.0**-53


def below(bound: int) -> int:
    """A random whole number below `bound`, which is not 0."""
    if not 1 <= bound <= 1 << 32:
        raise ValueError(f"below({bound}): the bound is from 1 to 4294967296")
    return (int(_ask("@random")) >> 32) * bound >> 32


def setting(name: str, default: str | None = None) -> str | None:
    """The value of a setting, or `default`: of `depth=4 style=bold`, `setting("style")` is `bold`."""
    _in_match()
    return _settings.get(name, default)


def number(name: str, default: int = 0) -> int:
    """The whole number of a setting, or `default` if it is not set or not a number."""
    try:
        return int(setting(name) or "")
    except ValueError:
        return default


def log(text: str) -> None:
    """Writes a line to the log of the match, which only you can read. So does `print`."""
    for line in str(text).split("\n"):
        _say("# " + line)


# ---- How a program of your machine plays ----

_FORMATS = {"u8": "B", "i8": "b", "u16": "H", "u32": "I", "u64": "Q"}
# The standard output of the program, on which it answers; what is printed goes to the log.
_answers = sys.stdout
_settings: dict[str, str] = {}
_asked = False


def _in_match() -> None:
    if not _asked:
        raise RuntimeError('known inside choose only, in a match: muster play GAME --native "python3 bot.py" builtin:random')


def _say(line: str) -> None:
    _answers.write(line + "\n")
    _answers.flush()


def _read() -> str:
    line = sys.stdin.readline()
    if not line:
        os._exit(0)  # The match is over.
    return line.rstrip("\n")


def _ask(request: str) -> str:
    """The reply to a request, without its name."""
    _in_match()
    _say(request)
    return _read().partition(": ")[2]


class _View:
    """What the bot sees: its attributes are the fields of the view."""

    def __init__(self, layout: list[tuple[str, int, str, int]], view: bytes) -> None:
        for name, offset, kind, count in layout:
            values = struct.unpack_from(f"<{count}{_FORMATS[kind]}", view, offset)
            setattr(self, name, values[0] if count == 1 else list(values))


class _Log:
    """Standard output of a bot: whole lines go to the log."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self._line = ""

    def write(self, text: str) -> int:
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            log(line)
        return len(text)

    def flush(self) -> None:
        if self._line:
            self.write("\n")

    def isatty(self) -> bool:
        return False


def _breakpoint(*_arguments: object, **_options: object) -> None:
    """A debugger at the terminal, for standard input and output belong to the match."""
    import pdb

    debugger = pdb.Pdb(stdin=_terminal("r"), stdout=_terminal("w"))
    debugger.set_trace(sys._getframe(1))


def _terminal(mode: str):
    """The terminal, which the program takes over from Muster."""
    if os.name == "nt":
        return open("CONIN$" if mode == "r" else "CONOUT$", mode)
    import signal

    terminal = open("/dev/tty", mode)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    os.tcsetpgrp(terminal.fileno(), os.getpgrp())
    return terminal


def _play() -> None:
    """Answers until the match is over, once the top level has run."""
    global _asked
    if hasattr(sys, "last_value"):
        os._exit(1)  # The top level has failed, and that was printed.
    try:
        choose = getattr(sys.modules["__main__"], "choose", None)
        if not callable(choose):
            raise TypeError("there is no function choose: write `def choose(view):`, which returns the code of an action")
        _asked = True
        layout = []
        while True:
            line = _read()
            if line.startswith("settings: "):
                words = [word.split("=", 1) for word in line[10:].replace(",", " ").split() if "=" in word]
                _settings.update(reversed([(name, value) for name, value in words]))
            if line != "move?":
                continue
            if not layout:
                for _ in range(int(_ask("@layout"))):
                    name, offset, kind, count = _read().split()
                    layout.append((name, int(offset), kind, int(count)))
            action = choose(_View(layout, bytes.fromhex(_ask("@view"))))
            sys.stdout.flush()
            if not isinstance(action, int):
                raise TypeError(f"choose returned {action!r}, which is not the code of an action")
            _say(f"@{action}")
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


if "MUSTER_NATIVE" in os.environ:
    sys.stdout = _Log()
    sys.breakpointhook = _breakpoint
    atexit.register(_play)
