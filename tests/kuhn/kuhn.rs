//! The rules of kuhn.js in Rust.

mod muster_rules;

use muster_rules::{Dice, Events, Form, Moves, Options, Plain, Ply, Rules, Shape, Shapes, State, Turn, kind, make_move, payload};

struct Kuhn;

#[repr(C)]
#[derive(Clone, Copy)]
struct Shared {
    step: u8,
    next: u8,
    moves: u8,
    winner: u8,
    folded: u8,
    stake: u8,
    open: u8,
    chips: [u8; 2],
    shown: [u8; 2],
    cups: [u8; 2],
}
// SAFETY: bytes without gaps.
unsafe impl Plain for Shared {}

#[repr(C)]
#[derive(Clone, Copy)]
struct Own {
    card: u8,
    cup: u8,
}
// SAFETY: bytes without gaps.
unsafe impl Plain for Own {}

#[repr(C)]
#[derive(Clone, Copy)]
struct View {
    pot: u16,
    own: Own,
    chips: [u8; 2],
    shown: [u8; 2],
    stake: u8,
    next: u8,
}
// SAFETY: numbers without gaps.
unsafe impl Plain for View {}

const CUPS: u8 = 0;
const SHUFFLE: u8 = 1;
const DEAL: u8 = 2;
const DEAL_OTHER: u8 = 3;
const BEGIN: u8 = 4;
const BET: u8 = 5;
const OVER: u8 = 6;

const LAY: u64 = 0;
const STAY: u64 = 1;
const BETS: u64 = 2;

const NAMES: [&str; 2] = ["Ann", "Bob"];

/// Takes a card out of a deck of three.
fn take(deck: &mut [u8; 3], at: usize) -> u8 {
    let card = deck[at];
    deck.copy_within(at + 1.., at);
    deck[2] = 0;
    card
}

fn decide(state: &mut State<Kuhn>, bets: bool) {
    let shared = &mut state.shared;
    let (next, other) = (usize::from(shared.next), usize::from(1 - shared.next));
    let faces = shared.chips[other] > shared.chips[next];
    if bets {
        shared.chips[next] = 1 + shared.stake;
    }
    shared.next = other as u8;
    shared.moves += 1;
    if shared.moves == 1 || bets && !faces {
        return;
    }
    shared.folded = u8::from(faces && !bets);
    let higher = usize::from(state.own[1].card > state.own[0].card);
    shared.winner = 1 + if shared.folded == 1 { other } else { higher } as u8;
    if shared.open == 1 || shared.folded == 0 {
        shared.shown = state.own.map(|own| own.card);
    }
    shared.cups = state.own.map(|own| own.cup);
    shared.step = OVER;
}

