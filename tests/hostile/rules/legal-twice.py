"""Lists an action twice."""
# check: twice

from nim import *


def legal(state, seat):
    return [take(1), take(1)]
