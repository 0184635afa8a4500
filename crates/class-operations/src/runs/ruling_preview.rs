//! Previews of rulings: made on a copy of the run's record, which is then read like the run itself.

use std::io;

use explain::{Error, Kind};
use files::TemporaryDir;
use games::GAMES;
use ledger::RunFolder;
use ledger::database::copy;
use results::{Gradebook, OptionalParts, RunResults, final_places};
use run_folder::RecordedRun;
use tournament::rulings::RulingAction;
use tournament::{EntrantId, Grade};

use super::ruling::{is_complete, make_ruling};
use super::run_folder::{explain_record, open_tournament};

/// The reason of a ruling that is only previewed.
const REASON: &str = "preview";

/// The effect that a ruling would have on a run.
#[derive(Debug)]
pub struct RulingPreview {
    /// `true` if it would leave matches to play, so that places are not final.
    pub is_incomplete: bool,
    /// The entrants, in the order of the tournament's file.
    pub entrants: Vec<EntrantChange>,
}

/// The standing of an entrant before a ruling and after it.
#[derive(Debug)]
pub struct EntrantChange {
    /// The entrant's name in the run.
    pub name: String,
    /// The standing now.
    pub before: EntrantStanding,
    /// The standing with the ruling.
    pub after: EntrantStanding,
}

/// An entrant's place and grade in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntrantStanding {
    /// The place, from 1; `None` for unranked entrants.
    pub place: Option<u32>,
    /// The grade as a decimal number; `None` if there is none.
    pub grade: Option<String>,
}

/// Returns the effect that a ruling would have on a run, and changes nothing.
///
/// # Errors
/// As [`make_ruling`]; or if the record cannot be copied or read.
pub fn preview_ruling(folder: &RunFolder, action: RulingAction) -> Result<RulingPreview, Error> {
    let run = open_tournament(folder)?;
    let before = entrant_standings(folder, &run)?;
    let temporary = TemporaryDir::create("muster-").map_err(|error| uncopied(&error))?;
    let copied = RunFolder::at(temporary.path().join("run"));
    files::create_dir_all_private(&copied.private()).map_err(|error| uncopied(&error))?;
    copy(&folder.ledger(), &copied.ledger()).map_err(|error| folder.explain(&error))?;
    make_ruling(&copied, action, REASON)?;
    let ruled = open_tournament(&copied)?;
    let after = entrant_standings(&copied, &ruled)?;
    let entrants = run.entrants.iter().zip(before.into_iter().zip(after));
    let entrants =
        entrants.map(|(row, (before, after))| EntrantChange { name: row.name.clone(), before, after });
    Ok(RulingPreview { is_incomplete: !is_complete(&ruled)?, entrants: entrants.collect() })
}

/// Returns the standing of each entrant of a run, in the order of the tournament's file.
///
/// # Errors
/// If the run cannot be read.
pub fn entrant_standings(folder: &RunFolder, run: &RecordedRun) -> Result<Vec<EntrantStanding>, Error> {
    let explained = |error| explain_record(folder, &error);
    let ratings = run.plan(GAMES).map_err(explained)?.grade.is_some();
    let parts = OptionalParts { ratings, ..OptionalParts::STANDINGS };
    let results = RunResults::read(run, GAMES, parts).map_err(explained)?;
    let places = final_places(&results);
    let mut standings: Vec<EntrantStanding> = (0..)
        .map(EntrantId)
        .take(run.entrants.len())
        .map(|id| EntrantStanding { place: places.get(&id).map(|(place, _)| *place), grade: None })
        .collect();
    for graded in Gradebook::new(&results).map(|book| book.grades).unwrap_or_default() {
        if let Some(standing) = standings.get_mut(graded.id.index()) {
            standing.grade = graded.grade.map(Grade::number);
        }
    }
    Ok(standings)
}

fn uncopied(error: &io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot copy the run's record for a preview: {error}"))
}
