"""Never returns from apply near the end."""
# check: out of time in apply

from nim import *


def apply(state, moves):
    while state["heap"] < 5:
        pass
    state["heap"] -= 1
    state["next"] = 1 - state["next"]
    return state
