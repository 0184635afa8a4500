"""What a bot asks and tells Muster. Most of it is known in a match only: call it inside choose()."""

import _muster
from _muster import below, game_remaining, legal_actions, offer, random, remaining
from _position import Position

__all__ = [
    "Position",
    "Record",
    "below",
    "game_remaining",
    "history",
    "legal_actions",
    "log",
    "number",
    "offer",
    "position",
    "random",
    "remaining",
    "setting",
]


class Record:
    """One action of the match so far."""

    __slots__ = ("code", "ply", "seat")

    def __init__(self, code, ply, seat):
        self.code, self.ply, self.seat = code, ply, seat

    def __repr__(self):
        return f"Record(code={self.code}, ply={self.ply}, seat={self.seat})"


position = Position.here


def history():
    """The actions of the match so far that this seat may know."""
    return [Record(*record) for record in _muster.history()]


def log(text):
    """Writes a line to the log."""
    _muster.log(f"{text}\n")


def setting(name, default=None):
    """The setting `name=value` of this entrant, as text."""
    return _words("setting").get(name, default)


def number(name, default=0):
    """The whole number of a setting; the default if it is not set or not a number."""
    text = _words("number").get(name)
    try:
        return int(text)
    except (TypeError, ValueError):
        return default


_settings = None


def _words(called):
    """The settings by name; of a name that occurs twice, the first counts."""
    global _settings
    if _settings is None:
        words = _muster.settings(called).replace(",", " ").split(" ")
        pairs = [word.split("=", 1) for word in words if "=" in word]
        _settings = dict(reversed(pairs))
    return _settings
