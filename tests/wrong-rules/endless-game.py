"""Never ends, although every call does."""
# check: not over after 7 plies

from nim import *


def apply(state, moves):
    state["next"] = 1 - state["next"]
    return state
