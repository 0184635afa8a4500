"""Raises an exception in apply."""
# check: apply

from nim import *


def apply(state, moves):
    raise ValueError("no luck")
