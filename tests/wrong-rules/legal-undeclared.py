"""Lists an action of a kind that is not declared."""
# check: legal

from nim import *
from muster.rules import action


def legal(state, seat):
    return [action("{a}", a=(0, 3, "Anything."), about="Anything.")(1)]
