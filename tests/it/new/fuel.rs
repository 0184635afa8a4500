//! Measures the cost of looking at a position, without that of the rules: by separate calls, and by `children` (in
//! scripts by `best`, for which the interpreter iterates). It is measured in fuel, so that the figures are equal on all
//! machines; `crates/bot-protocol/positions.md` has them.

use std::convert::Infallible;

use bot_protocol::positions::{Asked, Call, Meter, Positions};
use game::{Dice, Game, Seat};
use games::GAMES;
use kit::Language;

use super::project::{MISSING, Project, is_here};
use crate::support::{missing, say, skip};

/// A language with the same bot for each way. The bot looks at all actions of its seat, as often as the setting
/// `rounds` says. By `children`, it does so for each action of the other seat if both act.
struct Looker {
    language: &'static str,
    wrapped: &'static str,
    children: &'static str,
    /// Maximum fuel for a position by separate calls.
    most: u64,
    /// Maximum fuel for a position by `children`, as a multiple of that in C.
    most_by_children: u64,
}

/// Fuel for a position by `children` in C, without that of the rules, by game.
const C_BY_CHILDREN: &[(&str, u64)] = &[("tank-battle", 152), ("tank-war", 162), ("tank-chess", 107)];
/// The same for any other game.
const USUAL_IN_C: u64 = 162;

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
static uint64_t others[2048] = {MUSTER_NO_ACTION};
static int64_t least[2048];
static int64_t lead(const GAME_child *child, int seat) {
    if (muster_is_over(child->phase)) return child->phase == 8 ? 0 : child->phase == 9 + seat ? INT64_MAX : INT64_MIN;
    return child->metrics[seat].METRIC - child->metrics[!seat].METRIC;
}
uint64_t choose(const GAME_view *view) {
    int seat = view->seat, replies = 1;
    muster_position here = muster_position_here(NULL, 0);
    uint64_t best = 0;
    for (int64_t round = muster_number("rounds", 1); round > 0; round--) {
        int count = 0;
        if (muster_acts(muster_position_phase(here), !seat)) replies = muster_position_legal(here, !seat, others, 2048);
        for (int reply = 0; reply < replies; reply++) {
            count = GAME_children(here, seat, others[reply], children, 2048);
            for (int move = 0; move < count; move++) {
                int64_t leads = lead(&children[move], seat);
                if (reply == 0 || leads < least[move]) least[move] = leads;
            }
        }
        int most = 0;
        for (int move = 1; move < count; move++) if (least[move] > least[most]) most = move;
        best = children[most].action;
    }
    return best;
}
"#,
        most: 1_500,
        most_by_children: 1,
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
  let best;
  for (let round = number("rounds", 1); round > 0; round--) best = here.best("METRIC", seat);
  return best;
}
"#,
        most: 10_000,
        most_by_children: 4,
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
    here, seat, best = position(), view.seat, None
    for _ in range(number("rounds", 1)):
        best = here.best("METRIC", seat)
    return best
"#,
        most: 25_000,
        most_by_children: 4,
    },
];

/// Counts the fuel of the rules.
struct Charged(u64);

impl Meter for Charged {
    type Stop = Infallible;

    fn charge(&mut self, units: u64) -> Result<(), Infallible> {
        self.0 += units;
        Ok(())
    }
}

/// Returns the fuel of the rules for a position at the start of a game: by calls, and by `children`.
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
    let mut others = vec![-1];
    let (count, own) = perform(Call::Legal { position, seat: 0 }, free);
    let (mut wrapped, mut children) = (Charged(0), Charged(0));
    if perform(Call::Phase(position), free).0 & 2 != 0 {
        others = codes(&perform(Call::Legal { position, seat: 1 }, &mut children).1);
    }
    for own in codes(&own) {
        let actions = [own, others[0]];
        let (next, _) = perform(Call::After { position, actions }, &mut wrapped);
        perform(Call::Phase(next), &mut wrapped);
        perform(Call::Metrics { position: next, seat: 0 }, &mut wrapped);
        perform(Call::Release(next), &mut wrapped);
    }
    for other in &others {
        perform(Call::Children { position, seat: 0, other: *other }, &mut children);
    }
    let count = f64::from(count);
    [wrapped.0 as f64 / count, children.0 as f64 / (count * others.len() as f64)]
}

fn codes(reply: &[u8]) -> Vec<i64> {
    reply.as_chunks::<8>().0.iter().map(|code| i64::from_le_bytes(*code)).collect()
}

/// Returns the number of actions of a seat at the start; 1 if the seat does not act.
fn actions(game: &dyn Game, seat: Seat) -> u64 {
    let mut legal = Vec::new();
    game.start(&game::Rules::defaults(game.options())).legal_actions(seat, &mut legal);
    legal.len().max(1) as u64
}

/// Returns the fuel for one of the positions of a round, from the difference between many rounds and one.
fn fuel(language: &'static Language, game: &'static dyn Game, text: &str, positions: u64) -> f64 {
    const ROUNDS: u64 = 41;
    let metric = game.metrics()[0].name.replace([' ', '-'], "_");
    let project = Project::new(language, game);
    let stem = game.name().replace('-', "_");
    project.write_bot(&text.replace("GAME", &stem).replace("METRIC", &metric));
    project.build();
    let [one, many] = [1, ROUNDS].map(|rounds| project.fuel_of_first_answer(&format!("rounds={rounds}")));
    (many - one) as f64 / ((ROUNDS - 1) * positions) as f64
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
        let [first, second] = [Seat::First, Seat::Second].map(|seat| actions(*game, seat));
        let own = fuel(language, *game, looker.wrapped, first);
        let by_children = fuel(language, *game, looker.children, first * second);
        say(&format!(
            "{name}, {}: {:.0} a position by calls beside the rules' {wrapped:.0}; {:.0} by children beside {children:.0}",
            game.name(),
            own - wrapped,
            by_children - children,
        ));
        let of_c =
            C_BY_CHILDREN.iter().find(|(named, _)| *named == game.name()).map_or(USUAL_IN_C, |row| row.1);
        let most_by_children = (looker.most_by_children * of_c + 1) as f64;
        if own - wrapped > looker.most as f64 || by_children - children > most_by_children {
            missed.push(game.name());
        }
    }
    assert!(missed.is_empty(), "{name} takes too much fuel in {missed:?}");
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
