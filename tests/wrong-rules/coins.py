"""Both sides hide none to three coins at the same time; then both guess what the other has. A right guess wins, unless
both are right. The rules of this file are right: some of the files beside it change one thing each."""

from muster.rules import BOTH, action, draw, metric, u8, win

TITLE, SEATS, MAX_PLIES = "Coins", ("Left", "Right"), 2
hold = action("+{coins}", coins=(0, 3, "Coins in the hand."), secret=True, about="Hides coins.")
guess = action("{coins}", coins=(0, 3, "Coins in the other's hand."), about="Guesses.")
METRICS = [metric("right", "1 for a right guess.")]
VIEW = {"mine": u8(1, "Your coins; 9 before you hide them."), "stage": u8(1, "0 hide, 1 guess.")}


def start(options):
    return {"own": [{"coins": 9}, {"coins": 9}], "stage": 0, "right": [0, 0]}


def turn(state):
    if state["stage"] < 2:
        return BOTH
    left, right = state["right"]
    return draw("no difference") if left == right else win(int(right > left), "a right guess")


def legal(state, seat):
    return [(guess if state["stage"] else hold)(coins) for coins in range(4)]


def apply(state, moves):
    for seat, move in moves.items():
        if state["stage"] == 0:
            state["own"][seat]["coins"] = move.coins
        else:
            state["right"][seat] = int(state["own"][1 - seat]["coins"] == move.coins)
    state["stage"] += 1
    return state


def metrics(state, seat):
    return [state["right"][seat]]


def show(state, seat):
    return {"mine": state["own"][seat]["coins"], "stage": state["stage"]}


def imagine(state, seat, dice):
    """A wrong guess rules out what was guessed; `apply` does not keep it, so nothing is known of it here."""
    return {"coins": dice.below(4) if state["stage"] else 9}
