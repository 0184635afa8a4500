"""Greedy: takes the move that leaves it with the greatest lead in discs."""

from muster import position
import reversi  # Says which game the bot plays.


def choose(view: reversi.View) -> int:
    return position().best("discs")
