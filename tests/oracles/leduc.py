"""Writes every game of Leduc poker, as OpenSpiel plays it, to standard output: see README.md.

    python3 -m venv spiel && spiel/bin/pip install open_spiel==2.0.2
    spiel/bin/python leduc.py > leduc.txt
"""

import pyspiel

MOVES = "fcb"  # OpenSpiel's actions 0 to 2: fold, call, raise (here: bet).


def walk(state, line):
    if state.is_terminal():
        print(f"{line}={int(state.returns()[0])}")
        return
    actions = state.legal_actions()
    for action in actions:
        if state.is_chance_node():
            step = str(action)
        else:
            step = f"{sum(1 << legal for legal in actions)}{MOVES[action]}"
        walk(state.child(action), f"{line}{step} ")


walk(pyspiel.load_game("leduc_poker").new_initial_state(), "")
