/* Three cards lie in a deck. Both players put one chip into the pot and, at the same time, lay none to two chips under a
cup. Each gets a card that the other does not see, and chance decides who begins. A player bets or stays; to stay against a
bet is to fold. The higher card, or the player who is left, wins the pot and what is under the cups. */
import { action, BOTH, chance, circle, draw, label, line, metric, option, rect, u8, u16, win } from "./muster_rules.mjs";

export const title = "Kuhn Poker with Cups", seats = ["Ann", "Bob"], maxPlies = 8;
export const options = [
  option("stake", "Chips of a bet.", { min: 1, max: 3, default: 1 }),
  option("open", "Cards are shown after a fold, too.", { flag: false }),
];
export const lay = action({
  notation: "+{chips}", parts: { chips: [0, 2, "Chips."] }, secret: true, about: "Lays chips under the cup.",
});
export const stay = action({ notation: "stay", about: "Adds nothing; folds against a bet." });
export const bet = action({ notation: "bet", about: "Bets, or calls a bet." });
export const metrics = [metric("won", "Chips won in the end, below 0 if lost.")];
export const view = {
  pot: u16(1, "Chips in the pot."),
  card: u8(1, "Your card: 1 jack, 2 queen, 3 king, 0 none."),
  cup: u8(1, "Chips under your cup and one more; 0 before."),
  chips: u8(2, "By seat: chips in the pot."),
  shown: u8(2, "By seat: the card that is shown, or 0."),
  stake: u8(1, "Rule option."),
  next: u8(1, "The seat to act."),
};

// Steps of a game.
const CUPS = 0, SHUFFLE = 1, DEAL = 2, DEAL_OTHER = 3, BEGIN = 4, BET = 5, OVER = 6;

export const start = ({ stake, open }) => ({
  step: CUPS, next: 0, moves: 0, winner: 0, folded: 0, stake, open: Number(open),
  chips: [1, 1], shown: [0, 0], cups: [0, 0],
  own: [{ card: 0, cup: 0 }, { card: 0, cup: 0 }], hidden: { deck: [0, 0, 0] },
});

export function turn({ step, next, winner, folded }) {
  if (step === CUPS) return BOTH;
  if (step === SHUFFLE) return chance(6, { to: null });
  if (step === DEAL) return chance(3, { to: next });
  if (step === DEAL_OTHER) return chance(2, { to: 1 - next });
  if (step === BEGIN) return chance(2);
  return step === BET ? next : win(winner - 1, folded ? "the other folded" : "the higher card");
}

export const legal = ({ step }) => (step === CUPS ? [0, 1, 2].map((chips) => lay(chips)) : [stay(), bet()]);

export function apply(state, moves) {
  const { step, next, own, hidden: { deck } } = state, out = moves.chance;
  if (step === CUPS) moves.forEach((move, seat) => { own[seat].cup = move.chips + 1; });
  else if (step === SHUFFLE) {
    const cards = [1, 2, 3];
    state.hidden.deck = [...cards.splice(Math.floor(out / 2), 1), ...cards.splice(out % 2, 1), ...cards];
  } else if (step === DEAL || step === DEAL_OTHER) {
    [own[step === DEAL ? next : 1 - next].card] = deck.splice(out, 1);
    deck.push(0);
  } else if (step === BEGIN) state.next = out;
  else return decide(state, moves[next].kind === "bet");
  state.step++;
  return state;
}

function decide(state, bets) {
  const { next, chips, own } = state, other = 1 - next, faces = chips[other] > chips[next];
  if (bets) chips[next] = 1 + state.stake;
  state.next = other;
  if (++state.moves === 1 || bets > faces) return state;
  state.folded = Number(faces && !bets);
  state.winner = 1 + (state.folded ? other : Number(own[1].card > own[0].card));
  if (state.open || !state.folded) state.shown = own.map(({ card }) => card);
  state.cups = own.map(({ cup }) => cup);
  state.step = OVER;
  return state;
}

