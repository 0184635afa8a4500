"""Raises an exception in start."""
# check: exception in start

from nim import *


def start(options):
    raise ValueError("no luck")
