/* A deck has two jacks, two queens and two kings. Both players put one chip into the pot and get a card that the other
does not see. In a first round of betting a bet adds two chips, in the second four; each round has at most two bets.
Between the rounds one card of the deck is turned up for both. At the end a pair with that card wins, otherwise the
higher card; equal cards share the pot. A player who folds loses the chips it has put in. */

import { action, chance, draw, metric, u8, win } from "./muster_rules.mjs";

export const title = "Leduc Poker";
export const seats = ["Dealer", "Guest"];
export const maxPlies = 10;

export const fold = action({ notation: "fold", about: "Gives up the pot." });
export const call = action({ notation: "call", about: "Matches the other's chips; with equal chips, a check." });
export const bet = action({ notation: "bet", about: "Matches the other's chips and adds two, or four in round 2." });
export const metrics = [metric("chips", "Chips won in the end, below 0 if lost.")];
export const view = {
  card: u8(1, "Your card: 1 jack, 2 queen, 3 king."),
  turned: u8(1, "The card for both: 1 jack, 2 queen, 3 king, 0 before it is turned up."),
  chips: u8(2, "By seat: chips in the pot."),
  round: u8(1, "The round of betting, 1 or 2."),
  bets: u8(1, "Bets in this round, 0 to 2."),
};

type Seat = 0 | 1;
type State = {
  own: [Hand, Hand];
  hidden: { deck: number[] };
  step: "shuffle" | "deal" | "bet" | "over";
  next: Seat;
  turned: number; // A card, or -1.
  shown: number[]; // Both hands at the showdown.
  winner: number; // A seat, or -1.
  folded: boolean;
  chips: [number, number];
  round: number;
  bets: number;
  calls: number;
};
type Hand = { card: number }; // 0 to 5, two of each rank; -1 before the deal.
type Move = { kind: "fold" | "call" | "bet" };
type Moves = { [seat: number]: Move; chance?: number };

const rank = (card: number): number => 1 + (card >> 1);

export const start = (): State => ({
  own: [{ card: -1 }, { card: -1 }],
  hidden: { deck: [] },
  step: "shuffle",
  next: 0,
  turned: -1,
  shown: [],
  winner: -1,
  folded: false,
  chips: [1, 1],
  round: 1,
  bets: 0,
  calls: 0,
});

/** Nobody may know how the deck is shuffled. To deal from it is a ply of its own, without any choice. */
export function turn({ step, next, winner, folded }: State) {
  if (step === "shuffle") return chance(120, { to: null });
  if (step === "deal") return chance(1);
  if (step === "bet") return next;
  if (winner < 0) return draw("equal cards");
  return win(winner, folded ? "the other folded" : "the better hand");
}

export function legal({ chips, next, bets }: State, seat: Seat) {
  const moves = chips[1 - seat] > chips[seat] ? [fold()] : [];
  moves.push(call());
  if (bets < 2) moves.push(bet());
  return moves;
}

export function apply(state: State, moves: Moves): State {
  if (state.step === "shuffle") return shuffle(state, moves.chance!);
  if (state.step === "deal") {
    for (const hand of state.own) hand.card = state.hidden.deck.shift()!;
    return Object.assign(state, { step: "bet" });
  }
  const seat = state.next;
  const other = (1 - seat) as Seat;
  const { kind } = moves[seat];
  if (kind === "fold") return Object.assign(state, { step: "over", winner: other, folded: true });
  state.chips[seat] = state.chips[other];
  state.next = other;
  if (kind === "bet") {
    state.chips[seat] += 2 * state.round;
    state.bets++;
    state.calls = 0;
    return state;
  }
  state.calls++;
  const isClosed = state.calls === (state.bets > 0 ? 1 : 2);
  if (isClosed && state.round === 2) showdown(state);
  else if (isClosed) Object.assign(state, { turned: state.hidden.deck.shift(), round: 2, next: 0, bets: 0, calls: 0 });
  return state;
}

/** Takes the first three cards of the deck, which are all that are needed: 6 * 5 * 4 ways. */
function shuffle(state: State, way: number): State {
  const cards = [0, 1, 2, 3, 4, 5];
  const places = [Math.floor(way / 20), Math.floor(way / 4) % 5, way % 4];
  state.hidden.deck = places.flatMap((place) => cards.splice(place, 1));
  return Object.assign(state, { step: "deal" });
}

function showdown(state: State): void {
  state.shown = state.own.map(({ card }) => card);
  const worth = state.shown.map((card) => (rank(card) === rank(state.turned) ? 10 : rank(card)));
  state.winner = worth[0] === worth[1] ? -1 : +(worth[1] > worth[0]);
  state.step = "over";
}

export function measure({ step, winner, chips }: State, seat: Seat): number[] {
  if (step !== "over" || winner < 0) return [0];
  return [winner === seat ? chips[1 - seat] : -chips[seat]];
}

export const show = ({ own, turned, chips, round, bets }: State, seat: Seat) => ({
  card: own[seat].card < 0 ? 0 : rank(own[seat].card),
  turned: turned < 0 ? 0 : rank(turned),
  chips,
  round,
  bets,
});

export function events({ step, next }: State, moves: Moves): string[] {
  if (step === "shuffle") return ["the deck is shuffled"];
  if (step === "deal") return ["both players get a card"];
  return [`${seats[next]} ${{ fold: "folds", call: "calls", bet: "bets" }[moves[next].kind]}`];
}

const NAMES = ["", "a jack", "a queen", "a king"];

export function scene({ own, shown, turned, chips, step }: State) {
  const card = (id: string, x: number, y: number, value: number, name: string) => ({
    id,
    rect: [x, y, 60, 84],
    text: value < 0 ? "?" : " JQK"[rank(value)],
    name: `${name}: ${value < 0 ? "face down" : NAMES[rank(value)]}`,
  });
  const shapes = [0, 1].flatMap((seat) => {
    const hand = own?.[seat]?.card ?? shown[seat] ?? -1;
    return [
      { ...card(`hand${seat}`, 120, 20 + 220 * seat, hand, `${seats[seat]}'s card`), seat },
      { id: `chips${seat}`, text: `${seats[seat]}: ${chips[seat]}`, at: [260, 62 + 220 * seat], name: `${seats[seat]}'s chips: ${chips[seat]}` },
    ];
  });
  return [...shapes, card("turned", 120, 130, turned, "the card for both")];
}

/** Returns the state with cards for the other seat and in the deck, of those that the seat does not see. */
export function imagine(seen: State, seat: Seat, dice: { shuffle(cards: number[]): number[] }): State {
  const { own, turned, shown, step } = seen;
  const hands = own.map((hand) => hand ?? { card: -1 }) as [Hand, Hand];
  const cards = dice.shuffle([0, 1, 2, 3, 4, 5].filter((card) => card !== hands[seat].card && card !== turned));
  if (step === "shuffle") return { ...seen, own: hands, hidden: { deck: [] } };
  if (step === "deal") return { ...seen, own: hands, hidden: { deck: cards.slice(0, 3) } };
  hands[1 - seat].card = shown[1 - seat] ?? cards.pop();
  return { ...seen, own: hands, hidden: { deck: turned < 0 ? cards.slice(0, 1) : [] } };
}
