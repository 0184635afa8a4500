"""Returns nothing from turn."""
# check: RulesError: turn returned

from nim import *


def turn(state):
    pass
