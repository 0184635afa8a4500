"""Returns nothing from apply."""
# check: apply

from nim import *


def apply(state, moves):
    state["heap"] -= 1
