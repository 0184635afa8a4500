"""The calls of the host.

They work inside `choose`; at the top level of a script only `log` does. In the sandbox Muster provides this module and
does not run this file. The file runs if the bot plays as a program on your machine, for example in a debugger:

    muster play GAME --native "python3 bot.py" builtin:random --per-move 1h --per-game 10h
"""

from __future__ import annotations

import atexit
import math
import os
import struct
import sys
import traceback
from types import SimpleNamespace
from typing import NamedTuple


class Record(NamedTuple):
    """An action played earlier in the match."""

    code: int
    ply: int
    seat: int


def legal_actions() -> list[int]:
    """Returns your legal actions."""
    return [int(code) for code in _ask("@legal").split()]


def history() -> list[Record]:
    """Returns the actions played so far, without hidden ones."""
    records = []
    for _ in range(int(_ask("@history"))):
        ply, seat, code = (int(word) for word in _read().split()[1:])
        records.append(Record(code, ply, seat))
    return records


def remaining() -> float:
    """Returns the seconds left for this call: the smaller of the move's and the game's clock."""
    return int(_ask("time").split()[0]) / 1e9


def game_remaining() -> float:
    """Returns the seconds left for the game."""
    return int(_ask("time").split()[1]) / 1e9


def offer(action: int) -> None:
    """Sets the best action so far, which is played if the move's time runs out."""
    _in_match()
    _say(f"offer @{action}")


class Position:
    """An immutable position for looking ahead. It expires when `choose` returns.

    Invalid calls raise a ValueError that says what is wrong.
    """

    def __init__(self, handle: int) -> None:
        self._handle, self._question, self._phase = handle, _question, 0

    @staticmethod
    def here(*supposed: int) -> Position:
        """Returns the current position. Hidden actions are the given ones where they fit, otherwise random."""
        return Position(_call("here", struct.pack(f"<{len(supposed)}q", *supposed).hex())[0])

    @staticmethod
    def read(text: str) -> Position:
        """Parses a position, under the rules of the match."""
        return Position(_call("read", text.encode().hex())[0])

    def after(self, first: int | None = None, second: int | None = None) -> Position:
        """Returns the position after a ply. If both seats act, pass the action of seat 0, then that of seat 1."""
        return Position(_call("after", self._held(), *self._ply(first, second))[0])

    def playout(self, plies: int = 2**31 - 1) -> Position:
        """Plays random plies, up to this number or the end of the game, and returns the position."""
        return Position(_call("playout", self._held(), plies)[0])

    def release(self) -> None:
        """Releases the position now. Positions without references are released automatically."""
        _call("release", self._held())
        self._handle = 0

    @property
    def phase(self) -> int:
        """1: seat 0 acts, 2: seat 1 acts, 3: both act, 8: draw, 9: seat 0 has won, 10: seat 1 has won.

        4: chance decides; the outcomes are the legal actions of seat 0.
        """
        handle = self._held()
        if not self._phase:
            self._phase = _call("phase", handle)[0]
        return self._phase

    @property
    def is_over(self) -> bool:
        return self.phase >= _IS_OVER

    @property
    def winner(self) -> int | None:
        """The winner's seat; None if there is none."""
        return {_FIRST_HAS_WON: 0, _SECOND_HAS_WON: 1}.get(self.phase)

    def acts(self, seat: int) -> bool:
        return self.phase <= _BOTH_ACT and seat in (0, 1) and self.phase >> seat & 1 == 1

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Returns the legal actions of a seat, by default of the seat that acts."""
        return _integers(_call("legal", self._held(), self._seat(seat))[1])

    def metrics(self, seat: int | None = None) -> SimpleNamespace:
        """Returns a seat's metrics, by name."""
        return _Metrics(**dict(zip(_metrics, _integers(_call("metrics", self._held(), self._seat(seat))[1]))))

    def view(self, seat: int | None = None) -> _View:
        """Returns a seat's view, with all clocks at 0."""
        return _View(_layout, _call("view", self._held(), self._seat(seat))[1])

    def children(self, seat: int | None = None, other: int | None = None) -> list[tuple]:
        """Returns the code of each legal action of a seat, the phase after it, and the metrics of seat 0 and of seat 1.

        If both act, `other` is the other seat's action.
        """
        records = _call("children", self._held(), self._seat(seat), _NONE if other is None else other)[1]
        count = len(_metrics)
        found = struct.iter_unpack(f"<{2 + 2 * count}q", records)
        return [(child[0], child[1], child[2 : 2 + count], child[2 + count :]) for child in found]

    def leads(self, weights: str | dict[str, float], seat: int | None = None, other: int | None = None) -> list[float]:
        """Returns a seat's lead after each of its legal actions, in their order.

        A lead is the weighted sum of the seat's metrics minus that of the other seat's, with weights such as
        `{"points": 10, "tanks": 1}`; infinity for a win, minus infinity for a loss, 0 for a draw. If both act and `other`
        is omitted, it is the minimum over all actions of the other seat.
        """
        return [lead for _, lead in self._leads(weights, seat, other)]

    def best(self, weights: str | dict[str, float], seat: int | None = None, other: int | None = None) -> int:
        """Returns the legal action with the greatest lead; of equal ones, the first."""
        leads = self._leads(weights, seat, other)
        if not leads:
            raise ValueError("the seat has no legal action here")
        return max(leads, key=lambda found: found[1])[0]

    def _leads(self, weights: str | dict[str, float], seat: int | None, other: int | None) -> list[tuple[int, float]]:
        weighed, seat = _weighed(weights), self._seat(seat)

        def against(other: int | None) -> list[tuple[int, float]]:
            return [(child[0], _lead(child, seat, weighed)) for child in self.children(seat, other)]

        if other is not None or self.phase != _BOTH_ACT:
            return against(other)
        rounds = [against(code) for code in self.legal_actions(1 - seat)]
        return [(same[0][0], min(lead for _, lead in same)) for same in zip(*rounds)]

    def events(self, first: int | None = None, second: int | None = None) -> list[str]:
        """Returns the events of a ply, in words."""
        return _call("events", self._held(), *self._ply(first, second))[1].decode().splitlines()

    @property
    def text(self) -> str:
        return _call("text", self._held())[1].decode()

    def _held(self) -> int:
        if self._question != _question:
            raise ValueError("this position is of an earlier question: positions end with the answer; keep its text")
        if not self._handle:
            raise ValueError("this position was released")
        return self._handle

    def _ply(self, first: int | None, second: int | None) -> tuple[int, int]:
        """Returns the actions of both seats, given that of the seat that acts, or both."""
        codes = _NONE if first is None else first, _NONE if second is None else second
        return (_NONE, codes[0]) if codes[1] == _NONE and self.phase == _SECOND_ACTS else codes

    def _seat(self, seat: int | None) -> int:
        """Returns the given seat, by default the one that acts; the bot's own if both do."""
        return {_FIRST_ACTS: 0, _SECOND_ACTS: 1}.get(self.phase, _own_seat) if seat is None else seat


