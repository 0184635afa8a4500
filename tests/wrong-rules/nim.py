"""A heap of seven stones; each side takes one to three; the side that takes the last one wins. The rules of this file
are right: the files beside it change one thing each."""

from muster.rules import action, metric, u8, win

TITLE, SEATS, MAX_PLIES = "Nim", ("Left", "Right"), 7
take = action("{stones}", stones=(1, 3, "Stones to take."), about="Takes stones.")
METRICS = [metric("taken", "Stones taken.")]
VIEW = {"heap": u8(1, "Stones on the heap.")}


def start(options):
    return {"heap": 7, "next": 0, "taken": [0, 0]}


def turn(state):
    return state["next"] if state["heap"] else win(1 - state["next"], "the last stone is taken")


def legal(state, seat):
    return [take(stones) for stones in (1, 2, 3) if stones <= state["heap"]]


def apply(state, moves):
    [(seat, move)] = moves.items()
    state["heap"] -= move.stones
    state["taken"][seat] += move.stones
    state["next"] = 1 - seat
    return state


def metrics(state, seat):
    return [state["taken"][seat]]


def show(state, seat):
    return {"heap": state["heap"]}
