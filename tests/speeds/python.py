"""The kernels of the table of speeds, so often as the setting `times` says."""

from muster import Position, legal_actions, number, position
from tank_battle import View


def following(seed: int) -> int:
    return (seed * 1103 + 12345) & 0xFFFF


def add() -> int:
    total = 0
    for step in range(1_000_000):
        total = (total + (total >> 3) + step) & 0xFFFFFF
    return total


def flood(wall: list[bool]) -> int:
    seen = [False] * 256
    stack = [0]
    reached = 0
    seen[0] = True
    while stack:
        square = stack.pop()
        rank, file = divmod(square, 16)
        reached += 1
        for is_inside, other in (
            (file > 0, square - 1),
            (file < 15, square + 1),
            (rank > 0, square - 16),
            (rank < 15, square + 16),
        ):
            if is_inside and not wall[other] and not seen[other]:
                seen[other] = True
                stack.append(other)
    return reached


def ordered(seed: int) -> int:
    numbers = []
    for _ in range(100):
        seed = following(seed)
        numbers.append(seed)
    numbers.sort()
    return numbers[50]


def node(here: Position, action: int) -> int:
    child = here.after(action)
    lead = child.metrics(0).points - child.metrics(1).points
    child.release()
    return lead + 1000


def choose(view: View) -> int:
    kernel, times = number("kernel"), number("times")
    here, actions = position(), legal_actions()
    wall, seed = [False], 5
    for _ in range(255):
        seed = following(seed)
        wall.append(seed >> 14 == 0)
    total = 0
    for run in range(times):
        if kernel == 0:
            result = add()
        elif kernel == 1:
            result = flood(wall)
        elif kernel == 2:
            result = ordered(run)
        else:
            result = node(here, actions[run % len(actions)])
        total = (total + result) & 0xFFFFFF
    print(total)
    return actions[0]
