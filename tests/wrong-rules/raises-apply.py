"""Raises an exception in apply."""
# check: exception in apply

from nim import *


def apply(state, moves):
    raise ValueError("no luck")
