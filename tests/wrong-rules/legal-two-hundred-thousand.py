"""Lists 200,000 actions."""
# check: out of time in legal

from nim import *
from muster.rules import action


take = action("{stones}", stones=(1, 300000, "Stones to take."), about="Takes stones.")


def legal(state, seat):
    return [take(stones) for stones in range(1, 200001)]
