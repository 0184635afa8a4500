"""Names an action like a word that is reserved in Go."""
# check: func

from nim import *
from muster.rules import action


del take
func = action("{stones}", stones=(1, 3, "Stones to take."), about="Takes stones.")


def legal(state, seat):
    return [func(1)]