position = Position.here


def random() -> float:
    """Returns a random number from 0 up to, but not including, 1. A replay of the match draws the same numbers."""
    return (int(_ask("@random")) >> 11) * 2.0**-53


def below(bound: int) -> int:
    """Returns a random integer below `bound`, which must not be 0."""
    if not 1 <= bound <= 1 << 32:
        raise ValueError(f"below({bound}): the bound is from 1 to 4294967296")
    return (int(_ask("@random")) >> 32) * bound >> 32


def setting(name: str, default: str | None = None) -> str | None:
    """Returns the value of a setting, or `default`: with `depth=4 style=bold`, `setting("style")` is `bold`."""
    _in_match()
    return _settings.get(name, default)


def number(name: str, default: int = 0) -> int:
    """Returns a setting as an integer, or `default` if it is not set or not an integer."""
    try:
        return int(setting(name) or "")
    except ValueError:
        return default


def log(text: str) -> None:
    """Writes a line to the match's log, which only you can read. So does `print`."""
    for line in str(text).split("\n"):
        _say("# " + line)


# ---- Play as a program on your machine ----

_FORMATS = {"u8": "B", "i8": "b", "u16": "H", "u32": "I", "u64": "Q"}
# The program's standard output, for its answers. Printed text goes to the log.
_answers = sys.stdout
_settings: dict[str, str] = {}
_asked = False
# Number of calls of `choose` so far. Positions expire with each.
_question = 0
_own_seat = 0
# The fields of the view and the names of the game's metrics.
_layout: list[tuple[str, int, str, int]] = []
_metrics: list[str] = []

