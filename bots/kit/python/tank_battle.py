"""Tank Battle: what a bot sees, and how it answers.

Made from the layout in the rules' own code; do not edit.
"""

import muster  # Plays the match if python3 runs the bot.


class View:
    """The bot's view of the position."""

    # Version of this interface.
    abi_version: int
    # The game's number.
    game: int
    # Your seat, 0 or 1.
    seat: int
    # Number of seats, 2.
    seats: int
    # 1: restarted in the middle of a match, 2: both seats act at once.
    flags: int
    # Ply, from 0 at the start of the match.
    ply: int
    # Turn, counted by the game.
    turn: int
    # Number of legal actions, or 4294967295 if not counted.
    legal_count: int
    # Nanoseconds left for this move: never more than what is left for the game.
    move_left: int
    # Nanoseconds left for your game.
    game_left: int
    # Nanoseconds your opponent has left, rounded down to 1/100 of the game's time or 1 ms.
    opponent_left: int
    # Nanoseconds added to your game's time after each move.
    increment: int
    # Rule option: plies without a capture or an entry that end the game; 0 if none do.
    no_progress_plies: int
    # Rule option: occurrences of a position that end the game; 0 if none do.
    repetitions: int
    # Rule option: 0 a commander on a contaminated square is safe from the other, 1 and it cannot
    # capture the other from there either.
    commander_duel_in_zone: int
    # The seat to move: 0 White, 1 Black.
    to_move: int
    # Number of occurrences of this position so far, with this one; 1 if repetitions do not count.
    occurrences: int
    # Successive plies without a capture and without a tank newly entering the enemy's base.
    quiet_plies: int
    # White's and Black's points if the game ended now.
    points: list[int]
    # Number of elements of `recent` in use.
    recent_count: int
    # The tank on each square, a1, b1, ... k1, a2, ... k11: 0 none, 1 White's, 2 White's commander,
    # 3 Black's, 4 Black's commander.
    board: list[int]
    # The moves since the last capture or entry, newest first, as the low 16 bits of their codes.
    # Taken back one by one, they give the earlier positions that count for repetition.
    recent: list[int]


def kind(action: int) -> int:
    """Returns the kind of an action."""
    return action >> 48


def _check(action: str, part: str, value: int, least: int, most: int) -> None:
    """Raises an error if a part of an action is out of range."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{action}: {part} is {value!r}, but it is a whole number from {least} to {most}")
    if not least <= value <= most:
        raise ValueError(f"{action}: {part} is {value}, but it is from {least} to {most}")


MOVE = 0


def move(from_: int, to: int) -> int:
    """Moves a tank, which captures a tank on its destination.
    from: The square of the tank: 11 x rank + file, both from 0.
    to: The destination. A tank on it is captured."""
    _check("move", "from", from_, 0, 120)
    _check("move", "to", to, 0, 120)
    return from_ | to << 8


def move_from(action: int) -> int:
    return action & 127


def move_to(action: int) -> int:
    return action >> 8 & 127


# Number of columns. A square's number is column + columns x row.
COLUMN_COUNT = 11

# Number of rows.
ROW_COUNT = 11

# The name of each square, for @cell and @arrow in the log.
SQUARE_NAMES = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "a2", "b2", "c2", "d2", "e2",
    "f2", "g2", "h2", "i2", "j2", "k2", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3",
    "k3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "a5", "b5", "c5", "d5",
    "e5", "f5", "g5", "h5", "i5", "j5", "k5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6",
    "j6", "k6", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "a8", "b8", "c8",
    "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9",
    "i9", "j9", "k9", "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10",
    "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11", "k11",
]

# The printed symbol for each value of the board, one character per value; a space if there is none.
PIECE_SYMBOLS = " TCtc"

# The board at the start, under the default rules.
START_BOARD = [
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0,
    0, 0, 0, 3, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 4, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0,
]

# The printed ground of each square, one character per square.
SQUARE_GROUND = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#....."

# Index of a metric. 1 for each surviving tank, 2 in the enemy's base, 3 for the commander on its
# circle.
METRIC_POINTS = 0

# Index of a metric. Surviving tanks, the commander among them.
METRIC_TANKS = 1

# Index of a metric. Tanks in the enemy's base.
METRIC_IN_BASE = 2

# Index of a metric. Enemy tanks captured.
METRIC_CAPTURES = 3


def log_board(view: View) -> None:
    """Writes the board to the log."""
    symbols = " TCtc"
    ground = ".....#......#.......#....#.#.#.....#.....#......~~~....#.#.~~~.#.#....~~~......#.....#.....#.#.#....#.......#......#....."
    labels = " 1 2 3 4 5 6 7 8 91011"
    print("   a b c d e f g h i j k")
    for index in range(11):
        row = 10 - index
        line = labels[2 * row : 2 * (row + 1)]
        for column in range(11):
            square = 11 * row + column
            value = view.board[square]
            symbol = symbols[value] if value < len(symbols) else " "
            line += " " + (ground[square] if symbol == " " else symbol)
        print(line)
