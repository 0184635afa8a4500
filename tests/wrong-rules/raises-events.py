"""Raises an exception in events."""
# check: exception in events

from nim import *


def events(state, moves):
    raise ValueError("no luck")
