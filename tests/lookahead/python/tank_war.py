"""One round's matrix: the tank with the best of the worst that any tank of the other side makes of it."""

from muster import position
from tank_war import View


def choose(view: View) -> int:
    return position().best({"tanks": 10, "boxes": 1})
