//! Orders of the teacher for the whole class: tournaments, ladder cycles, matches required by rulings, judging again,
//! and verifications.
//!
//! An order is recorded in the class, so that any worker can resume it after an interruption.

mod carrying_out;
mod ruling;
mod tournament_draft;
mod tournament_text;
mod verification;

use std::fs;

use class_model::{Event, Facts, Order, OrderEnd, OrderOutcome, OrderState};
use explain::{Error, Kind};
use game::{visible, visible_path};
use schemars::JsonSchema;
use serde::Deserialize;

pub use self::carrying_out::{OrderProgress, RunProgress, carry_out};
pub use self::ruling::{order_matches_of_ruling, rule};
pub use self::tournament_draft::{
    FORMATS, FormatOptions, OptionKind, StageOption, TournamentDraft, find_format,
};
pub use self::tournament_text::{
    CheckedTournament, SavedTournament, check_tournament, save_tournament, tournament_text,
};
pub use self::verification::{order_verification, verification_of};
use crate::ladder::Ladder;
use crate::open_class::OpenClass;
use crate::runs::run_name;

/// Maximum number of pairings per contender in a cycle.
const MOST_PAIRINGS: u32 = 1000;
/// Maximum number of games of a pairing.
const MOST_GAMES: u16 = 64;
/// The extension of a tournament's text.
const ENDING: &str = ".toml";

/// A tournament with its text in the class's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassTournament {
    /// The name of its text file without the extension, and of the run's folder.
    pub name: String,
    /// Its progress.
    pub state: TournamentState,
    /// The last order to play it, with its number.
    pub order: Option<(u32, OrderState)>,
}

/// Progress of a tournament of the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentState {
    /// No match was played.
    New,
    /// It has an incomplete run.
    Begun,
    /// It is complete.
    Complete,
}

/// An order of the next cycle of the ladder.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderCycle {
    /// Average number of pairings of each bot: 1 to 1000.
    pub pairings: u32,
    /// Number of games of a pairing: 1 to 64.
    pub games: u16,
}

/// Returns the tournaments with texts in the class's folder, sorted by name.
///
/// # Errors
/// If the folder of texts cannot be read.
pub fn class_tournaments(class: &OpenClass, facts: &Facts) -> Result<Vec<ClassTournament>, Error> {
    let folder = class.folder.tournaments();
    let unread = |error: std::io::Error| {
        Error::new(Kind::Host, format!("cannot read {}: {error}", visible_path(&folder)))
    };
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries.collect::<Result<Vec<_>, _>>().map_err(unread)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(unread(error)),
    };
    let names = entries.iter().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let name = name.strip_suffix(ENDING)?.to_owned();
        (!name.is_empty() && !name.starts_with('.') && entry.path().is_file()).then_some(name)
    });
    let mut tournaments: Vec<ClassTournament> = names
        .map(|name| {
            let is_it = |what: &Order| matches!(what, Order::Tournament { name: own } if *own == name);
            let order = facts.orders().rfind(|(_, order)| is_it(&order.what));
            let order = order.map(|(number, order)| (number, order.clone()));
            ClassTournament { state: state_of(facts, &name), order, name }
        })
        .collect();
    tournaments.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(tournaments)
}

fn state_of(facts: &Facts, name: &str) -> TournamentState {
    let own = facts.places().filter(|(_, place)| run_name(place) == Some(name));
    let is_complete = |run| facts.track_record().run(run).is_some();
    own.fold(TournamentState::New, |state, (run, _)| match state {
        TournamentState::Complete => state,
        _ if is_complete(run) => TournamentState::Complete,
        _ => TournamentState::Begun,
    })
}

/// Orders a tournament with its text in the class's folder. Returns the order's number.
///
/// # Errors
/// If there is no such tournament, it is already ordered, or the class's record cannot be written.
pub fn order_tournament(class: &OpenClass, name: &str) -> Result<u32, Error> {
    let known = class_tournaments(class, &class.facts()?)?;
    if !known.iter().any(|tournament| tournament.name == name) {
        let texts = visible_path(&class.folder.tournaments());
        let what = format!("there is no tournament {}{ENDING} in {texts}", visible(name));
        return Err(Error::new(Kind::NotFound, what));
    }
    order(class, &Order::Tournament { name: name.to_owned() })
}

/// Orders the next cycle of the ladder. Returns the order's number.
///
/// # Errors
/// If a number is out of range, a cycle is already ordered, or the class's record cannot be written.
pub fn order_cycle(class: &OpenClass, OrderCycle { pairings, games }: OrderCycle) -> Result<u32, Error> {
    if !(1..=MOST_PAIRINGS).contains(&pairings) {
        return Err(Error::input(format!("a cycle must pair each bot 1 to {MOST_PAIRINGS} times")));
    }
    if !(1..=MOST_GAMES).contains(&games) {
        return Err(Error::input(format!("a pairing must have 1 to {MOST_GAMES} games")));
    }
    let cycle = Ladder::open(class, None, None)?.cycles() + 1;
    order(class, &Order::Cycle { cycle, pairings, games })
}

/// Orders a preview of judging all active versions again. Returns the order's number.
///
/// # Errors
/// If it is already ordered, or the class's record cannot be written.
pub fn order_rejudgement(class: &OpenClass) -> Result<u32, Error> {
    order(class, &Order::Rejudgement)
}

/// Records an order, unless the same order is still open.
fn order(class: &OpenClass, what: &Order) -> Result<u32, Error> {
    let is_same = |other: &Order| match (what, other) {
        (Order::Cycle { .. }, Order::Cycle { .. }) => true,
        (one, other) => one == other,
    };
    let recorded =
        class.write(|facts, _| match facts.open_orders().find(|(_, open)| is_same(&open.what)) {
            Some((number, open)) => Err(Error::new(
                Kind::Conflict,
                format!("{} is already ordered, as number {number}", open.what),
            )),
            None => Ok(vec![Event::Ordered(what.clone())]),
        })?;
    Ok(recorded.facts.orders().next_back().map(|(number, _)| number).unwrap_or_default())
}

/// Stops an order. Played matches are kept, and a new order resumes from them.
///
/// # Errors
/// If there is no such order, it has ended, or the class's record cannot be written.
pub fn stop_order(class: &OpenClass, number: u32) -> Result<(), Error> {
    end(class, number, &OrderOutcome::Stopped)
}

/// Records the end of an order.
fn end(class: &OpenClass, number: u32, outcome: &OrderOutcome) -> Result<(), Error> {
    class.write(|facts, _| {
        if facts.open_orders().any(|(open, _)| open == number) {
            return Ok(vec![Event::OrderEnded(OrderEnd { order: number, outcome: outcome.clone() })]);
        }
        Err(Error::new(Kind::Conflict, format!("order {number} has ended or does not exist")))
    })?;
    Ok(())
}
