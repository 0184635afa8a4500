"""Writes two kinds of actions alike."""
# check: notation

from nim import *
from muster.rules import action


add = action("{stones}", stones=(1, 3, "Stones."), about="Adds stones.")
