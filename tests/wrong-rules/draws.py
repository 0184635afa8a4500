"""Draws a random number."""
# check: rules draw no random numbers

from nim import *


from random import randrange


def start(options):
    return {"heap": 7 + randrange(2), "next": 0, "taken": [0, 0]}
