/**
 * The rules: the same code that played the matches, compiled to WebAssembly (`crates/browser`). `types/engine.d.ts`
 * describes the calls. A call that fails throws an `Error` with the reason.
 */

import * as packed from "./common/packed.js";
import * as botGame from "./host/game.js";

/** The result of a failed operation of the module. */
const failed = 0xffffffff;
/** The number that stands for the winner of a draw. */
const noWinner = 2;
/** The number of the viewer who sees everything. */
const everybody = 2;

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;
/** @type {Promise<Rules> | undefined} */
let started;

/**
 * Starts the rules on the first call; later calls return the same rules.
 * @returns {Promise<Rules>}
 */
export function start() {
  started ??= module().then(async (rules) => {
    const link = botGame.link((request, number) => recall(request, number) ?? unasked);
    return of(link.of(await WebAssembly.instantiate(rules, link.imports)));
  });
  return started;
}

/** A number from which chance is drawn. */
export const newLuck = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** The answers of the rules of games from files, by number and request. @type {Map<string, GameAnswer>} */
const answers = new Map();
/** A decoder that gives different bytes different texts. */
const letters = new TextDecoder("latin1");

/** @param {Uint8Array} request @param {number} number */
const named = (request, number) => `${number} ${letters.decode(request)}`;

/**
 * Remembers answers of the rules of the game from a file with a number.
 * @param {number} number
 * @param {Learned} learned
 */
export function learn(number, learned) {
  for (const [request, told] of learned) answers.set(named(request, number), told);
}

/** The answer to an earlier request. @param {Uint8Array} request @param {number} number */
export const recall = (request, number) => answers.get(named(request, number));

/** A page does not run the rules of a game from a file. @type {GameAnswer} */
const unasked = { failure: "the page has no cached answer of the rules" };

/** The rules of an instance of the module. @param {WebAssembly.Instance} instance */
export function of({ exports }) {
  return rulesOf(/** @type {RulesExports} */ (/** @type {unknown} */ (exports)));
}

