"use strict";
// Reloads the page after each turn to show a newer report, unless a pointer is over the page.
const turn = Number(document.querySelector("main").dataset.turn) * 1000;
const isPaused = () => document.querySelector("main:hover") !== null;
const wait = (left) => setTimeout(() => (isPaused() ? wait(1000) : location.reload()), left);
wait(turn);
