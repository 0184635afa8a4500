"""Connect Four: drop a disc; it falls to the lowest free square. Four in a line win; a full board is a draw."""
from muster.rules import action, draw, grid, metric, u8, win

TITLE, SEATS, MAX_PLIES = "Connect Four", ("Red", "Yellow"), 42
drop = action("{column}", column=(0, 6, "Column, 0 on the left."), about="Drops a disc.")
METRICS = [metric("longest", "Longest line of own discs.")]
VIEW = {"board": u8(42, "By square, row 0 on top: 0 empty, 1 Red, 2 Yellow.")}
BOARD = grid("board", columns="abcdefg", rows="654321", click="column",
             pieces={1: (0, "R", "red disc"), 2: (1, "Y", "yellow disc")})


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
    square = max(s for s in range(move.column, 42, 7) if board[s] == 0)
    board[square] = seat + 1
    state["longest"][seat] = max(state["longest"][seat], line_at(board, square))
    state["next"] = 1 - seat
    return state


def line_at(board, square):
    def reach(dx, dy):
        x, y, count = square % 7 + dx, square // 7 + dy, 0
        while 0 <= x < 7 and 0 <= y < 6 and board[7 * y + x] == board[square]:
            x, y, count = x + dx, y + dy, count + 1
        return count
    return max(1 + reach(x, y) + reach(-x, -y) for x, y in ((1, 0), (0, 1), (1, 1), (1, -1)))


def metrics(state, seat):
    return [state["longest"][seat]]
