//! `[scrimmage]`: friendly games on request.

use std::collections::BTreeSet;

use config::{BotPlan, Located, Problem, Reader};
use game::Game;
use referee::{Limits, Ticks};

use super::requirement::{read_against, read_games};
use crate::Quota;

/// The keys of `[scrimmage]`.
pub(crate) const SCRIMMAGE: &[&str] =
    &["per_day", "games", "plies", "per_move", "per_game", "budget", "opponents", "in_freeze"];

/// Maximum number of requests a day.
const MOST_PER_DAY: u32 = 10_000;
/// Maximum number of games of a request.
const MOST_GAMES: u32 = 1000;
/// Maximum number of random plies of an opening.
const MOST_PLIES: u32 = 1000;
/// Default time budget of the requester's bot for all games.
const BUDGET: Ticks = Ticks(120 * Ticks::PER_SECOND);

/// The friendly games that students may ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScrimmagePlan {
    /// Maximum number of requests of a student or a team in any 24 hours.
    pub per_day: u32,
    /// Maximum and default number of games of a request.
    pub games: u32,
    /// Number of random plies of an opening.
    pub plies: u32,
    /// The limits of each game.
    pub limits: Limits,
    /// Time budget of the requester's bot for all games of a request.
    pub budget: Ticks,
    /// Additional opponents outside the class; a file is relative to the class's folder.
    pub opponents: Vec<BotPlan>,
    /// The games that are shown while results are frozen.
    pub in_freeze: ShownInFreeze,
}

/// The friendly games that students may see while results are frozen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShownInFreeze {
    /// Only those that were played before.
    #[default]
    Nothing,
    /// Also those against an opponent of the class's text, which reveal nothing about other students.
    Opponents,
}

impl ShownInFreeze {
    /// The words of the class's text.
    const WORDS: [(&'static str, ShownInFreeze); 2] =
        [("nothing", ShownInFreeze::Nothing), ("opponents", ShownInFreeze::Opponents)];
}

impl Default for ScrimmagePlan {
    fn default() -> ScrimmagePlan {
        ScrimmagePlan {
            per_day: 5,
            games: 20,
            plies: 4,
            limits: Limits::default(),
            budget: BUDGET,
            opponents: Vec::new(),
            in_freeze: ShownInFreeze::Nothing,
        }
    }
}

impl ScrimmagePlan {
    /// Returns the quota of requests.
    pub fn quota(&self) -> Quota {
        Quota { per_day: Some(self.per_day), ..Quota::default() }
    }
}

pub(crate) fn read(table: &Reader<'_>, game: Option<&dyn Game>) -> ScrimmagePlan {
    table.only(SCRIMMAGE);
    let time = |key| table.amount(key, "s", config::parse_duration).map(|time| time.value);
    let opponents = if table.has("opponents") { table.strings("opponents") } else { None };
    let usual = ScrimmagePlan::default();
    ScrimmagePlan {
        per_day: table.number("per_day", 1, MOST_PER_DAY).map_or(usual.per_day, |number| number.value),
        games: read_games(table, MOST_GAMES).unwrap_or(usual.games),
        plies: table.number("plies", 0, MOST_PLIES).map_or(usual.plies, |number| number.value),
        limits: usual.limits.with_times(time("per_move"), time("per_game")),
        budget: time("budget").unwrap_or(usual.budget),
        opponents: opponents.map(|list| read_opponents(table, &list.value, game)).unwrap_or_default(),
        in_freeze: table.word("in_freeze", &ShownInFreeze::WORDS).map(|word| word.value).unwrap_or_default(),
    }
}

/// Reads the opponents. Their names must be unique, because students refer to them.
fn read_opponents(table: &Reader<'_>, list: &[Located<String>], game: Option<&dyn Game>) -> Vec<BotPlan> {
    let mut taken = BTreeSet::new();
    let mut opponents = Vec::new();
    for text in list {
        let Some(opponent) = read_against(table, "opponents", text, game) else { continue };
        if taken.insert(called(&opponent)) {
            opponents.push(opponent);
        } else {
            let message = format!("`opponents`: two have the name \"{}\"", called(&opponent));
            table.add(Problem::new(text.span.clone(), message).hint("rename one of the files"));
        }
    }
    opponents
}

/// Returns the name of an opponent of the class's text: the file's name without its folder, or a built-in player's
/// name.
pub fn called(bot: &BotPlan) -> String {
    match bot {
        BotPlan::Builtin(builtin) => builtin.to_string(),
        BotPlan::Opponent(opponent) => opponent.to_string(),
        BotPlan::File(file) => {
            let name = std::path::Path::new(file).file_name();
            name.map_or_else(|| file.clone(), |name| name.to_string_lossy().into_owned())
        }
    }
}
