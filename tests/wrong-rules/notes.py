"""A heap of stones whose positions have texts. The rules of this file are right: the files beside it change `mirror`."""

from nim import *


def text(state):
    return " ".join([str(number) for number in (state["heap"], state["next"], *state["taken"])])


def read(words):
    heap, seat, first, second = map(int, words.split(" "))
    return {"heap": heap, "next": seat, "taken": [first, second]}


def mirror(state):
    return {**state, "next": 1 - state["next"], "taken": state["taken"][::-1]}
