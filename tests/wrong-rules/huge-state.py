"""Keeps more than 256 KiB."""
# check: at most 262144

from nim import *


def start(options):
    return {"heap": 7, "next": 0, "taken": [0, 0], "more": [0] * 200000}
