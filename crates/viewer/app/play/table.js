/** A match on the page: people and bots at its seats, judged by the referee. */

import * as words from "../common/words.js";
import * as game from "../game.js";
import * as bots from "../host/bots.js";

/** Offset of the flags in a view, and the flag for an instance that starts in the middle of a match. */
const [flagsAt, restartedFlag] = [10, 1];
const ticksOfMillisecond = 1e7;
/** @type {Seat[]} */
const seats = [0, 1];

/**
 * The question to a seat's bot.
 * @param {Live} live
 * @param {Seat} seat
 * @param {boolean} fresh `true` if the bot starts in the middle of the match
 * @param {BotModule} module
 * @returns {BotQuestion}
 */
export function question(live, seat, fresh, { needsMatch, makesPositions }) {
  const { view, limit, gameLeft, restarted } = live.ask(seat);
  if (fresh) view[flagsAt] = (view[flagsAt] ?? 0) | restartedFlag;
  const legal = needsMatch ? live.legalCodes(seat) : null;
  const history = needsMatch ? live.history(seat) : null;
  const standing = makesPositions ? live.standing() : null;
  return { ply: live.plies, view, limit, gameLeft, restarted: restarted || fresh, legal, history, standing };
}

/**
 * A bot's answer for the referee. Time is real here and bots are not tuned for this machine, so an answer counts
 * however long it took. Only a call that was stopped is a timeout.
 * @param {Seat} seat
 * @param {BotAnswer} answer
 * @param {number} limit
 * @returns {SeatAnswer}
 */
function judged(seat, { code, failure, offer, spent }, limit) {
  const used = { offer: offer ?? undefined, spent: Math.max(0, Math.min(spent, limit - 1)) };
  if (code !== null) return [seat, { code }, used];
  const { fault, detail } = failure ?? { fault: "other", detail: "" };
  return [seat, { fault, detail }, { ...used, spent: fault === "timeout" ? limit : used.spent }];
}

/**
 * @param {Rules} rules
 * @param {WebAssembly.Module} rulesCode
 * @param {Plan} plan
 * @param {TableListener} listener
 * @returns {Table}
 */
