"""Raises an exception in text."""
# check: exception in text

from nim import *


def text(state):
    raise ValueError("no luck")


def read(words):
    return start({})
