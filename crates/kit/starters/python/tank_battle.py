"""A bot for Tank Battle. It looks one move ahead: it captures if it can, preferably a commander, and otherwise
drives towards the enemy's base.

Ideas: avoid squares where the enemy can capture; bring the commander to the circle; leave no tank behind.
"""

from muster import legal_actions
from tank_battle import View, move_from, move_to


def way_to_go(seat: int, square: int) -> int:
    """Returns the number of steps from a square to the circle in the enemy's base: a11 for White, k1 for Black."""
    file, rank = (0, 10) if seat == 0 else (10, 0)
    return max(abs(square % 11 - file), abs(square // 11 - rank))


def value_of(view: View, action: int) -> int:
    start, end = move_from(action), move_to(action)
    value = way_to_go(view.seat, start) - way_to_go(view.seat, end)
    captured = view.board[end]
    if captured == 0:
        return value
    return value + (30 if captured in (2, 4) else 20)  # A commander, or another tank.


def choose(view: View) -> int:
    actions = legal_actions()
    best = max(actions, key=lambda action: value_of(view, action))
    print(f"{len(actions)} moves, the best is worth {value_of(view, best)}")  # Goes to the match's log.
    return best
