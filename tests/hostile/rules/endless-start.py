"""Never returns from start."""
# check: start

from nim import *


def start(options):
    while True:
        pass
