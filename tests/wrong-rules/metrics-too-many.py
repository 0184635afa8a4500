"""Returns two metrics for one declared."""
# check: metrics returned

from nim import *


def metrics(state, seat):
    return [1, 2]
