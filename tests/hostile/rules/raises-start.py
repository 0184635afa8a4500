"""Raises an exception in start."""
# check: start

from nim import *


def start(options):
    raise ValueError("no luck")
