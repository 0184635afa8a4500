/** The page's side of bots. Each bot plays in its own worker, which is terminated if it takes too long. */

/** Maximum duration of a call in milliseconds. */
export const patience = 10_000;
const ticksOfMillisecond = 1e7;

/** The rejection of a module, with the reasons. */
export class Refusal extends Error {
  /** @param {Objection[]} objections */
  constructor(objections) {
    super(objections.map(({ message }) => message).join("; "));
    this.objections = objections;
  }
}

/** @type {string | undefined} */
let address;

function worker() {
  address ??= URL.createObjectURL(new Blob([`(${muster})()`], { type: "text/javascript" }));
  return new Worker(address);
}

/**
 * Checks and compiles a module.
 * @param {Uint8Array} bytes
 * @param {number} memory maximum memory of the module in bytes
 * @param {(share: number) => void} onProgress called with the share that is compiled
 * @returns {Promise<BotModule>} rejects with a {@link Refusal}
 */
export async function admit(bytes, memory, onProgress) {
  const compiler = worker();
  const compiled = compile(compiler, { admit: { bytes, memory } }, onProgress).finally(() => compiler.terminate());
  return (await compiled).admitted;
}

/**
 * Lets a worker check and compile a module.
 * @param {Worker} compiler
 * @param {BotOrder} order
 * @param {(share: number) => void} onProgress
 * @returns {Promise<Extract<BotReport, { admitted: BotModule }>>}
 */
function compile(compiler, order, onProgress) {
  return new Promise((resolve, reject) => {
    compiler.onerror = (event) => reject(new Error(event.message));
    compiler.onmessage = ({ data }) => {
      /** @type {BotReport} */
      const report = data;
      if ("compiled" in report) onProgress(report.compiled);
      else if ("admitted" in report) resolve(report);
      else if ("refused" in report) reject(new Refusal(report.refused));
      else if ("broken" in report) reject(new Error(report.broken));
    };
    compiler.postMessage(order);
  });
}

/** The rules stopped answering. */
const endless = `the rules of this game did not answer within ${patience / 1000} s, and were stopped`;

/**
 * A worker that compiles and calls the rules of a game from a file. It is terminated when they take too long, and
 * started anew.
 * @param {(learned: Learned) => void} learn
 */
export function surveyor(learn) {
  /** @type {Worker | null} */
  let running = worker();
  /** @type {{ rules: WebAssembly.Module, game: GameModule } | null} */
  let opened = null;
  /** @type {Promise<void>} */
  let last = Promise.resolve();

  /**
   * @param {Worker} asked
   * @param {BotOrder} order
   * @param {(share: number) => void} onProgress
   * @returns {Promise<void>}
   */
  function ask(asked, order, onProgress) {
    return new Promise((resolve, reject) => {
      /** @param {string} reason */
      const fail = (reason) => {
        window.clearTimeout(timer);
        asked.terminate();
        running = null;
        reject(new Error(reason));
      };
      const wait = () => window.setTimeout(() => fail(endless), patience);
      let timer = wait();
      asked.onerror = (event) => fail(event.message);
      asked.onmessage = ({ data }) => {
        /** @type {BotReport} */
        const report = data;
        if ("broken" in report) fail(report.broken);
        if (!("learned" in report)) return;
        window.clearTimeout(timer);
        learn(report.learned);
        onProgress(report.share);
        if (report.share === 1) resolve();
        else timer = wait();
      };
      asked.postMessage(order);
    });
  }

  /**
   * Compiles and starts the rules.
   * @param {WebAssembly.Module} rules the engine
   * @param {string} packed
   * @param {number} memory maximum memory of the rules in bytes
   * @param {(share: number) => void} onProgress called with the share that is compiled
   * @returns {Promise<GameModule>} rejects with a {@link Refusal}
   */
  async function open(rules, packed, memory, onProgress) {
    const begun = (running ??= worker());
    const { admitted, hash } = await compile(begun, { load: { rules, packed, memory } }, onProgress);
    const game = { hash: hash ?? "", compiled: admitted };
    opened = { rules, game };
    await ask(begun, { game: opened }, () => {});
    return game;
  }

  /** One survey after another. @param {Survey} asked @param {(share: number) => void} onProgress */
  function survey(asked, onProgress) {
    const next = async () => {
      if (running === null && opened) await ask((running = worker()), { game: opened }, () => {});
      if (running) await ask(running, { survey: asked }, onProgress);
    };
    last = last.then(next, next);
    return last;
  }

  return { open, survey };
}

/** A new random key for a bot's dice. */
export function newKey() {
  return crypto.getRandomValues(new Uint8Array(32));
}

/**
 * A bot at a seat. Its worker starts when the bot is asked, and ends when a call is stopped.
 * @param {Omit<BotSeating, "skipped">} seating
 * @returns {SeatedBot}
 */
export function seat(seating) {
  /** @type {Worker | null} */
  let running = null;
  let drawn = 0;
  /** The beginning of the log; `ends` has the end of each ply's log beyond it. @type {Logged[]} */
  const log = [];
  /** @type {Logged[]} */
  const ends = [];
  /** Rejects the pending call. @type {(error: Error) => void} */
  let abandon = () => {};

  function started() {
    if (running !== null) return running;
    running = worker();
    const logged = log.reduce((sum, piece) => sum + piece.bytes.length, 0);
    const limits = { ...seating.limits, log: Math.max(0, seating.limits.log - logged) };
    running.postMessage({ open: { ...seating, limits, skipped: drawn } });
    return running;
  }

  function stop() {
    running?.terminate();
    running = null;
  }

  /**
   * @param {BotQuestion} question
   * @returns {Promise<BotAnswer>}
   */
  function ask(question) {
    const asked = started();
    /** @type {bigint | null} */
    let offer = null;
    /** A script's account of running out of time, logged only if that happens. @type {Logged[]} */
    const late = [];
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(() => {
        stop();
        ends.push(...late);
        const detail = `the call was stopped after ${patience / 1000} s of real time`;
        const failure = { fault: "timeout", detail, backtrace: [] };
        resolve({ code: null, failure, offer, spent: patience * ticksOfMillisecond });
      }, patience);
      abandon = (error) => {
        window.clearTimeout(timer);
        stop();
        reject(error);
      };
      asked.onerror = (event) => abandon(new Error(event.message));
      asked.onmessage = ({ data }) => {
        /** @type {BotReport} */
        const report = data;
        if ("note" in report) {
          if ("offer" in report.note) offer = report.note.offer;
          else if ("late" in report.note) late.push(report.note.late);
          else if ("end" in report.note) ends.push(report.note.end);
          else log.push(report.note.log);
        } else if ("answer" in report) {
          window.clearTimeout(timer);
          drawn = report.drawn;
          resolve(report.answer);
        } else if ("broken" in report) {
          abandon(new Error(report.broken));
        }
      };
      asked.postMessage({ ask: question });
    });
  }

  /** Ends the bot and its pending call. */
  function close() {
    abandon(new Error("the bot was stopped"));
    stop();
  }

  /** The log of one ply, or of all plies. @param {number} [ply] */
  function logged(ply) {
    return [...log, ...ends].filter((piece) => ply === undefined || piece.ply === ply);
  }

  return { ask, close, logged };
}
