"""Red and Yellow take turns. A disc that is dropped into a column falls to its lowest free square. Four discs of one
colour in a line, across, up or diagonally, win; a full board without such a line is a draw.
"""

from muster.rules import action, draw, grid, metric, u8, win

TITLE, SEATS, MAX_PLIES = "Connect Four", ("Red", "Yellow"), 42
drop = action("{column}", column=(0, 6, "The column, 0 on the left."), about="Drops a disc into a column.")
METRICS = [metric("longest", "Length of the longest line of own discs.")]
VIEW = {"board": u8(42, "By square, row by row from the top: 0 empty, 1 Red, 2 Yellow.")}
BOARD = grid(
    "board",
    columns="0123456",
    rows="654321",
    click="column",
    pieces={1: (0, "R", "red disc"), 2: (1, "Y", "yellow disc")},
)


def start(options):
    return {"board": [0] * 42, "next": 0, "longest": [0, 0]}


def turn(state):
    if state["longest"][1 - state["next"]] >= 4:
        return win(1 - state["next"], "four in a line")
    return state["next"] if 0 in state["board"] else draw("the board is full")


def legal(state, seat):
    return [drop(column) for column in range(7) if state["board"][column] == 0]


def apply(state, moves):
    [(seat, move)] = moves.items()
    board = state["board"]
    square = landing(board, move.column)
    board[square] = seat + 1
    state["longest"][seat] = max(state["longest"][seat], line_at(board, square))
    state["next"] = 1 - seat
    return state


def landing(board, column):
    square = column + 35
    while board[square]:
        square -= 7
    return square


def line_at(board, square):
    """Returns the length of the longest line through a square."""
    own, row, column = board[square], square // 7, square % 7
    longest = 1
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            y, x = row + sign * down, column + sign * right
            while 0 <= y < 6 and 0 <= x < 7 and board[7 * y + x] == own:
                y, x, count = y + sign * down, x + sign * right, count + 1
        longest = max(longest, count)
    return longest


def metrics(state, seat):
    return [state["longest"][seat]]


def events(state, moves):
    [(seat, move)] = moves.items()
    place = landing(state["board"], move.column)
    return [f"{SEATS[seat]} drops a disc into column {move.column}, row {6 - place // 7}"]
