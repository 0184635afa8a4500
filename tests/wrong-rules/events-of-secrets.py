"""Tells what both sides hide; an observer knows it, and a seat is told only its own."""
# check ok

from coins import *


def events(state, moves):
    return [f"{seat} hides {move.coins}" for seat, move in moves.items()]
