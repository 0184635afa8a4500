"""Writes a position as two lines."""
# check: return a text of one line

from nim import *


def text(state):
    return f"{state['heap']}\n{state['next']}"


def read(words):
    return start({})
