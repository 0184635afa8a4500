"""The calls of the host, for editors. In a match Muster answers this import itself: this file is never run.

They work inside `choose`; at the top level of a script only `log` does.
"""

from typing import NamedTuple


class Record(NamedTuple):
    """One action of the match so far."""

    code: int
    ply: int
    seat: int


def legal_actions() -> list[int]:
    """Your legal actions."""


def history() -> list[Record]:
    """The actions of the match so far that you may know."""


def remaining() -> float:
    """Seconds of the clock left for this call: the smaller of the move's and the game's."""


def game_remaining() -> float:
    """Seconds left for the game."""


def offer(action: int) -> None:
    """Names the best action so far, which is played if the move's time runs out."""


def random() -> float:
    """A random number from 0 to 1, without 1, of your seat's own stream; a replayed match has the same."""


def below(bound: int) -> int:
    """A random whole number below `bound`, which is not 0."""


def setting(name: str, default: str | None = None) -> str | None:
    """The value of a setting, or `default`: of `depth=4 style=bold`, `setting("style")` is `bold`."""


def number(name: str, default: int) -> int:
    """The whole number of a setting, or `default` if it is not set or not a number."""


def log(text: str) -> None:
    """Writes a line to the log of the match, which only you can read. So does `print`."""


raise ImportError("muster works in a match only: muster build bot.py -o bot.wasm")
