//! Broken scripts in Python.

use super::Broken;

/// Scripts as students write them.
pub(super) const BROKEN: &[Broken] = &[
    ("bot.py", b"def choose(view):\n    return 1 +\n"),
    ("bot.py", b"def choose(view):\nreturn 1\n"),
    ("bot.py", b"def choose(view)\n    return 1\n"),
    ("bot.py", b"def chose(view):\n    return 1\n"),
    ("bot.py", b"async def choose(view):\n    return 1\n"),
    ("bot.py", b"def choose(view):\n    yield 1\n"),
    ("bot.py", b"def choose():\n    return 1\n"),
    ("bot.py", b"import numpy as np\ndef choose(view):\n    return 1\n"),
    ("bot.py", b"from muster import legal_action\ndef choose(view):\n    return legal_action()[0]\n"),
    ("bot.py", b"import muster\ndepth = muster.number(\"depth\", 3)\ndef choose(view):\n    return depth\n"),
    ("bot.py", b"book = open(\"book.txt\")\ndef choose(view):\n    return 1\n"),
    ("bot.py", b"table = [1, 2][5]\ndef choose(view):\n    return 1\n"),
    ("bot.py", b"n = 0\nwhile True:\n    n += 1\ndef choose(view):\n    return 1\n"),
    (
        "bot.py",
        b"x = []\n\
          while True:\n\
          \x20   x.append(\"a\" * 10000 + str(len(x)))\n\
          def choose(view):\n\
          \x20   return 1\n\
          ",
    ),
    ("bot.py", b"def choose(view):\n    moves = {}\n    return moves[\"best\"]\n"),
    (
        "bot.py",
        b"def value(view, square):\n\
          \x20   return view.board[square]\n\
          \n\
          def choose(view):\n\
          \x20   return value(view, 999)\n\
          ",
    ),
    ("bot.py", b"def choose(view):\n    pass\n"),
    ("bot.py", b"def choose(view):\n    return \"C\"\n"),
    ("bot.py", b"def choose(view):\n    return 1.5\n"),
    ("bot.py", b"def choose(view):\n    return legal_actions()[0]\n"),
    ("bot.py", b"import muster\ndef choose(view):\n    return muster.legalActions()[0]\n"),
    ("bot.py", b"def choose(view):\n    return view.bord[0]\n"),
    ("bot.py", b"def choose(view):\n    console.log(view.ply)\n    return 1\n"),
    ("bot.py", b"def choose(view):\n    best = null\n    return best\n"),
    ("bot.py", b"def choose(view):\n    return int(\"C\")\n"),
    (
        "bot.py",
        b"def choose(view):\n\
          \x20   try:\n\
          \x20       int(\"x\")\n\
          \x20   except ValueError as error:\n\
          \x20       raise KeyError(\"other\") from error\n\
          ",
    ),
    ("bot.py", b"import sys\ndef choose(view):\n    sys.exit(1)\n"),
    ("bot.py", b"import time\ndef choose(view):\n    time.sleep(1)\n    return 1\n"),
    ("bot.py", b"def choose(view):\n    import search\n    return 1\n"),
    ("bot.py", b"def deep(n):\n    return deep(n + 1) + 1\n\ndef choose(view):\n    return deep(0)\n"),
    ("bot.py", b"def choose(view):\n    n = 0\n    while True:\n        n += 1\n"),
    ("bot.py", b"def choose(view):\n    while True:\n        print(\"x\" * 100)\n"),
    ("bot.py", b"def choose(view):\n    seen = []\n    while True:\n        seen.append([0] * 1000)\n"),
    ("bot.py", b"def choose(view):\n    board = [0] * (10**9)\n    return board[0]\n"),
    ("bot.py", b"import queue\ndef choose(view):\n    waiting = queue.Queue()\n    return waiting.get()\n"),
    ("bot.py", b"def choose(view):\n    return 0  # Z\xfcge\n"),
    (
        "bot.py",
        b"def choose(view):\n\
          \x20   best = max([1, 2], key=lambda one: -one)\n\
          \x20   retrun best\n\
          ",
    ),
    (
        "bot.py",
        b"count = 0\n\
          def choose(view):\n\
          \x20   count += 1\n\
          \x20   return 0\n\
          ",
    ),
    (
        "bot.py",
        b"def choose(view):\n\
          \x20   if view.ply == 0:\n\
          \x20       best = 1\n\
          \x20   return best + later\n\
          \x20   later = 2\n\
          ",
    ),
    (
        "bot.py",
        b"def choose(view):\n\
          \x20   return max((1, 2)\n\
          ",
    ),
    (
        "bot.py",
        b"def choose(view):\n\
          \x20   name = 'x\n\
          \x20   return 1\n\
          ",
    ),
    (
        "bot.py",
        b"def choose(view):\n\
          \x20   if view.ply = 1:\n\
          \x20       return 1\n\
          ",
    ),
    (
        "bot.py",
        b"def choose(view):\n\
          \x20   print \"x\"\n\
          \x20   return 1\n\
          ",
    ),
    (
        "bot.py",
        b"def choose(view):\n\
          \x20 a = 1\n\
          \x20  b = 2\n\
          \x20 return a\n\
          ",
    ),
    (
        "bot.py",
        b"total = 0\n\
          for i in range(40_000_000):\n\
          \x20   total += i\n\
          def choose(view):\n\
          \x20   return 0\n\
          ",
    ),
];