impl Rules for Kuhn {
    const DECLARATION: &'static str = r#"{
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
    }"#;
    type Shared = Shared;
    type Own = Own;
    type Hidden = [u8; 3];
    type View = View;

    fn start(options: &Options<'_>) -> State<Self> {
        let (stake, open) = (options.number("stake") as u8, u8::from(options.text("open") == "true"));
        let shared = Shared {
            step: CUPS,
            next: 0,
            moves: 0,
            winner: 0,
            folded: 0,
            stake,
            open,
            chips: [1; 2],
            shown: [0; 2],
            cups: [0; 2],
        };
        State { shared, own: [Own { card: 0, cup: 0 }; 2], hidden: [0; 3] }
    }

    fn turn(state: &State<Self>) -> Turn {
        let Shared { step, next, winner, folded, .. } = state.shared;
        match step {
            CUPS => Turn::Both,
            SHUFFLE => Turn::Chance { outcomes: 6, seen_by: 0 },
            DEAL => Turn::Chance { outcomes: 3, seen_by: 1 << next },
            DEAL_OTHER => Turn::Chance { outcomes: 2, seen_by: 2 >> next },
            BEGIN => Turn::Chance { outcomes: 2, seen_by: 3 },
            BET => Turn::Acts(next.into()),
            _ => Turn::Win(winner.wrapping_sub(1).into(), if folded == 1 { "the other folded" } else { "the higher card" }),
        }
    }

    fn legal(seen: &State<Self>, _seat: usize, moves: &mut Moves<'_>) {
        if seen.shared.step == CUPS {
            (0..3).for_each(|chips| moves.push(make_move(LAY, chips)));
        } else {
            [STAY, BETS].into_iter().for_each(|kind| moves.push(make_move(kind, 0)));
        }
    }

    fn apply(state: &mut State<Self>, ply: &Ply) {
        let next = usize::from(state.shared.next);
        let chance = ply.chance.unwrap_or_default() as usize;
        match state.shared.step {
            CUPS => {
                for (own, code) in state.own.iter_mut().zip(ply.moves) {
                    own.cup = 1 + payload(code.unwrap_or_default()) as u8;
                }
            }
            SHUFFLE => {
                let mut cards = [1, 2, 3];
                state.hidden = [take(&mut cards, chance / 2), take(&mut cards, chance % 2), cards[0]];
            }
            DEAL => state.own[next].card = take(&mut state.hidden, chance),
            DEAL_OTHER => state.own[1 - next].card = take(&mut state.hidden, chance),
            BEGIN => state.shared.next = chance as u8,
            _ => return decide(state, ply.moves[next].map(kind) == Some(BETS)),
        }
        state.shared.step += 1;
    }

    fn show(seen: &State<Self>, seat: usize) -> View {
        let Shared { chips, shown, stake, next, .. } = seen.shared;
        View { pot: u16::from(chips[0] + chips[1]), own: seen.own[seat], chips, shown, stake, next }
    }

    fn metrics(state: &State<Self>, seat: usize, values: &mut [i64; 32]) -> usize {
        let Shared { step, winner, chips, cups, .. } = state.shared;
        if step == OVER {
            let loser = usize::from(2 - winner);
            let loss = i64::from(chips[loser] + cups[loser]) - 1;
            values[0] = if seat == loser { -loss } else { loss };
        }
        1
    }

    fn score(state: &State<Self>) -> Turn {
        let [ann, bob] = state.shared.chips;
        if ann == bob { Turn::Draw("") } else { Turn::Win((bob > ann).into(), "") }
    }

    fn events(seen: &State<Self>, ply: &Ply, events: &mut Events<'_>) {
        let mut tell = |words: String| events.push(&format!("{{\"text\":\"{words}\"}}"));
        let next = usize::from(seen.shared.next);
        match seen.shared.step {
            CUPS => {
                for (name, code) in NAMES.iter().zip(ply.moves) {
                    if let Some(code) = code {
                        tell(format!("{name} lays {} under the cup", payload(code)));
                    }
                }
            }
            SHUFFLE => tell("the deck is shuffled".to_owned()),
            DEAL => tell(format!("{} gets a card", NAMES[next])),
            DEAL_OTHER => tell(format!("{} gets a card", NAMES[1 - next])),
            BEGIN => tell(format!("{} begins", NAMES[ply.chance.unwrap_or_default() as usize])),
            _ => {
                let bets = ply.moves[next].map(kind) == Some(BETS);
                tell(format!("{} {}", NAMES[next], if bets { "bets" } else { "stays" }));
            }
        }
    }

    fn scene(seen: &State<Self>, shapes: &mut Shapes<'_>) {
        let Shared { step, chips, shown, cups, .. } = seen.shared;
        let table = Form::Line([10, 130, 200, 130]);
        shapes.push(Shape { id: "table", form: table, name: "the \"table\"", ..Shape::default() });
        for seat in 0..2 {
            let (top, own) = (20 + 130 * seat as i16, seen.own[seat]);
            let card = usize::from(if shown[seat] > 0 { shown[seat] } else { own.card });
            let cup = usize::from(if cups[seat] > 0 { cups[seat] } else { own.cup });
            shapes.push(Shape {
                id: &format!("card{seat}"),
                form: Form::Rect([20, top, 60, 84]),
                text: ["?", "J", "Q", "K"][card],
                name: &format!("{}'s card", NAMES[seat]),
                seat: Some(seat),
                action: None,
            });
            shapes.push(Shape {
                id: &format!("cup{seat}"),
                form: Form::Circle([120, top + 42, 20]),
                text: ["?", "0", "1", "2"][cup],
                seat: Some(seat),
                ..Shape::default()
            });
            let (id, text) = (format!("chips{seat}"), chips[seat].to_string());
            shapes.push(Shape { id: &id, form: Form::At([180, top + 42]), text: &text, ..Shape::default() });
        }
        let mut button = |text: &str, id: &str, x, code| {
            let form = Form::At([x, 260]);
            shapes.push(Shape { id, form, text, action: Some(code), ..Shape::default() });
        };
        match step {
            CUPS => (0..3).for_each(|chips| {
                button(&format!("+{chips}"), &format!("lay{chips}"), 40 + 40 * chips as i16, make_move(LAY, chips));
            }),
            BET => {
                button("stay", "stay", 40, make_move(STAY, 0));
                button("bet", "bet", 120, make_move(BETS, 0));
            }
            _ => {}
        }
    }

    fn text(state: &State<Self>) -> String {
        let Shared { step, next, moves, winner, folded, stake, open, chips, shown, cups } = state.shared;
        let own = state.own.map(|own| [own.card, own.cup]);
        let parts: [&[u8]; 7] =
            [&[step, next, moves, winner, folded, stake, open], &chips, &shown, &cups, &own[0], &own[1], &state.hidden];
        parts.concat().iter().map(u8::to_string).collect()
    }

    fn read(_options: &Options<'_>, text: &str) -> Result<State<Self>, String> {
        let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        let [step, next, moves, winner, folded, stake, open, c0, c1, s0, s1, u0, u1, card0, cup0, card1, cup1, a, b, c] =
            *digits
        else {
            return Err("a text has twenty digits".to_owned());
        };
        if text.len() != digits.len() {
            return Err("a text has twenty digits".to_owned());
        }
        let (chips, shown, cups) = ([c0, c1], [s0, s1], [u0, u1]);
        let shared = Shared { step, next, moves, winner, folded, stake, open, chips, shown, cups };
        Ok(State { shared, own: [Own { card: card0, cup: cup0 }, Own { card: card1, cup: cup1 }], hidden: [a, b, c] })
    }

    fn mirror(state: &mut State<Self>) {
        let shared = &mut state.shared;
        [&mut shared.chips, &mut shared.shown, &mut shared.cups].into_iter().for_each(|pair| pair.swap(0, 1));
        state.own.swap(0, 1);
        shared.next = 1 - shared.next;
        shared.winner = (3 - shared.winner) % 3;
    }

    fn imagine(seen: &mut State<Self>, seat: usize, dice: &mut Dice) {
        let Shared { step, next, shown, cups, .. } = seen.shared;
        let (mine, other) = (seen.own[seat].card, 1 - seat);
        let mut cards: Vec<u8> = (1..4).filter(|card| *card != mine && *card != shown[other]).collect();
        let mut draw = || if cards.is_empty() { 0 } else { cards.remove(dice.below(cards.len() as u64) as usize) };
        let has_card = step > DEAL_OTHER || step == DEAL_OTHER && seat != usize::from(next);
        seen.own[other].card = shown[other];
        if has_card && shown[other] == 0 {
            seen.own[other].card = draw();
        }
        if step >= DEAL {
            seen.hidden = [draw(), draw(), draw()];
        }
        if step > CUPS {
            seen.own[other].cup = if cups[other] > 0 { cups[other] } else { 1 + dice.below(3) as u8 };
        }
    }
}

muster_rules::export!(Kuhn);