/** The compiled module from `app/rules.js`. Bots' workers need it, too. */
export function module() {
  compiled ??= packed.unpack(rulesModule).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/**
 * Decodes a square, which the module packs into one number.
 * @param {number | null} square
 * @returns {Square | null}
 */
const unpacked = (square) => (square === null ? null : [square >> 8, square & 255]);

/**
 * @param {RulesExports} wasm
 * @returns {Rules}
 */
function rulesOf(wasm) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  /**
   * Writes the input of the next operation into the module's memory.
   * @param {...Uint8Array} parts
   */
  function request(...parts) {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const address = wasm.rules_request(length);
    if (address === 0) throw new Error(`the request of ${length} bytes exceeds the limit`);
    let at = address;
    for (const part of parts) {
      new Uint8Array(wasm.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
  }

  /**
   * The reply of the last operation, valid until the next one.
   * @returns {Uint8Array<ArrayBuffer>}
   */
  function reply() {
    return new Uint8Array(wasm.memory.buffer, wasm.rules_reply(), wasm.rules_reply_length());
  }

  /**
   * @param {number} code
   * @returns {number}
   */
  function checked(code) {
    if (code >>> 0 === failed) throw new Error(decoder.decode(reply()));
    return code;
  }

  /**
   * @param {number} code
   * @returns {string}
   */
  function text(code) {
    checked(code);
    return decoder.decode(reply());
  }

  /**
   * @param {number} code
   * @returns {any} the value that the operation documents
   */
  const json = (code) => JSON.parse(text(code));

  /**
   * @param {number} code
   * @returns {Uint8Array<ArrayBuffer>}
   */
  function bytes(code) {
    checked(code);
    return reply().slice();
  }

  /**
   * @param {number} handle
   * @param {number} ply
   * @param {Seat} seat
   * @returns {LegalAction[]}
   */
  function legal(handle, ply, seat) {
    const { labels, actions } = /** @type {PackedActions} */ (json(wasm.rules_legal(handle, ply, seat)));
    return actions.map(([code, notation, from, to, label, direction, drawn]) => {
      const piece = unpacked(from);
      const target = unpacked(to);
      const marks = drawn ?? (piece && target ? [{ kind: "move", from: piece, to: target }] : []);
      return { code, text: notation, piece, target, label: label === null ? null : labels[label], direction, marks };
    });
  }

  /** @param {Viewer | undefined} viewer */
  const numberOf = (viewer) => viewer ?? everybody;

  /**
   * Encodes texts for the module, separated by zero bytes.
   * @param {...({ toString(): string } | null | undefined)} parts
   */
  const texts = (...parts) => encoder.encode(parts.map((part) => part ?? "").join("\0"));

  /**
   * @param {Opening} opening
   * @returns {Uint8Array}
   */
  function described({ game, rules = "", limits = "", start: position, luck }) {
    return texts(game, rules, limits, position, luck);
  }

  /**
   * A match at any of its plies.
   * @param {number} handle
   * @param {string} game
   * @returns {Session}
   */
  function session(handle, game) {
    return {
      game,
      get plies() {
        return json(wasm.rules_plies(handle));
      },
      overview: (viewer) => json(wasm.rules_overview(handle, numberOf(viewer))),
      frame(ply, viewer, flipped = false) {
        const frame = json(wasm.rules_frame(handle, ply, numberOf(viewer)));
        const { ground, cells, ...drawing } = frame.drawing;
        frame.drawing = { ...drawing, cells: cells.map((/** @type {number} */ kind) => ground[kind]) };
        /** @type {string | undefined} */
        let drawn;
        const get = () => (drawn ??= text(wasm.rules_svg(handle, ply, numberOf(viewer), Number(flipped))));
        return Object.defineProperty(frame, "svg", { get, enumerable: true });
      },
      legal: (ply, seat) => legal(handle, ply, seat),
      view: (ply, seat) => ({
        bytes: bytes(wasm.rules_view(handle, ply, seat)),
        fields: json(wasm.rules_fields(handle, ply, seat)),
      }),
      format: (ply, seat, code) => text(wasm.rules_format(handle, ply, seat, BigInt(code))),
      parse(ply, seat, notation) {
        request(encoder.encode(notation));
        return json(wasm.rules_parse(handle, ply, seat));
      },
      log(seat, written, marks) {
        const places = new DataView(new ArrayBuffer(8 * marks.length));
        marks.forEach(({ ply, offset }, index) => {
          places.setUint32(8 * index, ply, true);
          places.setUint32(8 * index + 4, offset, true);
        });
        request(new Uint8Array(places.buffer), written);
        /** @type {LogPart[]} */
        const parts = json(wasm.rules_log(handle, seat, places.byteLength));
        for (const { annotation } of parts.flatMap((part) => part.lines)) {
          if (annotation?.kind === "eval") annotation.value = Number(annotation.value);
        }
        return parts;
      },
      mistakes(seat, outcome, comments) {
        request(texts(outcome, ...comments));
        return json(wasm.rules_mistakes(handle, seat));
      },
      transcript: () => bytes(wasm.rules_transcript(handle)),
      branch(ply, limits = "") {
        request(encoder.encode(limits));
        return live(checked(wasm.rules_open_branch(handle, ply)), game);
      },
      free: () => void checked(wasm.rules_close(handle)),
    };
  }

  /**
   * A match in progress.
   * @param {number} handle
   * @param {string} game
   * @returns {Live}
   */
  function live(handle, game) {
    const all = session(handle, game);
    return {
      session: all,
      game,
      get plies() {
        return all.plies;
      },
      waiting: () => json(wasm.rules_waiting(handle)),
      ask: (seat) => ({
        ...json(wasm.rules_ask(handle, seat)),
        view: bytes(wasm.rules_view(handle, all.plies, seat)),
      }),
      legalCodes: (seat) => bytes(wasm.rules_legal_codes(handle, all.plies, seat)),
      history: (seat) => bytes(wasm.rules_history(handle, seat)),
      standing: () => bytes(wasm.rules_standing(handle)),
      answer(seat, { code, fault, detail }, { offer, spent = 0 } = {}) {
        request(texts(Math.round(spent), offer, code, fault, detail));
        checked(wasm.rules_answer(handle, seat));
      },
      legal: (seat) => all.legal(all.plies, seat),
      frame: (viewer, flipped) => all.frame(all.plies, viewer, flipped),
      overview: all.overview,
      format: (seat, code) => all.format(all.plies, seat, code),
      parse: (seat, notation) => all.parse(all.plies, seat, notation),
      undo: () => void checked(wasm.rules_undo(handle)),
      verdict: () => json(wasm.rules_verdict(handle)),
      transcript: all.transcript,
      free: all.free,
    };
  }

  /**
   * @param {Uint8Array} columns
   * @returns {Archive}
   */
  function archive(columns) {
    request(columns);
    const handle = checked(wasm.rules_open_archive());
    return {
      count: json(wasm.rules_count(handle)),
      find(key) {
        request(encoder.encode(key));
        return json(wasm.rules_find(handle));
      },
      row: (index) => json(wasm.rules_row(handle, index)),
      open(index, opening) {
        request(described(opening));
        return session(checked(wasm.rules_open_row(handle, index)), opening.game);
      },
      free: () => void checked(wasm.rules_close(handle)),
    };
  }

  return {
    archive,
    games: () => json(wasm.rules_games()),
    hash(bytesOfModule) {
      request(bytesOfModule);
      return text(wasm.rules_hash());
    },
    openGame({ hash, compiled: { rules: form } }, number) {
      request(encoder.encode(hash));
      return text(wasm.rules_open_game(form === "lines" ? 1 : 0, number));
    },
    place(key, firsts) {
      request(texts(key, ...firsts));
      return json(wasm.rules_place());
    },
    key: (stage, round, pairing, game) => text(wasm.rules_key(stage, round, pairing, game)),
    returnGame(key) {
      request(encoder.encode(key));
      return json(wasm.rules_return_game());
    },
    faults(winner, names) {
      request(texts(...names));
      return json(wasm.rules_faults(winner ?? noWinner));
    },
    limits(given) {
      request(encoder.encode(given));
      return json(wasm.rules_limits());
    },
    open(recorded) {
      const opening = described(recorded);
      request(opening, recorded.transcript);
      return session(checked(wasm.rules_open_recorded(opening.length)), recorded.game);
    },
    live(opening) {
      request(described(opening));
      return live(checked(wasm.rules_open_live()), opening.game);
    },
  };
}
