"""Squeeze: takes a corner, else leaves the other side as few moves as it can."""

from muster import position
from reversi import View, place

CORNERS = [place(square) for square in (0, 7, 56, 63)]


def choose(view: View) -> int:
    here = position()
    actions = here.legal_actions()

    def freedom(action: int) -> int:
        if action in CORNERS:
            return -1
        after = here.after(None, action) if view.seat else here.after(action)
        return 0 if after.is_over else len(after.legal_actions())

    return min(actions, key=freedom)