export function open(rules, rulesCode, plan, listener) {
  const { opening, sitters, record } = plan;
  const live = record ? record.session.branch(record.ply) : rules.live(opening);
  const floor = live.plies;
  const gameRules = game.module(opening.game);
  const limits = rules.limits(opening.limits ?? "");
  /** @type {[SeatedBot | null, SeatedBot | null]} */
  const seated = [null, null];
  /** The ply at which each seat's bot was first asked on this page. @type {[number, number]} */
  const firstAsked = [Infinity, Infinity];
  /** `true` for a seat whose bot starts in the middle of the match. @type {[boolean, boolean]} */
  const fresh = [false, false];
  /** @type {[Map<number, number>, Map<number, number>]} */
  const times = [new Map(), new Map()];
  /** @type {Set<Seat>} */
  const thinking = new Set();
  /** Increases whenever the answers of pending calls become void. */
  let era = 0;

  /**
   * @param {BotModule} bot
   * @param {{ settings: string, key: Uint8Array }} sitter
   */
  const seat = (bot, { settings, key }) =>
    bots.seat({ bot, rules: rulesCode, game: bot.makesPositions ? gameRules : null, key, settings, limits });

  /** The answers to the ply in progress. @type {SeatAnswer[]} */
  let given = [];
  /** The last answer that is to be played. */
  let pending = Promise.resolve();

  /** Passes an answer to the referee, after the earlier ones. @param {SeatAnswer} answer */
  function answered(answer) {
    if (gameRules === null) return take(answer);
    const mine = era;
    const next = async () => {
      const answers = [...given, answer];
      if (mine === era) await game.survey(opening, { transcript: live.transcript(), answers });
      if (mine === era) take(answer);
    };
    pending = pending.then(next, next);
    return pending;
  }

  /** @param {SeatAnswer} answer */
  function take(answer) {
    thinking.delete(answer[0]);
    if (!live.waiting().includes(answer[0])) return;
    const { plies } = live;
    live.answer(...answer);
    given = live.plies === plies ? [...given, answer] : [];
    step();
  }

  /** @param {KnownBot} bot */
  async function moduleOf(bot) {
    let isTold = false;
    const module = await bot.module((share) => {
      isTold = true;
      listener.onNote(`Compiling ${bot.name}: ${Math.round(share * 100)} %`);
    });
    if (isTold) listener.onNote("");
    return module;
  }

  /**
   * Repeats all questions of the match so far, which restores the bot's memory and dice. Returns `true` if the bot
   * answered as before.
   * @param {Seat} at
   * @param {SeatedBot} player
   * @param {KnownBot} bot
   * @param {BotModule} module
   */
  async function catchUp(at, player, bot, module) {
    const { plies } = live.overview();
    let calls = 0;
    for (const { ply, actions } of plies) {
      const played = actions.find((action) => action.seat === at);
      if (!played) continue;
      calls += 1;
      listener.onNote(`${bot.name} plays its earlier moves again: ply ${ply + 1} of ${plies.length}.`);
      const again = live.session.branch(ply);
      const { code, offer } = await player.ask(question(again, at, false, module)).finally(() => again.free());
      if (code === BigInt(played.code) || offer === BigInt(played.code)) continue;
      const own = code === null ? "does not answer" : `plays ${live.session.format(ply, at, code)}`;
      listener.onNote(
        `${bot.name} ${own} instead of ${played.text} at ply ${ply + 1}, so it is a different bot, or it thinks ` +
          "with other dice or another clock. It starts afresh from here, and receives the history of the match.",
      );
      return false;
    }
    if (calls > 0) listener.onNote(`${bot.name} plays as it did in the record, and goes on from there.`);
    return true;
  }

  /** The bot at a seat, with its memory of the match if it can be restored. @param {Seat} at @param {Sitter} sitter */
  async function playerAt(at, sitter) {
    if (sitter.kind === "person") throw new Error("only bots can be asked");
    const module = await moduleOf(sitter.bot);
    const found = seated[at];
    if (found) return { player: found, module };
    const isFirst = firstAsked[at] === Infinity;
    firstAsked[at] = Math.min(firstAsked[at], live.plies);
    const begun = seat(module, sitter);
    seated[at] = begun;
    fresh[at] = !isFirst || (record !== null && !(await catchUp(at, begun, sitter.bot, module)));
    if (!isFirst || !fresh[at]) return { player: begun, module };
    begun.close();
    const player = seat(module, sitter);
    seated[at] = player;
    return { player, module };
  }

  /** @param {Seat} at */
  async function think(at) {
    const mine = era;
    const ply = live.plies;
    thinking.add(at);
    listener.onChange();
    try {
      const { player, module } = await playerAt(at, sitters[at]);
      if (mine !== era) return;
      const asked = question(live, at, fresh[at], module);
      const answer = await player.ask(asked);
      if (mine !== era) return;
      fresh[at] = false;
      times[at].set(ply, answer.spent / ticksOfMillisecond);
      await answered(judged(at, answer, asked.limit));
    } catch (error) {
      if (mine !== era) return;
      thinking.delete(at);
      listener.onNote(words.reason(error));
      listener.onChange();
    }
  }

  /** Asks the bots whose turn it is. */
  function step() {
    for (const at of live.waiting()) {
      if (sitters[at].kind === "bot" && !thinking.has(at)) void think(at);
    }
    listener.onChange();
  }

  /** Stops all bots. They start afresh when they are asked again. */
  function interrupt() {
    era += 1;
    given = [];
    thinking.clear();
    for (const at of seats) {
      seated[at]?.close();
      seated[at] = null;
    }
  }

  const persons = () => live.waiting().filter((at) => sitters[at].kind === "person");

  /** Goes back to a person's last decision. */
  function undo() {
    interrupt();
    const before = live.plies;
    const { phase } = live.frame(null);
    const acted = "act" in phase ? phase.act.filter((at) => !live.waiting().includes(at)) : [];
    const isHalf = acted.some((at) => sitters[at].kind === "person");
    const isBack = () => persons().length > 0 && (isHalf || live.plies < before);
    do live.undo();
    while (live.plies > floor && !isBack());
    for (const at of seats) if (live.plies <= firstAsked[at]) firstAsked[at] = Infinity;
    step();
  }

  /** @param {Seat} at @param {KnownBot} bot */
  async function hint(at, bot) {
    const module = await moduleOf(bot);
    const player = seat(module, { settings: "", key: bots.newKey() });
    const { code } = await player.ask(question(live, at, live.plies > 0, module));
    player.close();
    return live.legal(at).find((action) => BigInt(action.code) === code) ?? null;
  }

  /** @param {Seat} at @param {number} ply */
  function logged(at, ply) {
    const decoder = new TextDecoder();
    const pieces = seated[at]?.logged(ply) ?? [];
    return pieces.map(({ bytes }) => decoder.decode(bytes, { stream: true })).join("") + decoder.decode();
  }

  queueMicrotask(step);
  return {
    live,
    sitters,
    floor,
    persons,
    thinking: () => [...thinking],
    play(at, code) {
      const played = answered([at, { code }, { spent: 0 }]);
      played?.catch((error) => {
        listener.onNote(words.reason(error));
        listener.onChange();
      });
    },
    undo,
    hint,
    logged,
    took: (at, ply) => times[at].get(ply),
    close() {
      interrupt();
      live.free();
    },
  };
}
