"""python film.py FOLDER FILE.gif: joins the pictures of film.js to a moving picture. Needs Pillow."""

import sys
from collections import Counter
from pathlib import Path

from PIL import Image

COLOURS = 128  # The most frequent ones stay exact.
MILLISECONDS, AT_THE_END = 600, 3000

folder, file = sys.argv[1:]
frames = [Image.open(path).convert("RGB") for path in sorted(Path(folder).glob("*.png"))]
counts = Counter()
for frame in frames:
    for count, colour in frame.getcolors(frame.width * frame.height):
        counts[colour] += count
palette = Image.new("P", (1, 1))
palette.putpalette([part for colour, _ in counts.most_common(COLOURS) for part in colour])
first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
times = [MILLISECONDS] * len(others) + [AT_THE_END]
first.save(file, save_all=True, append_images=others, duration=times, loop=0, optimize=True)
