"""Never returns from legal near the end."""
# check: out of time in legal

from nim import *


def legal(state, seat):
    while state["heap"] < 3:
        pass
    return [take(1)]
