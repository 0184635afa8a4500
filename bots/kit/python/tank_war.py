"""The Tank War: what a bot sees, and how it answers.

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
    # Rule option: 0 a-inside, 1 a-outside.
    layout: int
    # Rule option: 0 illegal, 1 wasted.
    blocked: int
    # Rule option: 0 false, 1 true.
    c_blocked_by_tanks: int
    # Maximum number of rounds: 54, or 200 with wasted moves.
    max_rounds: int
    # Rounds played.
    rounds: int
    # By seat: bit t is set if tank t may be named now.
    movable: list[int]
    # By seat: number of living tanks.
    tanks: list[int]
    # By seat: number of boxes held.
    boxes: list[int]
    # By seat and tank: boxes advanced, 0 to 5; -1 if destroyed.
    advanced: list[int]
    # By seat and tank: the column of its track, 0 to 5.
    column: list[int]
    # By box: the seat that holds it.
    owner: list[int]
    # By box: 6 * seat + tank of the tank on it; 255 if none.
    tank: list[int]


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


def move(tank: int) -> int:
    """Names one of your movable tanks, which moves one box forward.
    tank: The tank that moves: 0 LA, 1 LB, 2 LC, 3 RA, 4 RB, 5 RC; 6 and 7 are invalid."""
    _check("move", "tank", tank, 0, 5)
    return tank


def move_tank(action: int) -> int:
    return action & 7


# Number of columns. A square's number is column + columns x row.
COLUMN_COUNT = 6

# Number of rows.
ROW_COUNT = 6

# The name of each square, for @cell and @arrow in the log.
SQUARE_NAMES = [
    "00", "10", "20", "30", "40", "50", "01", "11", "21", "31", "41", "51", "02", "12", "22", "32",
    "42", "52", "03", "13", "23", "33", "43", "53", "04", "14", "24", "34", "44", "54", "05", "15",
    "25", "35", "45", "55",
]

# The printed symbol for each value of the board, one character per value; a space if there is none.
PIECE_SYMBOLS = "ABCABCabcabc"

# The board at the start, under the default rules.
START_BOARD = [
    5, 4, 3, 0, 1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 8, 7, 6, 9, 10, 11,
]

# The squared distances at which tanks A, B and C hit: diagonal, straight, two boxes away.
HIT_DISTANCES = [
    2, 1, 4,
]

# Index of a metric. Own tanks that survived, 0 to 6.
METRIC_TANKS = 0

# Index of a metric. Boxes held at the end, 0 to 36.
METRIC_BOXES = 1

# Index of a metric. Enemy tanks that did not survive, 0 to 6.
METRIC_DESTROYED = 2


def log_board(view: View) -> None:
    """Writes the board to the log."""
    symbols = "ABCABCabcabc"
    ground = "ud"
    labels = "012345"
    print("  0 1 2 3 4 5")
    for index in range(6):
        row = index
        line = labels[1 * row : 1 * (row + 1)]
        for column in range(6):
            square = 6 * row + column
            value = view.tank[square]
            symbol = symbols[value] if value < len(symbols) else " "
            line += " " + (ground[view.owner[square]] if symbol == " " else symbol)
        print(line)
