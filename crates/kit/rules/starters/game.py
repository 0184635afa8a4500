"""# Tic-tac-toe

Cross and Nought take turns to mark one of nine squares. Three own marks in a line win; a full board is a draw.
"""

from muster.rules import action, draw, event, grid, metric, u8, win

TITLE = "Tic-tac-toe"
SEATS = ("Cross", "Nought")
MAX_PLIES = 9

mark = action("{square}", square=(0, 8, "A square, row by row from the top."), about="Marks a free square.")

METRICS = [metric("marks", "Own marks on the board.")]
VIEW = {"board": u8(9, "By square, row by row from the top: 0 free, 1 Cross, 2 Nought.")}
BOARD = grid(
    "board", columns="abc", rows="321", click="square", pieces={1: (0, "X", "cross"), 2: (1, "O", "nought")}
)

LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def start(options):
    """The first state: integers, texts, booleans, lists and dicts."""
    return {"board": [0] * 9, "next": 0}


def turn(state):
    """The seat that acts, or the result."""
    board, last = state["board"], 1 - state["next"]
    if any(all(board[square] == last + 1 for square in line) for line in LINES):
        return win(last, "three in a line")
    return state["next"] if 0 in board else draw("the board is full")


def legal(state, seat):
    """All moves that the seat may play."""
    return [mark(square) for square in range(9) if state["board"][square] == 0]


def apply(state, moves):
    """The state after the moves, a dict of seat and move."""
    [(seat, move)] = moves.items()
    state["board"][move.square] = seat + 1
    state["next"] = 1 - seat
    return state


def metrics(state, seat):
    """The metrics of a seat, in the order of METRICS."""
    return [state["board"].count(seat + 1)]


def events(state, moves):
    """What happens when the moves are played in the state."""
    return [event(f"{SEATS[seat]} marks square {move.square}", loss=move.square) for seat, move in moves.items()]
