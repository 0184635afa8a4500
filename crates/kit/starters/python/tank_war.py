"""A bot for The Tank War. It looks one move ahead: it tries each movable tank, and moves the one that would hit
most and be hit least.

Ideas: look at what the other tanks hit, too; expect the enemy's best move; keep your tanks safe once you lead.
"""

from tank_war import View, move

# The squared distance at which a tank hits: A diagonally, B straight, C two boxes away.
REACH = [2, 1, 4]


def place(view: View, seat: int, tank: int, steps: int) -> tuple[int, int]:
    """Returns the row and column after this many steps. Seat 0 drives down from row 0, seat 1 up from row 5."""
    return (steps if seat == 0 else 5 - steps), view.column[6 * seat + tank]


def value_of(view: View, tank: int) -> int:
    """Returns the value of moving a tank: its targets one box ahead, minus the enemies that would hit it there."""
    me, enemy = view.seat, 1 - view.seat
    steps = view.advanced[6 * me + tank] + 1
    row, column = place(view, me, tank, steps)
    value = -steps  # Prefer the tank that has advanced least.
    if view.owner[6 * row + column] == enemy:
        value += 3  # Prefer taking a box.
    for other in range(6):
        its_steps = view.advanced[6 * enemy + other]
        if its_steps < 0:
            continue  # Destroyed.
        its_row, its_column = place(view, enemy, other, its_steps)
        distance = (row - its_row) ** 2 + (column - its_column) ** 2
        if distance == REACH[tank % 3]:
            value += 10  # My tank hits the enemy.
        if distance == REACH[other % 3]:
            value -= 10  # The enemy hits my tank.
    return value


def choose(view: View) -> int:
    tanks = [tank for tank in range(6) if view.movable[view.seat] >> tank & 1]
    best = max(tanks, key=lambda tank: value_of(view, tank))
    print(f"round {view.rounds}: tank {best}, worth {value_of(view, best)}")  # Goes to the match's log.
    return move(best)
