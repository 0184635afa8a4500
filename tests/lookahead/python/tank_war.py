"""One round's matrix: for each tank of its own the worst that any tank of the other side makes of it."""

from muster import position
from tank_war import View


def choose(view: View) -> int:
    here, me = position(), view.seat
    worst: dict[int, int] = {}
    for other in here.legal_actions(1 - me):
        for action, _, *metrics in here.children(me, other):
            mine, its = metrics[me], metrics[1 - me]
            lead = 10 * (mine[0] - its[0]) + mine[1] - its[1]
            worst[action] = min(lead, worst.get(action, lead))
    return max(worst, key=worst.get)
