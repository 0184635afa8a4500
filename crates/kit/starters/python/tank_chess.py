"""A bot for Tank Chess. It sets up at random, shoots at the most valuable target, and moves its pieces onto lines with
the enemy's Command tank.

Ideas: set up behind obstacles; choose where a target retreats to; do not stop where the enemy can fire.
"""

from muster import below, legal_actions
from tank_chess import MOVE, SHOOT, View, kind, move_from, move_to, shoot_distance, shoot_target

# The value of hitting a piece, by kind: K L M H D O.
WORTH = [100, 1, 2, 3, 4, 5]


def way_to_go(view: View, square: int) -> int:
    """Returns the distance from a square to the nearest line (rank, file, diagonal) through the enemy Command tank."""
    command = view.square[14 if view.seat == 0 else 0]  # Each side's piece 0 is its Command tank.
    files, ranks = abs(square % 16 - command % 16), abs(square // 16 - command // 16)
    return 4 * min(files, ranks, abs(files - ranks)) + max(files, ranks)


def value_of(view: View, action: int) -> int:
    """Returns the value of an action. Ending the phase is worth 0, so the bot plays any useful action first."""
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
    print(f"{len(actions)} actions, the best is worth {value_of(view, best)}")  # Goes to the match's log.
    return best
