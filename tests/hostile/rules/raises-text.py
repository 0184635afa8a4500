"""Raises an exception in text."""
# check: text

from nim import *


def text(state):
    raise ValueError("no luck")
