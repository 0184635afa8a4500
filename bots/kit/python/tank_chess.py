"""Tank Chess: what a bot sees, and how it answers.

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
    # 0 setup, 1 firing, 2 moving, 3 game over.
    phase: int
    # The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act.
    mover: int
    # Rule option pieces: 14 full, 10 basic.
    pieces_per_side: int
    # Rule option min_range: minimum distance of a shot, except a mortar's.
    min_range: int
    # Rule option side_edge: 0 eliminates, 1 blocks the choice.
    side_edge: int
    # Rule option command_files: the first, 0 is file a.
    command_first_file: int
    # Rule option command_files: the last, 0 is file a.
    command_last_file: int
    # Number of placements by each seat.
    placed: int
    # Rule option no_elimination_turns: twice as many quiet turns draw the game.
    no_elimination_turns: int
    # Consecutive turns of both seats before this one without an elimination.
    quiet_turns: int
    # Number of occurrences of the position at the start of this turn; the third is a draw.
    occurrences: int
    # 1 if a piece was eliminated in this turn.
    elimination: int
    # The pieces of the group that moves in this turn: bit i for the mover's piece i; 0 before its
    # first move.
    group: int
    # For each piece of the mover: its valid targets at the start of the turn, bit j for the other
    # seat's piece j.
    targets: list[int]
    # White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
    kind: list[int]
    # The square of each piece: 16 x rank + file, both from 0.
    square: list[int]
    # The facing of each piece: 0 to 7 clockwise from north.
    facing: list[int]
    # Flags of each piece: 1 on the board and known to you; in this turn: 2 fired, 4 fired on, 8
    # moved, 16 in the group that moves. If 0, its square and facing mean nothing.
    state: list[int]
    # By square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's.
    board: list[int]


def kind(action: int) -> int:
    """Returns the kind of an action."""
    return action >> 48


def _check(action: str, part: str, value: int, least: int, most: int) -> None:
    """Raises an error if a part of an action is out of range."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{action}: {part} is {value!r}, but it is a whole number from {least} to {most}")
    if not least <= value <= most:
        raise ValueError(f"{action}: {part} is {value}, but it is from {least} to {most}")


PLACE = 0


def place(square: int, piece: int, facing: int) -> int:
    """Places the next piece in the setup.
    square: The square to place it on.
    piece: The kind of the piece: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
    facing: Its facing: 0 to 7 clockwise from north."""
    _check("place", "square", square, 0, 255)
    _check("place", "piece", piece, 0, 5)
    _check("place", "facing", facing, 0, 7)
    return square | piece << 8 | facing << 16


def place_square(action: int) -> int:
    return action & 255


def place_piece(action: int) -> int:
    return action >> 8 & 255


def place_facing(action: int) -> int:
    return action >> 16 & 255


SHOOT = 1


def shoot(firer: int, target: int, retreat: int, distance: int) -> int:
    """Fires at an enemy.
    firer: The square of the piece that fires.
    target: The square of the enemy.
    retreat: The direction of the retreat: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
    distance: Gun minus armour of the side that is hit; 0 for no effect."""
    _check("shoot", "firer", firer, 0, 255)
    _check("shoot", "target", target, 0, 255)
    _check("shoot", "retreat", retreat, 0, 6)
    _check("shoot", "distance", distance, 0, 5)
    return 1 << 48 | firer | target << 8 | retreat << 16 | distance << 20


def shoot_firer(action: int) -> int:
    return action & 255


def shoot_target(action: int) -> int:
    return action >> 8 & 255


def shoot_retreat(action: int) -> int:
    return action >> 16 & 15


def shoot_distance(action: int) -> int:
    return action >> 20 & 15


END_FIRING = 2


def end_firing() -> int:
    """Ends the fire phase."""
    return 2 << 48


MOVE = 3


def move(from_: int, to: int, facing: int) -> int:
    """Moves a piece.
    from: The square of the piece.
    to: The destination.
    facing: Its facing at the end: 0 to 7 clockwise from north."""
    _check("move", "from", from_, 0, 255)
    _check("move", "to", to, 0, 255)
    _check("move", "facing", facing, 0, 7)
    return 3 << 48 | from_ | to << 8 | facing << 16


def move_from(action: int) -> int:
    return action & 255


def move_to(action: int) -> int:
    return action >> 8 & 255


def move_facing(action: int) -> int:
    return action >> 16 & 255


