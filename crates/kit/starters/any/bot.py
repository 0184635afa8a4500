"""A bot for $title. It looks one move ahead: $plan.

Ideas: expect the opponent's best answer (`after`, `best`); play random games to the end (`playout`); look at the view.
"""

from muster import below, legal_actions, offer, position
from $name import View

BOTH_ACT = 2  # A flag of the view.


def choose(view: View) -> int:
    actions = legal_actions()
    start = below(len(actions))
    offer(actions[start])  # Is played if the time runs out.
    here = position()
    other = None
    if view.flags & BOTH_ACT:
        answers = here.legal_actions(1 - view.seat)
        other = answers[below(len(answers))]
    leads = here.leads($weights, view.seat, other)
    # Of equally good moves, the bot plays the first one after a random index.
    turned = range(start, start + len(leads))
    best = max(turned, key=lambda index: leads[index % len(leads)], default=start)
    print(f"ply {view.ply}: move {best % len(actions)} of {len(actions)}")  # Goes to the match's log.
    return actions[best % len(actions)]
