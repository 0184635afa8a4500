"""A bot for Tank Chess. It sets up at random, shoots at what is worth most, and drives its pieces to where they have
the enemy's Command tank on a line.

Ideas: set up behind obstacles; choose where a target retreats to; do not stop in the enemy's fire.
"""

from muster import below, legal_actions
from tank_chess import MOVE, SHOOT, View, kind, move_from, move_to, shoot_distance, shoot_target

# What it is worth to hit a piece, by kind: K L M H D O.
WORTH = [100, 1, 2, 3, 4, 5]


def way_to_go(view: View, square: int) -> int:
    """How far a square is from one that has the enemy's Command tank on a line: along a rank, a file or a diagonal."""
    command = view.square[14 if view.seat == 0 else 0]  # Each side's piece 0 is its Command tank.
    files, ranks = abs(square % 16 - command % 16), abs(square // 16 - command // 16)
    return 4 * min(files, ranks, abs(files - ranks)) + max(files, ranks)


def value_of(view: View, action: int) -> int:
    """What an action is worth; to end the phase 0, so that anything better than nothing comes first."""
    if kind(action) == SHOOT:
        target = view.board[shoot_target(action)] - 1
        return WORTH[view.kind[target]] * shoot_distance(action)
    if kind(action) == MOVE:
        return way_to_go(view, move_from(action)) - way_to_go(view, move_to(action))
    return 0


def choose(view: View) -> int:
    actions = legal_actions()
    if view.phase == 0:
        return actions[below(len(actions))]
    best = max(actions, key=lambda action: value_of(view, action))
    print(f"{len(actions)} actions, the best is worth {value_of(view, best)}")  # To the match's log.
    return best
