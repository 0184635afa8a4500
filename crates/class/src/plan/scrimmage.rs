//! `[scrimmage]`: friendly games on request.

use std::collections::BTreeSet;

use config::{At, BotPlan, Problem, Reader};
use game::Game;
use referee::{Limits, Ticks};

use super::requirement::{read_against, read_games};
use crate::Quota;

/// The keys of `[scrimmage]`.
pub(crate) const SCRIMMAGE: &[&str] =
    &["per_day", "games", "plies", "per_move", "per_game", "budget", "opponents", "in_freeze"];

/// The most requests a day.
const MOST_PER_DAY: u32 = 10_000;
/// The most games of a request.
const MOST_GAMES: u32 = 1000;
/// The most random plies of an opening.
const MOST_PLIES: u32 = 1000;
/// What the bot of whoever asks may take for all games, unless the text says otherwise.
const BUDGET: Ticks = Ticks(120 * Ticks::PER_SECOND);

/// What students may ask for, and how it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScrimmagePlan {
    /// Requests of a student or a team in any 24 hours.
    pub per_day: u32,
    /// The most games of a request, and as many as there are unless fewer are asked for.
    pub games: u32,
    /// The number of random plies of an opening.
    pub plies: u32,
    /// The limits of each game.
    pub limits: Limits,
    /// What the bot of whoever asks may take for all games of a request.
    pub budget: Ticks,
    /// Whom requests may be against besides the class; a file is relative to the class's folder.
    pub opponents: Vec<BotPlan>,
    /// Which games are shown while results are frozen.
    pub in_freeze: ShownInFreeze,
}

/// Which friendly games students are shown while results are frozen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShownInFreeze {
    /// None but those that were played before.
    #[default]
    Nothing,
    /// Those against an opponent of the class's text, which say nothing about other students.
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
    /// How often somebody may ask.
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

/// The opponents, each once: students name them.
fn read_opponents(table: &Reader<'_>, list: &[At<String>], game: Option<&dyn Game>) -> Vec<BotPlan> {
    let mut taken = BTreeSet::new();
    let mut opponents = Vec::new();
    for text in list {
        let Some(opponent) = read_against(table, "opponents", text, game) else { continue };
        if taken.insert(called(&opponent)) {
            opponents.push(opponent);
        } else {
            let message = format!("`opponents`: there are two called \"{}\"", called(&opponent));
            table.add(Problem::new(text.span.clone(), message).hint("give one of the files another name"));
        }
    }
    opponents
}

/// How an opponent of the class's text is called: the file's name without its folder, or the name of what is built in.
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
