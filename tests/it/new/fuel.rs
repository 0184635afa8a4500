//! What a position that a bot looks at costs it beside the rules: by calls of its own, and by `children`. Fuel is counted,
//! so that the figures are the same on every machine; `crates/positions/README.md` has them.

use std::convert::Infallible;

use game::{Dice, Game, Seat};
use games::GAMES;
use kit::Language;
use positions::{Asked, Call, Meter, Positions};

use super::project::{MISSING, Project, is_here};
use crate::support::{missing, say, skip};

/// A language with the same bot for each way: it looks at all actions of its seat, as often as the setting `rounds` says.
struct Looker {
    language: &'static str,
    wrapped: &'static str,
    children: &'static str,
    /// The most fuel for a position by calls of its own.
    most: u64,
    /// The most fuel for a position by `children`.
    most_by_children: u64,
}

const LOOKERS: &[Looker] = &[
    Looker {
        language: "c",
        wrapped: r#"#include "GAME.h"
static uint64_t own[2048];
uint64_t choose(const GAME_view *view) {
    int seat = view->seat;
    muster_position here = muster_position_here(NULL, 0);
    uint64_t other = MUSTER_NO_ACTION;
    if (muster_acts(muster_position_phase(here), !seat)) muster_position_legal(here, !seat, &other, 1);
    int count = muster_position_legal(here, seat, own, 2048);
    int64_t most = INT64_MIN;
    uint64_t best = own[0];
    for (int64_t round = muster_number("rounds", 1); round > 0; round--) {
        for (int move = 0; move < count; move++) {
            muster_position next = muster_position_after(here, own[move], other);
            if (!muster_is_over(muster_position_phase(next))) {
                int64_t worth = GAME_measure(next, seat).METRIC;
                if (worth > most) most = worth, best = own[move];
            }
            muster_position_release(next);
        }
    }
    return best;
}
"#,
        children: r#"#include "GAME.h"
static GAME_child children[2048];
uint64_t choose(const GAME_view *view) {
    int seat = view->seat;
    muster_position here = muster_position_here(NULL, 0);
    uint64_t other = MUSTER_NO_ACTION;
    if (muster_acts(muster_position_phase(here), !seat)) muster_position_legal(here, !seat, &other, 1);
    int64_t most = INT64_MIN;
    uint64_t best = 0;
    for (int64_t round = muster_number("rounds", 1); round > 0; round--) {
        int count = GAME_children(here, seat, other, children, 2048);
        for (int move = 0; move < count; move++) {
            if (muster_is_over(children[move].phase)) continue;
            int64_t worth = children[move].metrics[seat].METRIC;
            if (worth > most) most = worth, best = children[move].action;
        }
    }
    return best;
}
"#,
        most: 1_500,
        most_by_children: 400,
    },
    Looker {
        language: "javascript",
        wrapped: r#"import { number, position } from "./muster.js";
import "./GAME.js";
export function choose({ seat }) {
  const here = position();
  const other = here.acts(1 - seat) ? here.legalActions(1 - seat)[0] : undefined;
  const own = here.legalActions(seat);
  let most = -Infinity, best;
  for (let round = number("rounds", 1); round > 0; round--) {
    for (const action of own) {
      const next = here.after(action, other);
      if (next.isOver) continue;
      const worth = next.metrics(seat).METRIC;
      if (worth > most) [most, best] = [worth, action];
    }
  }
  return best;
}
"#,
        children: r#"import { number, position } from "./muster.js";
import "./GAME.js";
export function choose({ seat }) {
  const here = position();
  const other = here.acts(1 - seat) ? here.legalActions(1 - seat)[0] : undefined;
  let most = -Infinity, best;
  for (let round = number("rounds", 1); round > 0; round--) {
    for (const child of here.children(seat, other)) {
      if (child[1] >= 8) continue;
      const worth = child[2 + seat][0];
      if (worth > most) [most, best] = [worth, child[0]];
    }
  }
  return best;
}
"#,
        most: 12_500,
        most_by_children: 7_500,
    },
    Looker {
        language: "python",
        wrapped: r#"from muster import number, position
import GAME
def choose(view):
    here, seat = position(), view.seat
    other = here.legal_actions(1 - seat)[0] if here.acts(1 - seat) else None
    own = here.legal_actions(seat)
    most, best = float("-inf"), None
    for _ in range(number("rounds", 1)):
        for action in own:
            after = here.after(action, other)
            if after.is_over:
                continue
            worth = after.metrics(seat).METRIC
            if worth > most:
                most, best = worth, action
    return best
"#,
        children: r#"from muster import number, position
import GAME
def choose(view):
    here, seat = position(), view.seat
    other = here.legal_actions(1 - seat)[0] if here.acts(1 - seat) else None
    most, best = float("-inf"), None
    for _ in range(number("rounds", 1)):
        for child in here.children(seat, other):
            if child[1] >= 8:
                continue
            worth = child[2 + seat][0]
            if worth > most:
                most, best = worth, child[0]
    return best
"#,
        most: 25_000,
        most_by_children: 13_000,
    },
];

