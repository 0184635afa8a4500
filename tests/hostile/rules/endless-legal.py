"""Never returns from legal near the end."""
# check: legal

from nim import *


def legal(state, seat):
    while state["heap"] < 3:
        pass
    return [take(1)]
