/** The playback of a match: the current ply, the viewer, the orientation and the speed. */

/** @typedef {(shown: Readonly<PlaybackState>) => void} Listener */

/**
 * The speed at which a match takes about half a minute, in plies a second.
 * @param {number} plies
 */
function pace(plies) {
  return [1, 2, 4, 8].find((speed) => plies <= 40 * speed) ?? 16;
}

/**
 * @param {number} plies of the match
 * @param {number[]} turns the turn of each ply; `turns[12]` is that of the twelfth
 * @param {number} first the ply to start at
 */
export function create(plies, turns, first) {
  /** @type {PlaybackState} */
  const state = { ply: within(first), viewer: null, flipped: false, playing: false, speed: pace(plies) };
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
   * Calls the listener now and after every change.
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
   * Goes forward to the end of a turn, or back to the end of the one before.
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

  /** Starts or pauses the playback. At the end of the match, it starts from the beginning. */
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