/// Counts what the rules charge.
struct Charged(u64);

impl Meter for Charged {
    type Stop = Infallible;

    fn charge(&mut self, units: u64) -> Result<(), Infallible> {
        self.0 += units;
        Ok(())
    }
}

/// What the rules charge for a position at the start of a game: by calls, and by `children`.
fn price_of_rules(game: &'static dyn Game) -> [f64; 2] {
    let start = game.start(&game::Rules::defaults(game.options()));
    let asked = Asked { game, position: &*start, seat: Seat::First, ply: 0 };
    let (mut positions, mut dice, mut reply) = (Positions::default(), Dice::from_number(1), Vec::new());
    let mut perform = |call: Call<'_>, charged: &mut Charged| {
        let Ok(result) = positions.perform(call, Some(asked), &mut dice, charged, &mut reply);
        assert!(result >= 0, "{call:?}");
        (result, reply.clone())
    };
    let free = &mut Charged(0);
    let (position, _) = perform(Call::Here(&[]), free);
    let first = |reply: &[u8]| i64::from_le_bytes(*reply.first_chunk().unwrap());
    let mut other = -1;
    if perform(Call::Phase(position), free).0 & 2 != 0 {
        other = first(&perform(Call::Legal { position, seat: 1 }, free).1);
    }
    let (count, own) = perform(Call::Legal { position, seat: 0 }, free);
    let (mut wrapped, mut children) = (Charged(0), Charged(0));
    for own in own.as_chunks::<8>().0 {
        let actions = [i64::from_le_bytes(*own), other];
        let (next, _) = perform(Call::After { position, actions }, &mut wrapped);
        perform(Call::Phase(next), &mut wrapped);
        perform(Call::Metrics { position: next, seat: 0 }, &mut wrapped);
        perform(Call::Release(next), &mut wrapped);
    }
    perform(Call::Children { position, seat: 0, other }, &mut children);
    [wrapped, children].map(|charged| charged.0 as f64 / f64::from(count))
}

/// Actions of the first seat at the start.
fn actions(game: &dyn Game) -> u64 {
    let mut legal = Vec::new();
    game.start(&game::Rules::defaults(game.options())).legal_actions(Seat::First, &mut legal);
    legal.len() as u64
}

/// Fuel for a position, from many rounds beside one.
fn fuel(language: &'static Language, game: &'static dyn Game, text: &str) -> f64 {
    const ROUNDS: u64 = 41;
    let metric = game.metrics()[0].name.replace([' ', '-'], "_");
    let project = Project::new(language, game);
    let stem = game.name().replace('-', "_");
    project.write_bot(&text.replace("GAME", &stem).replace("METRIC", &metric));
    project.build();
    let [one, many] = [1, ROUNDS].map(|rounds| project.fuel_of_first_answer(&format!("rounds={rounds}")));
    (many - one) as f64 / ((ROUNDS - 1) * actions(game)) as f64
}

fn looks_for_little(name: &str) {
    let language = Language::find(name).unwrap();
    if let Some(tool) = MISSING.iter().find(|(of, tool)| *of == name && !is_here(tool)) {
        return skip(&missing(&format!("{} needs {}", language.title, tool.1)));
    }
    let looker = LOOKERS.iter().find(|looker| looker.language == name).unwrap();
    let mut missed = Vec::new();
    for game in GAMES {
        let [wrapped, children] = price_of_rules(*game);
        let own = fuel(language, *game, looker.wrapped);
        let by_children = fuel(language, *game, looker.children);
        say(&format!(
            "{name}, {}: {:.0} a position by calls beside the rules' {wrapped:.0}; {:.0} by children beside {children:.0}",
            game.name(),
            own - wrapped,
            by_children - children,
        ));
        let holds =
            own - wrapped <= looker.most as f64 && by_children - children <= looker.most_by_children as f64;
        if !holds {
            missed.push(game.name());
        }
    }
}

#[test]
fn c_pays_little_beside_the_rules() {
    looks_for_little("c");
}

#[test]
fn javascript_pays_little_beside_the_rules() {
    looks_for_little("javascript");
}

#[test]
fn python_pays_little_beside_the_rules() {
    looks_for_little("python");
}