_FIRST_ACTS, _SECOND_ACTS, _BOTH_ACT, _IS_OVER, _FIRST_HAS_WON, _SECOND_HAS_WON = 1, 2, 3, 8, 9, 10
# The action of a seat that does not act.
_NONE = -1


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
    """Returns the reply to a request, without its name."""
    _in_match()
    _say(request)
    return _read().partition(": ")[2]


def _call(name: str, *parameters: int | str) -> tuple[int, bytes]:
    """Returns the host's reply to a call on positions: a number and bytes."""
    result, _, said = _ask(" ".join([f"@position_{name}", *map(str, parameters)])).partition(" ")
    if int(result) < 0:
        said = said or _ask("@position_error").partition(" ")[2]
        raise ValueError(bytes.fromhex(said).decode())
    return int(result), bytes.fromhex(said)


def _integers(reply: bytes) -> list[int]:
    return list(struct.unpack(f"<{len(reply) // 8}q", reply))


def _weighed(weights: str | dict[str, float]) -> list[tuple[int, float]]:
    """Returns the indices of metrics with their weights."""
    if isinstance(weights, str):
        weights = {weights: 1.0}
    if not isinstance(weights, dict):
        raise TypeError("weights are the name of a metric, or a dict of names and weights")
    for name, weight in weights.items():
        if name not in _metrics:
            raise ValueError(f"`{name}` is not a metric of this game: it has {', '.join(_metrics)}")
        if not math.isfinite(weight):
            raise ValueError(f"the weight of `{name}` is not a finite number")
    return [(_metrics.index(name), float(weight)) for name, weight in weights.items()]


def _lead(child: tuple, seat: int, weighed: list[tuple[int, float]]) -> float:
    """Returns a seat's lead in a child: infinity for a win, minus infinity for a loss, 0 for a draw."""
    _, phase, first, second = child
    if phase >= _IS_OVER:
        lead = {_FIRST_HAS_WON: math.inf, _SECOND_HAS_WON: -math.inf}.get(phase, 0.0)
    else:
        lead = 0.0
        for place, weight in weighed:  # sum() would round differently from the sandbox.
            lead += weight * (first[place] - second[place])
    return lead if seat == 0 else 0.0 - lead


class _Metrics(SimpleNamespace):
    """The metrics of a seat, as attributes."""

    def __getattr__(self, name: str) -> int:
        raise AttributeError(f"`{name}` is not a metric of this game: it has {', '.join(_metrics)}")


class _View:
    """The view of a position: its fields are attributes."""

    def __init__(self, layout: list[tuple[str, int, str, int]], view: bytes) -> None:
        for name, offset, kind, count in layout:
            values = struct.unpack_from(f"<{count}{_FORMATS[kind]}", view, offset)
            setattr(self, name, values[0] if count == 1 else list(values))


class _Log:
    """The standard output of a bot. Whole lines go to the log."""

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
    """A debugger on the terminal, because the match uses standard input and output."""
    import pdb

    debugger = pdb.Pdb(stdin=_terminal("r"), stdout=_terminal("w"))
    debugger.set_trace(sys._getframe(1))


def _terminal(mode: str):
    """Returns the terminal, which the program takes over from Muster."""
    if os.name == "nt":
        return open("CONIN$" if mode == "r" else "CONOUT$", mode)
    import signal

    terminal = open("/dev/tty", mode)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    os.tcsetpgrp(terminal.fileno(), os.getpgrp())
    return terminal


def _play() -> None:
    """Answers until the match is over. Starts when the top level has run."""
    global _asked, _question, _own_seat
    if hasattr(sys, "last_value"):
        os._exit(1)  # The top level has failed and printed its traceback.
    try:
        choose = getattr(sys.modules["__main__"], "choose", None)
        if not callable(choose):
            raise TypeError("the file has no function choose: write `def choose(view):`, which returns the code of an action")
        _asked = True
        while True:
            line = _read()
            if line.startswith("settings: "):
                words = [word.split("=", 1) for word in line[10:].replace(",", " ").split() if "=" in word]
                _settings.update(reversed([(name, value) for name, value in words]))
            if line != "move?":
                continue
            if not _layout:
                for _ in range(int(_ask("@layout"))):
                    name, offset, kind, count = _read().split()
                    _layout.append((name, int(offset), kind, int(count)))
                _metrics.extend(_ask("@metrics").split())
            view = _View(_layout, bytes.fromhex(_ask("@view")))
            _question, _own_seat = _question + 1, view.seat
            action = choose(view)
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
