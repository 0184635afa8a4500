"""A bot for The Tank War. It looks one move ahead: each of its tanks that may move is tried in thought, and the one
that would hit most and be hit least moves.

Ideas: look at what the other tanks hit, too; expect the enemy's own best move; save the tanks once you lead.
"""

from tank_war import View, move

# At which distance a tank hits, squared: A diagonally, B straight, C two boxes away.
REACH = [2, 1, 4]


def place(view: View, seat: int, tank: int, steps: int) -> tuple[int, int]:
    """Row and column after so many steps. Seat 0 drives down from row 0, seat 1 up from row 5."""
    return (steps if seat == 0 else 5 - steps), view.column[6 * seat + tank]


def value_of(view: View, tank: int) -> int:
    """What a tank of mine would hit one box ahead, less what would hit it there."""
    me, enemy = view.seat, 1 - view.seat
    steps = view.advanced[6 * me + tank] + 1
    row, column = place(view, me, tank, steps)
    value = -steps  # The tanks advance in line, the hindmost first,
    if view.owner[6 * row + column] == enemy:
        value += 3  # unless there is a box to take.
    for other in range(6):
        its_steps = view.advanced[6 * enemy + other]
        if its_steps < 0:
            continue  # Destroyed.
        its_row, its_column = place(view, enemy, other, its_steps)
        distance = (row - its_row) ** 2 + (column - its_column) ** 2
        if distance == REACH[tank % 3]:
            value += 10  # I would hit it,
        if distance == REACH[other % 3]:
            value -= 10  # and it me.
    return value


def choose(view: View) -> int:
    tanks = [tank for tank in range(6) if view.movable[view.seat] >> tank & 1]
    best = max(tanks, key=lambda tank: value_of(view, tank))
    print(f"round {view.rounds}: tank {best}, worth {value_of(view, best)}")  # To the match's log.
    return move(best)
