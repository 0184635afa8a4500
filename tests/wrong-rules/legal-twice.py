"""Lists an action twice."""
# check: `1` is listed twice

from nim import *


def legal(state, seat):
    return [take(1), take(1)]
