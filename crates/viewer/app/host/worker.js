/** A worker that compiles a module, plays one seat of a match, or calls the rules of a game from a file. */

import * as packed from "../common/packed.js";
import * as engine from "../engine.js";
import * as validation from "./validation.js";
import * as botGame from "./game.js";
import * as botModule from "./module.js";
import * as botPlayer from "./player.js";
import * as botRules from "./rules.js";
import * as botSurvey from "./survey.js";

/** Number of bytes compiled between two reports of progress. */
const chunk = 256 << 10;
/** Number of a call's offers that are reported at once, and interval between later ones in milliseconds. */
const [offersAtOnce, offerInterval] = [256, 10];

/** @type {{ ask(question: BotQuestion): BotAnswer, close(): BotClosing } | null} */
let player = null;
let drawn = () => 0;
/** @type {((asked: Survey) => void) | null} */
let survey = null;
let offers = 0;
let offered = 0;

/** @param {BotReport} report */
const post = (report) => self.postMessage(report);

/**
 * Streams the module's bytes to the compiler in chunks, and reports its progress.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
const stream = (bytes) => {
  let done = 0;
  return new ReadableStream({
    pull(controller) {
      post({ compiled: done / bytes.length });
      if (done === bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(done, done + chunk));
      done = Math.min(bytes.length, done + chunk);
    },
  });
};

/**
 * Checks and compiles a module, and hands it on; a refusal is posted.
 * @param {Uint8Array} bytes
 * @param {number} memory
 * @param {(admitted: BotModule) => void} take
 */
const compile = async (bytes, memory, take) => {
  const admission = botModule.admit(bytes, memory);
  if (admission.bytes === null) return post({ refused: admission.objections });
  const headers = { "Content-Type": "application/wasm" };
  try {
    const module = await WebAssembly.compileStreaming(new Response(stream(admission.bytes), { headers }));
    return take({ ...admission.facts, module });
  } catch (error) {
    return post({ refused: [validation.invalid(error)] });
  }
};

/** @param {{ bytes: Uint8Array, memory: number }} order */
const admit = ({ bytes, memory }) => compile(bytes, memory, (admitted) => post({ admitted, hash: null }));

/** @param {{ rules: WebAssembly.Module, packed: string, memory: number }} order */
const load = async ({ rules, packed: text, memory }) => {
  const bytes = new Uint8Array(await packed.unpack(text));
  const hash = engine.of(botGame.engine(rules, botGame.none)).hash(bytes);
  await compile(bytes, memory, (admitted) => post({ admitted, hash }));
};

/** @param {BotNote} note */
const tell = (note) => {
  if ("offer" in note) {
    offers += 1;
    if (offers > offersAtOnce && performance.now() - offered < offerInterval) return;
    offered = performance.now();
  }
  post({ note });
};

/** @param {BotSeating} seating */
const open = ({ bot, rules: module, game, key, skipped, settings, limits }) => {
  const rules = botRules.open(module, key, bot.makesPositions, skipped, game);
  drawn = rules.count;
  player = botPlayer.open(bot, { rules, settings, limits, now: () => performance.now(), tell });
};

/** @param {BotQuestion} question */
const ask = (question) => {
  if (player === null) throw new Error("the bot has not started");
  offers = 0;
  post({ answer: player.ask(question), drawn: drawn() });
};

/** @param {BotOrder} order */
const obey = (order) => {
  if ("admit" in order) return admit(order.admit);
  if ("load" in order) return load(order.load);
  if ("open" in order) return open(order.open);
  if ("survey" in order) return survey?.(order.survey);
  if ("game" in order) {
    const { rules, game } = order.game;
    survey = botSurvey.open(rules, game, (learned, share) => post({ learned, share }));
    return undefined;
  }
  return ask(order.ask);
};

/** Handles the page's orders. */
export const serve = () => {
  self.onmessage = async ({ data }) => {
    try {
      await obey(data);
    } catch (error) {
      post({ broken: error instanceof Error ? error.message : String(error) });
    }
  };
};
