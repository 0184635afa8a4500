"use strict";
// After each turn the page is read anew, to pick up a newer report; not while somebody points at it.
const turn = Number(document.querySelector("main").dataset.turn) * 1000;
const isPaused = () => document.querySelector("main:hover") !== null;
const wait = (left) => setTimeout(() => (isPaused() ? wait(1000) : location.reload()), left);
wait(turn);
