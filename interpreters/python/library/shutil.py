"""The part of `shutil` that means something in a match, which has neither files nor a terminal."""

from collections import namedtuple

terminal_size = namedtuple("terminal_size", "columns lines")


def get_terminal_size(fallback=(80, 24)):
    return terminal_size(*fallback)


def copyfileobj(source, target, length=64 * 1024):
    """Copies what is left of one file in memory to another."""
    while part := source.read(length):
        target.write(part)
