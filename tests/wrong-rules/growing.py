"""Fills the memory."""
# check: memory

from nim import *


def apply(state, moves):
    everything = []
    while True:
        everything.append(bytes(1 << 20))
