"""Lists an action with a part that is out of its range."""
# check: stones

from nim import *


def legal(state, seat):
    return [take(9)]
