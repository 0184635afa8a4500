"""Raises an exception in events."""
# check: events

from nim import *


def events(state, moves):
    raise ValueError("no luck")
