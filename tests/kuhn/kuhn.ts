// The rules of kuhn.js in AssemblyScript.

import { act, BOTH, Bytes, chance, Dice, draw, Events, kindOf, makeMove, optionText, payloadOf, Ply, Rules, Shapes, win } from "./muster_rules";

// Steps of a game.
const CUPS: u8 = 0, SHUFFLE: u8 = 1, DEAL: u8 = 2, DEAL_OTHER: u8 = 3, BEGIN: u8 = 4, BET: u8 = 5, OVER: u8 = 6;
// Places in the public state; the last three have a place for each seat.
const STEP = 0, NEXT = 1, MOVES = 2, WINNER = 3, FOLDED = 4, STAKE = 5, OPEN = 6, CHIPS = 7, SHOWN = 9, CUP_SHOWN = 11;
// Places in a seat's own state.
const CARD = 0, CUP = 1;
const LAY = 0, STAY = 1, BETS = 2;
const NAMES: StaticArray<string> = ["Ann", "Bob"];

/** Takes a card out of a deck of three. */
function take(deck: StaticArray<u8>, at: i32): u8 {
  const card = deck[at];
  for (; at < 2; at++) deck[at] = deck[at + 1];
  deck[2] = 0;
  return card;
}

export class Game extends Rules {
  declaration(): string {
    return `{
      "title": "Kuhn Poker with Cups", "seats": ["Ann", "Bob"], "max_plies": 8, "about": "The rules of kuhn.js.",
      "options": [{"name": "stake", "min": 1, "max": 3, "default": 1, "about": "Chips of a bet."},
                  {"name": "open", "flag": false, "about": "Cards are shown after a fold, too."}],
      "metrics": [{"name": "won", "about": "Chips won in the end, below 0 if lost."}],
      "actions": [{"name": "lay", "notation": "+{chips}", "secret": true, "about": "Lays chips under the cup.",
                   "parts": [{"name": "chips", "min": 0, "max": 2, "about": "Chips."}]},
                  {"name": "stay", "notation": "stay", "about": "Adds nothing; folds against a bet."},
                  {"name": "bet", "notation": "bet", "about": "Bets, or calls a bet."}],
      "view": [{"name": "pot", "kind": "u16", "count": 1, "about": "Chips in the pot."},
               {"name": "card", "kind": "u8", "count": 1, "about": "Your card: 1 jack, 2 queen, 3 king, 0 none."},
               {"name": "cup", "kind": "u8", "count": 1, "about": "Chips under your cup and one more; 0 before."},
               {"name": "chips", "kind": "u8", "count": 2, "about": "By seat: chips in the pot."},
               {"name": "shown", "kind": "u8", "count": 2, "about": "By seat: the card that is shown, or 0."},
               {"name": "stake", "kind": "u8", "count": 1, "about": "Rule option."},
               {"name": "next", "kind": "u8", "count": 1, "about": "The seat to act."}],
      "has": ["metrics", "score", "show", "events", "scene", "text", "read", "mirror", "imagine"],
      "chance": true, "secrets": true
    }`;
  }

  sharedBytes(): i32 {
    return 13;
  }
  ownBytes(): i32 {
    return 2;
  }
  hiddenBytes(): i32 {
    return 3;
  }

  start(options: string): void {
    this.shared[STAKE] = <u8>I32.parseInt(optionText(options, "stake"));
    this.shared[OPEN] = u8(optionText(options, "open") == "true");
    this.shared[CHIPS] = this.shared[CHIPS + 1] = 1;
  }

  turn(): string {
    const step = this.shared[STEP], next = this.shared[NEXT];
    if (step == CUPS) return BOTH;
    if (step == SHUFFLE) return chance(6, 0);
    if (step == DEAL) return chance(3, 1 << next);
    if (step == DEAL_OTHER) return chance(2, 2 >> next);
    if (step == BEGIN) return chance(2, 3);
    return step == BET ? act(next) : win(this.shared[WINNER] - 1, this.shared[FOLDED] ? "the other folded" : "the higher card");
  }

  legal(seat: i32, moves: Bytes): void {
    const isCups = this.shared[STEP] == CUPS;
    for (let chips = 0; chips < 3 && isCups; chips++) moves.put<u64>(makeMove(LAY, chips));
    for (let kind = STAY; kind <= BETS && !isCups; kind++) moves.put<u64>(makeMove(kind, 0));
  }

  apply(ply: Ply): void {
    const step = this.shared[STEP], next = this.shared[NEXT];
    if (step == CUPS) {
      for (let seat = 0; seat < 2; seat++) this.own[seat][CUP] = <u8>(1 + payloadOf(ply.code(seat)));
    } else if (step == SHUFFLE) {
      const cards: StaticArray<u8> = [1, 2, 3];
      this.hidden[0] = take(cards, <i32>(ply.chance / 2));
      this.hidden[1] = take(cards, <i32>(ply.chance % 2));
      this.hidden[2] = cards[0];
    } else if (step == DEAL || step == DEAL_OTHER) {
      this.own[step == DEAL ? next : 1 - next][CARD] = take(this.hidden, <i32>ply.chance);
    } else if (step == BEGIN) {
      this.shared[NEXT] = <u8>ply.chance;
    } else {
      return this.decide(kindOf(ply.code(next)) == BETS);
    }
    this.shared[STEP]++;
  }

