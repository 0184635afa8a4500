"""Writes games of many players as PGN: `python3 world.py GAMES PLAYERS [moves]`.

Seven tags and, with `moves`, some forty moves with clock comments a game, as engine testers publish them. Strengths,
pairings and results come from one seed.
"""

import math
import random
import sys

games, players, moves = int(sys.argv[1]), int(sys.argv[2]), "moves" in sys.argv[3:]
draw = random.Random(11).random
strength = [2.5 * (draw() - 0.5) for _ in range(players)]
line = " ".join(f"{n}. Nf3 {{+0.{n:02}/20 1.5s}} Nf6 {{-0.{n:02}/21 1.4s}}" for n in range(1, 21))
out = sys.stdout.write
for game in range(games):
    white = int(players * draw() ** 1.5)
    black = int(players * draw())
    if white == black:
        black = (white + 1) % players
    gap = strength[white] - strength[black] + 0.15
    win, tie, loss = math.exp(gap / 2), 1.1, math.exp(-gap / 2)
    at = draw() * (win + tie + loss)
    result = "1-0" if at < win else "1/2-1/2" if at < win + tie else "0-1"
    out(f'[Event "World"]\n[Site "?"]\n[Date "2026.02.0{1 + game % 9}"]\n[Round "{game}"]\n')
    out(f'[White "Engine {white} 64-bit"]\n[Black "Engine {black} 64-bit"]\n[Result "{result}"]\n\n')
    out(f"{line} {result}\n\n" if moves else f"{result}\n\n")
