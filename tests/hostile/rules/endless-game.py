"""Never ends, although every call does."""
# check: MAX_PLIES

from nim import *


def apply(state, moves):
    state["next"] = 1 - state["next"]
    return state