  private decide(bets: bool): void {
    const at = this.shared, next = at[NEXT], other: u8 = 1 - next;
    const faces = at[CHIPS + other] > at[CHIPS + next];
    if (bets) at[CHIPS + next] = 1 + at[STAKE];
    at[NEXT] = other;
    if (++at[MOVES] == 1 || (bets && !faces)) return;
    at[FOLDED] = u8(faces && !bets);
    at[WINNER] = 1 + (at[FOLDED] ? other : u8(this.own[1][CARD] > this.own[0][CARD]));
    for (let seat = 0; seat < 2; seat++) {
      if (at[OPEN] || !at[FOLDED]) at[SHOWN + seat] = this.own[seat][CARD];
      at[CUP_SHOWN + seat] = this.own[seat][CUP];
    }
    at[STEP] = OVER;
  }

  show(seat: i32, view: Bytes): void {
    const at = this.shared;
    view.put<u16>(<u16>at[CHIPS] + at[CHIPS + 1]);
    view.putAll(this.own[seat]);
    for (let place = CHIPS; place < CUP_SHOWN; place++) view.put<u8>(at[place]);
    view.put<u8>(at[STAKE]);
    view.put<u8>(at[NEXT]);
  }

  metrics(seat: i32, values: Bytes): void {
    const at = this.shared, loser = 2 - at[WINNER];
    const loss = at[STEP] == OVER ? <i64>at[CHIPS + loser] + at[CUP_SHOWN + loser] - 1 : 0;
    values.put<i64>(seat == loser ? -loss : loss);
  }

  score(): string {
    const ann = this.shared[CHIPS], bob = this.shared[CHIPS + 1];
    return ann == bob ? "draw" : `win ${i32(bob > ann)}`;
  }

  events(ply: Ply, events: Events): void {
    const step = this.shared[STEP], next = this.shared[NEXT];
    if (step == CUPS) {
      for (let seat = 0; seat < 2; seat++) {
        if (ply.code(seat) >= 0) events.push(`${NAMES[seat]} lays ${payloadOf(ply.code(seat))} under the cup`);
      }
    } else if (step == SHUFFLE) {
      events.push("the deck is shuffled");
    } else if (step == BEGIN) {
      events.push(`${NAMES[<i32>ply.chance]} begins`);
    } else if (step == BET) {
      events.push(`${NAMES[next]} ${kindOf(ply.code(next)) == BETS ? "bets" : "stays"}`);
    } else {
      events.push(`${NAMES[step == DEAL ? next : 1 - next]} gets a card`);
    }
  }

  scene(shapes: Shapes): void {
    const at = this.shared;
    shapes.line("table", 10, 130, 200, 130, "the \"table\"");
    for (let seat = 0; seat < 2; seat++) {
      const top = 20 + 130 * seat;
      const card = at[SHOWN + seat] || this.own[seat][CARD], cup = at[CUP_SHOWN + seat] || this.own[seat][CUP];
      shapes.rect(`card${seat}`, 20, top, 60, 84, "?JQK".charAt(card), `${NAMES[seat]}'s card`, seat);
      shapes.circle(`cup${seat}`, 120, top + 42, 20, "?012".charAt(cup), "", seat);
      shapes.label(`chips${seat}`, 180, top + 42, at[CHIPS + seat].toString());
    }
    for (let chips = 0; chips < 3 && at[STEP] == CUPS; chips++) {
      shapes.label(`lay${chips}`, 40 + 40 * chips, 260, `+${chips}`, "", -1, makeMove(LAY, chips));
    }
    if (at[STEP] != BET) return;
    shapes.label("stay", 40, 260, "stay", "", -1, makeMove(STAY, 0));
    shapes.label("bet", 120, 260, "bet", "", -1, makeMove(BETS, 0));
  }

  text(): string {
    return [this.shared, this.own[0], this.own[1], this.hidden].map<string>((part) => part.join("")).join("");
  }

  read(options: string, text: string): string {
    const parts = [this.shared, this.own[0], this.own[1], this.hidden];
    if (text.length != 20) return "a text has twenty digits";
    for (let part = 0, at = 0; part < 4; part++) {
      for (let place = 0; place < parts[part].length; place++, at++) {
        const digit = text.charCodeAt(at) - 48;
        if (digit < 0 || digit > 9) return "a text has twenty digits";
        parts[part][place] = <u8>digit;
      }
    }
    return "";
  }

  mirror(): void {
    const at = this.shared, own = this.own[0];
    for (let pair = CHIPS; pair <= CUP_SHOWN; pair += 2) {
      const first = at[pair];
      at[pair] = at[pair + 1];
      at[pair + 1] = first;
    }
    this.own[0] = this.own[1];
    this.own[1] = own;
    at[NEXT] = 1 - at[NEXT];
    if (at[WINNER]) at[WINNER] = 3 - at[WINNER];
  }

  imagine(seat: i32, dice: Dice): void {
    const at = this.shared, step = at[STEP], other = 1 - seat, own = this.own[other];
    const shown = at[SHOWN + other], cards = new StaticArray<u8>(3);
    let count = 0;
    for (let card: u8 = 1; card < 4; card++) {
      if (card != this.own[seat][CARD] && card != shown) cards[count++] = card;
    }
    const hasCard = step > DEAL_OTHER || (step == DEAL_OTHER && seat != at[NEXT]);
    own[CARD] = shown || !hasCard ? shown : take(cards, dice.below(count--));
    for (let place = 0; place < 3 && step >= DEAL && count > 0; place++) this.hidden[place] = take(cards, dice.below(count--));
    if (step > CUPS) own[CUP] = at[CUP_SHOWN + other] || <u8>(1 + dice.below(3));
  }
}
