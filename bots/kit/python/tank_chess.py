"""Tank Chess: what a bot sees, and how it answers.

Made from the layout in the rules' own code; do not edit.
"""

import muster  # Which plays, where the bot is run by python3.


class View:
    """What a bot sees."""

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
    # 0 setup, 1 firing, 2 moving, 3 the game is over.
    phase: int
    # The seat whose turn it is: 0 White, 1 Black; 2 in the setup, when both act.
    mover: int
    # Rule option pieces: 14 full, 10 basic.
    pieces_per_side: int
    # Rule option min_range: shortest distance of a shot, save the mortar's.
    min_range: int
    # Rule option side_edge: 0 eliminates, 1 blocks the choice.
    side_edge: int
    # Rule option command_files: the first, 0 is file a.
    command_first_file: int
    # Rule option command_files: the last, 0 is file a.
    command_last_file: int
    # Placements that each seat has made.
    placed: int
    # Rule option no_elimination_turns: twice as many quiet turns draw the game.
    no_elimination_turns: int
    # Turns in a row before this one, of both seats together, without an elimination.
    quiet_turns: int
    # How often the position at the start of this turn has occurred; 3 draw.
    occurrences: int
    # 1 if a piece was eliminated in this turn.
    elimination: int
    # The mover's pieces of the group that moves, bit i for the mover's piece i; 0 before the first
    # move.
    group: int
    # For each piece of the mover the enemies it had a valid shot at when the turn started, bit j
    # for the other seat's piece j.
    targets: list[int]
    # White's pieces 0 to 13, then Black's: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
    kind: list[int]
    # Where each piece stands: 16 times the rank from 0, plus the file from 0.
    square: list[int]
    # Where each piece faces: 0 to 7 clockwise from north.
    facing: list[int]
    # Of each piece: 1 on the board and known to you, plus in this turn: 2 fired, 4 fired on, 8
    # moved, 16 in the group that moves. 0: square and facing mean nothing.
    state: list[int]
    # Each square: 0 empty, 255 obstacle, 1 to 14 White's piece 0 to 13, 15 to 28 Black's.
    board: list[int]


def kind(action: int) -> int:
    """The kind of an action."""
    return action >> 48


PLACE = 0


def place(square: int, piece: int, facing: int) -> int:
    """Places the next piece in the setup.
    square: On this square.
    piece: A piece of this kind: 0 K, 1 L, 2 M, 3 H, 4 D, 5 O.
    facing: Facing there: 0 to 7 clockwise from north."""
    return (square & 255) | (piece & 255) << 8 | (facing & 255) << 16


def place_square(action: int) -> int:
    return action & 255


def place_piece(action: int) -> int:
    return action >> 8 & 255


def place_facing(action: int) -> int:
    return action >> 16 & 255


SHOOT = 1


def shoot(firer: int, target: int, retreat: int, distance: int) -> int:
    """Fires on an enemy.
    firer: The square of the piece that fires.
    target: The square of the enemy.
    retreat: Where the target retreats: 0 north, 2 east, 4 south, 6 west; 0 for no effect.
    distance: Gun less armour of the side that is hit; 0 for no effect."""
    return 281474976710656 | (firer & 255) | (target & 255) << 8 | (retreat & 15) << 16 | (distance & 15) << 20


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
    return 562949953421312


MOVE = 3


def move(from_: int, to: int, facing: int) -> int:
    """Moves a piece.
    from: From this square.
    to: To this square.
    facing: Facing there in the end: 0 to 7 clockwise from north."""
    return 844424930131968 | (from_ & 255) | (to & 255) << 8 | (facing & 255) << 16


def move_from(action: int) -> int:
    return action & 255


def move_to(action: int) -> int:
    return action >> 8 & 255


def move_facing(action: int) -> int:
    return action >> 16 & 255


END_TURN = 4


def end_turn() -> int:
    """Ends the turn."""
    return 1125899906842624


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
