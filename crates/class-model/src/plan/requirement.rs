//! `[[requirement]]`: the requirements of a class.

use std::collections::BTreeMap;

use config::{BotPlan, LONGEST_SETTINGS, Located, Problem, Reader};
use game::{Game, Rules};
use referee::{Limits, Ticks};

use crate::Hash;

/// The keys of a `[[requirement]]`.
pub(crate) const REQUIREMENT: &[&str] = &[
    "name", "against", "percent", "games", "seed", "plies", "settings", "rules", "per_move", "per_game",
    "budget",
];

/// Maximum number of games of a requirement.
const MOST_GAMES: u32 = 100_000;
/// Maximum number of random plies of an opening.
const MOST_PLIES: u32 = 1000;
/// Default time budget of a version for all games.
const BUDGET: Ticks = Ticks(600 * Ticks::PER_SECOND);

/// A requirement of a version: a share of the points over some games against an opponent.
///
/// The result is a pure function of the module and of these fields. Openings and seeds belong to the requirement, so
/// handing in again gives no second chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Its public name.
    pub name: String,
    /// The opponent; a file is relative to the class's folder.
    pub against: BotPlan,
    /// Required share of the points, in percent.
    pub percent: u32,
    /// Number of games: two from each opening, with seats swapped.
    pub games: u32,
    /// The seed of openings and games.
    pub seed: u32,
    /// Number of random plies of an opening.
    pub plies: u32,
    /// The settings text for the version; the opponent has none.
    pub settings: String,
    /// The rules of each game.
    pub rules: Rules,
    /// The limits of each game.
    pub limits: Limits,
    /// Time budget of the version for all games together.
    pub budget: Ticks,
}

impl Requirement {
    /// Returns a hash of everything that the games depend on, apart from the module and the engine, and of the
    /// required share. `opponent` is the opponent's module, if it has one.
    pub fn key(&self, game: &dyn Game, opponent: Option<&Hash>) -> Hash {
        let against = match (&self.against, opponent) {
            (BotPlan::Builtin(builtin), _) => builtin.to_string(),
            (BotPlan::Opponent(opponent), _) => Hash::digest(opponent.module).to_string(),
            (BotPlan::File(_), Some(module)) => module.to_string(),
            (BotPlan::File(file), None) => file.clone(),
        };
        let Requirement { percent, games, seed, plies, settings, rules, limits, budget, .. } = self;
        let mut words = serde_json::json!([
            game.name(),
            against,
            percent,
            games,
            seed,
            plies,
            settings,
            limits.to_string(),
            budget.0
        ]);
        // Default rules are left out, for compatibility with requirements without rules.
        if let (Some(words), false) = (words.as_array_mut(), *rules == Rules::defaults(game.options())) {
            words.push(rules.to_string().into());
        }
        Hash::digest(words.to_string().as_bytes())
    }

    /// Returns half the width of the 95 % interval around the required share, in percentage points, assuming
    /// independent games.
    pub fn margin(&self) -> f64 {
        let share = f64::from(self.percent) / 100.0;
        196.0 * (share * (1.0 - share) / f64::from(self.games)).sqrt()
    }
}

/// Reads all requirements of a text.
pub(crate) fn read_all(whole: &Reader<'_>, game: Option<&dyn Game>) -> Vec<Requirement> {
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    let mut requirements = Vec::new();
    for table in whole.tables("requirement") {
        if whole.is_given_up() {
            break;
        }
        requirements.extend(read(&table, game, &mut taken));
    }
    requirements
}

fn read(
    table: &Reader<'_>,
    game: Option<&dyn Game>,
    taken: &mut BTreeMap<String, String>,
) -> Option<Requirement> {
    table.only(REQUIREMENT);
    table.require("name", "\"beats the walker\"");
    table.require("against", "\"bots/walker.wasm\"");
    table.require("percent", "60");
    let name = table.string("name").and_then(|name| read_name(table, name, taken));
    let against = table.string("against").and_then(|against| read_against(table, "against", &against, game));
    let percent = table.number("percent", 1, 100);
    let games = read_games(table, MOST_GAMES);
    let settings = table.string("settings");
    if let Some(Located { value, span }) =
        settings.as_ref().filter(|text| text.value.len() > LONGEST_SETTINGS)
    {
        let message = format!("settings are limited to {LONGEST_SETTINGS} bytes; these have {}", value.len());
        table.problem(span.clone(), message);
    }
    let rules = game.map(|game| config::read_rules(table, game));
    let time = |key| table.amount(key, "s", config::parse_duration).map(|time| time.value);
    let number = |key, most, default| table.number(key, 0, most).map_or(default, |number| number.value);
    let limits = Limits::default().with_times(time("per_move"), time("per_game"));
    Some(Requirement {
        name: name?,
        against: against?,
        percent: percent?.value,
        games: games.unwrap_or(200),
        seed: number("seed", u32::MAX, 1),
        plies: number("plies", MOST_PLIES, 4),
        settings: settings.map(|settings| settings.value).unwrap_or_default(),
        rules: rules?,
        limits,
        budget: time("budget").unwrap_or(BUDGET),
    })
}

fn read_name(
    table: &Reader<'_>,
    Located { value: name, span }: Located<String>,
    taken: &mut BTreeMap<String, String>,
) -> Option<String> {
    if let Err(message) = config::check_name(&name) {
        table.problem(span, message);
        return None;
    }
    if let Some(other) = taken.insert(config::fold_name(&name), name.clone()) {
        table.problem(span, format!("the name \"{name}\" reads the same as \"{other}\""));
        return None;
    }
    Some(name)
}

/// Reads the key `games`, which must be even.
pub(crate) fn read_games(table: &Reader<'_>, most: u32) -> Option<u32> {
    let Located { value: games, span } = table.number("games", 2, most)?;
    if !games.is_multiple_of(2) {
        let problem = Problem::new(span, format!("games must be even, not {games}"));
        table.add(problem.hint(format!("two games are played from each opening: games = {}", games + 1)));
    }
    Some(games)
}

/// Reads an opponent under a key: a file, or a built-in player of the game.
pub(crate) fn read_against(
    table: &Reader<'_>,
    key: &str,
    against: &Located<String>,
    game: Option<&dyn Game>,
) -> Option<BotPlan> {
    match config::read_named(&against.value, game.map(Game::key)) {
        None => Some(BotPlan::File(against.value.clone())),
        Some(Ok(bot)) => Some(bot),
        Some(Err(error)) => {
            // If the game is unknown, that is the actual problem.
            if game.is_some() {
                let problem = Problem::new(against.span.clone(), format!("`{key}`: {error}"));
                table.add(problem.hint(error.hint()));
            }
            None
        }
    }
}