export function measure({ step, winner, chips, cups }, seat) {
  if (step !== OVER) return [0];
  const loser = 2 - winner, loss = chips[loser] + cups[loser] - 1;
  return [seat === loser ? -loss : loss];
}

export const score = ({ chips: [ann, bob] }) => (ann === bob ? draw() : win(Number(bob > ann)));

export const show = ({ own, chips, shown, stake, next }, seat) =>
  ({ pot: chips[0] + chips[1], ...own[seat], chips, shown, stake, next });

export function events({ step, next }, moves) {
  const known = [0, 1].filter((seat) => moves[seat]);
  if (step === CUPS) return known.map((seat) => `${seats[seat]} lays ${moves[seat].chips} under the cup`);
  if (step === SHUFFLE) return ["the deck is shuffled"];
  if (step === BEGIN) return [`${seats[moves.chance]} begins`];
  if (step === BET) return [`${seats[next]} ${moves[next].kind}s`];
  return [`${seats[step === DEAL ? next : 1 - next]} gets a card`];
}

export function scene({ step, own, chips, shown, cups }) {
  const shapes = [line("table", 10, 130, 200, 130, { name: "the \"table\"" })];
  for (const seat of [0, 1]) {
    const top = 20 + 130 * seat, hand = own[seat] ?? { card: 0, cup: 0 };
    const card = shown[seat] || hand.card, cup = cups[seat] || hand.cup;
    shapes.push(rect(`card${seat}`, 20, top, 60, 84, "?JQK"[card], { seat, name: `${seats[seat]}'s card` }));
    shapes.push(circle(`cup${seat}`, 120, top + 42, 20, cup ? `${cup - 1}` : "?", { seat }));
    shapes.push(label(`chips${seat}`, 180, top + 42, `${chips[seat]}`));
  }
  const button = (id, x, text, move) => shapes.push(label(id, x, 260, text, { action: move }));
  if (step === CUPS) [0, 1, 2].forEach((chips) => button(`lay${chips}`, 40 + 40 * chips, `+${chips}`, lay(chips)));
  if (step === BET) [stay(), bet()].forEach((move, at) => button(move.kind, 40 + 80 * at, move.kind, move));
  return shapes;
}

/** Twenty digits: the public state, the hands, the deck. */
export function text({ step, next, moves, winner, folded, stake, open, chips, shown, cups, own, hidden: { deck } }) {
  const hands = own.flatMap(({ card, cup }) => [card, cup]);
  return [step, next, moves, winner, folded, stake, open, ...chips, ...shown, ...cups, ...hands, ...deck].join("");
}

export function read(text) {
  if (!/^[0-9]{20}$/.test(text)) throw new RangeError("a text has twenty digits");
  const [step, next, moves, winner, folded, stake, open, ...rest] = Array.from(text, Number);
  const pair = () => rest.splice(0, 2), hand = () => ({ card: rest.shift(), cup: rest.shift() });
  return {
    step, next, moves, winner, folded, stake, open, chips: pair(), shown: pair(), cups: pair(),
    own: [hand(), hand()], hidden: { deck: rest },
  };
}

export function mirror(state) {
  for (const list of [state.chips, state.shown, state.cups, state.own]) list.reverse();
  return { ...state, next: 1 - state.next, winner: state.winner && 3 - state.winner };
}

export function imagine(seen, seat, dice) {
  const { step, next, shown, cups } = seen, other = 1 - seat;
  const cards = dice.shuffle([1, 2, 3].filter((card) => card !== seen.own[seat].card && card !== shown[other]));
  const hasCard = step > DEAL_OTHER || (step === DEAL_OTHER && seat !== next);
  seen.own[other] = {
    card: shown[other] || (hasCard ? cards.pop() : 0),
    cup: step === CUPS ? 0 : cups[other] || 1 + dice.below(3),
  };
  return { ...seen, hidden: { deck: [...(step < DEAL ? [] : cards), 0, 0, 0].slice(0, 3) } };
}