END_TURN = 4


def end_turn() -> int:
    """Ends the turn."""
    return 4 << 48


# Number of columns. A square's number is column + columns x row.
COLUMN_COUNT = 16

# Number of rows.
ROW_COUNT = 16

# The name of each square, for @cell and @arrow in the log.
SQUARE_NAMES = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "k1", "l1", "m1", "n1", "o1", "p1",
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2", "j2", "k2", "l2", "m2", "n2", "o2", "p2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3", "k3", "l3", "m3", "n3", "o3", "p3",
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "k4", "l4", "m4", "n4", "o4", "p4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5", "k5", "l5", "m5", "n5", "o5", "p5",
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6", "j6", "k6", "l6", "m6", "n6", "o6", "p6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "k7", "l7", "m7", "n7", "o7", "p7",
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "i8", "j8", "k8", "l8", "m8", "n8", "o8", "p8",
    "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9", "j9", "k9", "l9", "m9", "n9", "o9", "p9",
    "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10", "k10", "l10", "m10",
    "n10", "o10", "p10", "a11", "b11", "c11", "d11", "e11", "f11", "g11", "h11", "i11", "j11",
    "k11", "l11", "m11", "n11", "o11", "p11", "a12", "b12", "c12", "d12", "e12", "f12", "g12",
    "h12", "i12", "j12", "k12", "l12", "m12", "n12", "o12", "p12", "a13", "b13", "c13", "d13",
    "e13", "f13", "g13", "h13", "i13", "j13", "k13", "l13", "m13", "n13", "o13", "p13", "a14",
    "b14", "c14", "d14", "e14", "f14", "g14", "h14", "i14", "j14", "k14", "l14", "m14", "n14",
    "o14", "p14", "a15", "b15", "c15", "d15", "e15", "f15", "g15", "h15", "i15", "j15", "k15",
    "l15", "m15", "n15", "o15", "p15", "a16", "b16", "c16", "d16", "e16", "f16", "g16", "h16",
    "i16", "j16", "k16", "l16", "m16", "n16", "o16", "p16",
]

# The printed symbol for each value of the board, one character per value; a space if there is none.
PIECE_SYMBOLS = " KLLLLMMMHHDDOOkllllmmmhhddoo"

# The board at the start, under the default rules.
START_BOARD = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    255, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 255, 255,
    255, 255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0,
    0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 255, 255, 0, 0,
    0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0,
]

# The printed ground of each square, one character per square.
SQUARE_GROUND = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##.........................."

# The kinds of pieces: command, light, medium and heavy tank, tank destroyer, mortar.
KIND_LETTERS = "KLMHDO"

# Maximum number of steps of a piece of each kind.
KIND_SPEEDS = [
    0, 5, 4, 3, 4, 3,
]

# The gun of each kind.
KIND_GUNS = [
    1, 1, 2, 3, 4, 5,
]

# The armour of each kind: front, side and rear of the first one, then of the next.
KIND_ARMOUR = [
    1, 0, 0, 1, 0, 0, 2, 1, 0, 3, 2, 1, 2, 1, 0, 1, 0, 0,
]

# The directions that a piece can face, clockwise.
DIRECTION_NAMES = [
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
]

# The change of the column by a step in each direction.
DIRECTION_COLUMNS = [
    0, 1, 1, 1, 0, -1, -1, -1,
]

# The change of the row by a step in each direction.
DIRECTION_ROWS = [
    1, 1, 0, -1, -1, -1, 0, 1,
]

# Index of a metric. Surviving pieces.
METRIC_PIECES = 0

# Index of a metric. Sum of the guns of the surviving pieces.
METRIC_VALUE = 1

# Index of a metric. Enemy pieces eliminated.
METRIC_ELIMINATED = 2


def log_board(view: View) -> None:
    """Writes the board to the log."""
    symbols = " KLLLLMMMHHDDOOkllllmmmhhddoo"
    ground = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##.........................."
    labels = " 1 2 3 4 5 6 7 8 910111213141516"
    print("   a b c d e f g h i j k l m n o p")
    for index in range(16):
        row = 15 - index
        line = labels[2 * row : 2 * (row + 1)]
        for column in range(16):
            square = 16 * row + column
            value = view.board[square]
            symbol = symbols[value] if value < len(symbols) else " "
            line += " " + (ground[square] if symbol == " " else symbol)
        print(line)
