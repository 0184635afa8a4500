"""Plays in worlds that it cannot tell from the true one: the action with the best lead in chips, and else a bet."""

from kuhn_poker_with_cups import View, expected, lay
from muster import legal_actions, position

WORLDS = 12


def choose(view: View) -> int:
    me = view.seat
    here = position()
    if view.card == 0:
        mine, none = lay(2), lay(0)
        after = here.after(none, mine) if me else here.after(mine, none)
        # Chance orders the deck, deals the cards and says who begins.
        assert expected(after, lambda dealt: len(dealt.legal_actions())) == 2
        return mine
    worlds = [position() for _ in range(WORLDS)]
    cards = {world.view(1 - me).card for world in worlds}
    assert cards == {1, 2, 3} - {view.card}, cards
    assert all(world.view(me).cup == view.cup for world in worlds)
    actions = legal_actions()
    leads = [sum(leads) for leads in zip(*[world.leads("won") for world in worlds])]
    votes = [sum(world.best("won") == action for world in worlds) for action in actions]
    assert len(leads) == len(actions) and sum(votes) == WORLDS
    return actions[1] if leads[1] >= leads[0] else actions[0]
