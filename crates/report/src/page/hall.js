"use strict";
// The arrow keys and the keys of a presenter change the screen. After each turn the page reloads to show a newer
// report. A pointer over the page pauses its animations and so delays the reload.
const turn = Number(document.querySelector("main").dataset.turn) * 1000;
const steps = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };
const animations = document.getAnimations();
const now = () => Number(animations[0]?.currentTime ?? performance.now());
const delays = animations.map((animation) => animation.effect.getTiming().delay);
const starts = [...new Set(delays)].sort((one, other) => one - other);
document.addEventListener("keydown", (event) => {
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const shown = starts.findLastIndex((start) => now() >= start);
  const to = starts[Math.max(0, shown + step)] ?? turn;
  for (const animation of animations) animation.currentTime = to;
});
setInterval(() => {
  if (now() >= turn) location.reload();
}, 500);
