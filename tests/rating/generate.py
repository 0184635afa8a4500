"""Writes games.csv: 20,000 games of 24 players in 10,000 openings, each played from both seats.

Lines are `first,second,half points of the first`; lines 2k and 2k + 1 (counted from 0 after the heading) are the two
legs of opening k. Strengths, schedule and results come from one seed; Python's `random.Random(seed).random()` gives the
same numbers in every version and on every machine, and nothing else of it is used.

Run: python3 tests/rating/generate.py > tests/rating/games.csv
"""

import math
import random

PLAYERS = 24
OPENINGS = 10_000
SEED = 20261120
SEAT = 0.22  # advantage of the first seat, natural units (38 Elo)
DRAW = 0.9  # Davidson's draw parameter: draws are 31 % between equals
OPENING = 0.8  # an opening favours the first seat by up to this much, either way

draw = random.Random(SEED).random


def index(n):
    return int(draw() * n)


def half_points(gap):
    win, tie, loss = math.exp(gap / 2), DRAW, math.exp(-gap / 2)
    at = draw() * (win + tie + loss)
    return 2 if at < win else 1 if at < win + tie else 0


strength = [3.2 * (k / (PLAYERS - 1) - 0.5) + 0.4 * (draw() - 0.5) for k in range(PLAYERS)]
print("first,second,half_points")
for _ in range(OPENINGS):
    # Squaring makes players of low index meet several times as often as those of high index.
    a = int(PLAYERS * draw() ** 1.5)
    b = index(PLAYERS - 1)
    b += b >= a
    favour = SEAT + OPENING * (2 * draw() - 1)
    for first, second in ((a, b), (b, a)):
        print(f"{first},{second},{half_points(strength[first] - strength[second] + favour)}")
