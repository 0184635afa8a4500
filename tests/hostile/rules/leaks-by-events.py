"""Tells what a side hides."""
# check: events

from coins import *


def events(state, moves):
    return [f"{seat} hides {move.coins}" for seat, move in moves.items()]
