/** Which ply is shown, from whose side, and whether it plays by itself. */

/** @typedef {(shown: Readonly<PlaybackState>) => void} Listener */

/**
 * @param {number} plies of the match
 * @param {number[]} turns the turn of each ply, `turns[12]` of the twelfth
 * @param {number} first the ply to begin with
 */
export function create(plies, turns, first) {
  /** @type {PlaybackState} */
  const state = { ply: within(first), viewer: null, flipped: false, playing: false, speed: 2 };
  /** @type {Listener[]} */
  const listeners = [];
  let timer = 0;

  /** @param {number} ply */
  function within(ply) {
    return Math.min(plies, Math.max(0, Math.trunc(ply)));
  }

  function tell() {
    for (const listener of listeners) listener(state);
  }

  /**
   * Calls back now and after every change.
   * @param {Listener} listener
   */
  function watch(listener) {
    listeners.push(listener);
    listener(state);
  }

  /** @param {Partial<PlaybackState>} difference */
  function change(difference) {
    Object.assign(state, difference);
    tell();
  }

  /** @param {number} ply */
  function go(ply) {
    halt();
    const to = within(ply);
    if (to !== state.ply || state.playing) change({ ply: to, playing: false });
  }

  /** @param {number} by */
  function step(by) {
    go(state.ply + by);
  }

  /**
   * To the end of this turn, or to that of the one before.
   * @param {1 | -1} by
   */
  function turn(by) {
    let to = state.ply + by;
    while (to > 0 && to < plies && turns[to] === turns[to + 1]) to += by;
    go(to);
  }

  function halt() {
    window.clearTimeout(timer);
  }

  function beat() {
    halt();
    timer = window.setTimeout(() => {
      if (state.ply >= plies) {
        change({ playing: false });
        return;
      }
      change({ ply: state.ply + 1 });
      beat();
    }, 1000 / state.speed);
  }

  /** Plays, from the start if the match is at its end, or halts. */
  function toggle() {
    if (state.playing) {
      halt();
      change({ playing: false });
      return;
    }
    change({ ply: state.ply >= plies ? 0 : state.ply, playing: true });
    beat();
  }

  /** @param {number} speed */
  function setSpeed(speed) {
    change({ speed });
    if (state.playing) beat();
  }

  return {
    plies,
    watch,
    go,
    step,
    turn,
    toggle,
    setSpeed,
    flip: () => change({ flipped: !state.flipped }),
    setViewer: (/** @type {Viewer} */ viewer) => change({ viewer }),
    now: () => /** @type {Readonly<PlaybackState>} */ (state),
  };
}
