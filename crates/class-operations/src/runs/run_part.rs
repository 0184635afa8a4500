//! An entrant's part of a run: the matches that a student or a team has played in it.
//!
//! The list of matches comes from the run's report; the details of a match are read from the ledger on request.

mod decided_match;
mod logged;
mod match_part;
mod match_reports;
mod played_matches;

use std::path::{Path, PathBuf};

use class_model::{Contender, Facts};
use explain::{Error, Kind, with_causes};
use ledger::RunFolder;
use report::match_list;
use run_folder::RecordedRun;
use tournament::{EntrantId, MatchKey};

pub use self::decided_match::DecidedMatch;
pub use self::logged::{LoggedPly, MatchLog};
pub use self::match_part::MatchPart;
pub use self::match_reports::{MatchPartReport, PlayedMatchesReport};
pub use self::played_matches::{MatchCounts, MatchFilter, MatchResult, PlayedMatch, PlayedMatches};
use super::run_entrants::find_run_entrant;
use super::{ShownRun, open_tournament};
use crate::open_class::OpenClass;

/// A run as seen by one of its entrants.
pub struct RunPart {
    name: String,
    site: PathBuf,
    run: RecordedRun,
    entrant: EntrantId,
}

impl RunPart {
    /// Opens a run that may be shown, for a student or a team.
    ///
    /// # Errors
    /// If they did not play in it, it has changed since the report that may be shown, or it cannot be read.
    pub fn open(
        class: &OpenClass,
        facts: &Facts,
        shown: &ShownRun,
        contender: &Contender<'_>,
    ) -> Result<RunPart, Error> {
        let run = open_tournament(&RunFolder::at(shown.folder()))?;
        shown.refuse_later(&run)?;
        let mut entrants = (0..).map(EntrantId).zip(&run.entrants);
        let found = entrants.find(|(_, row)| row.name == contender.alias);
        let who = find_run_entrant(class, facts, found.map(|(_, row)| row));
        let entrant = found.map(|(id, _)| id).filter(|_| who.is_ok_and(|who| who.who == contender.who));
        let entrant = entrant.ok_or_else(|| {
            let what = format!("{} has no matches in the run {}", contender.alias, shown.name);
            Error::new(Kind::NotFound, what)
        })?;
        Ok(RunPart { name: shown.name.clone(), site: shown.pages.clone(), run, entrant })
    }

    /// Returns the matches that they have played, as listed in the run's report.
    ///
    /// # Errors
    /// If the report is missing, or has no such list.
    pub fn matches(&self) -> Result<PlayedMatches, Error> {
        listed_matches(&self.site, &self.run, self.entrant)
    }

    /// Returns a match that they have played.
    ///
    /// # Errors
    /// If the run has no such match of theirs, or it cannot be read.
    pub fn find_match(self, key: MatchKey) -> Result<MatchPart, Error> {
        MatchPart::read(self.name, self.run, self.entrant, key)
    }
}

/// Returns the matches of an entrant of a tournament, as listed in its report.
///
/// # Errors
/// If the run has no such entrant or no report, or it cannot be read.
pub fn entrant_matches(folder: &RunFolder, entrant: EntrantId) -> Result<PlayedMatches, Error> {
    let run = open_tournament(folder)?;
    if entrant.index() >= run.entrants.len() {
        return Err(Error::new(Kind::NotFound, "the run has no such entrant"));
    }
    listed_matches(&folder.site(), &run, entrant)
}

fn listed_matches(site: &Path, run: &RecordedRun, entrant: EntrantId) -> Result<PlayedMatches, Error> {
    let list = match_list(site, entrant).map_err(|error| {
        Error::new(Kind::Host, format!("cannot read the list of matches: {}", with_causes(&error)))
            .hint("`muster report` writes the run's report again")
    })?;
    PlayedMatches::read(run, entrant, list)
}

/// Returns the number of matches that a student or a team has played in a complete run, and the number of those that
/// they lost by a fault; `None` if they played none.
pub fn count_matches(
    class: &OpenClass,
    facts: &Facts,
    shown: &ShownRun,
    contender: &Contender<'_>,
) -> Option<(u64, u64)> {
    let completed = facts.track_record().run(&shown.run)?;
    let hand_ins = |module| facts.submissions_with(module).map(|(_, one)| one);
    let is_own = |module| hand_ins(module).any(|one| contender.who.has_handed_in(one));
    let own: Vec<_> = completed.results.iter().filter(|result| is_own(result.module)).collect();
    if own.is_empty() {
        return None;
    }
    // The record counts by module. If others have the same module, only the run knows who played.
    let is_anothers = |module| hand_ins(module).any(|one| !contender.who.has_handed_in(one));
    if own.iter().any(|result| is_anothers(result.module)) {
        let counts =
            RunPart::open(class, facts, shown, contender).and_then(|part| part.matches()).ok()?.counts();
        return (counts.all > 0).then_some((counts.all as u64, counts.failed as u64));
    }
    let counts = own.iter().fold((0, 0), |(all, failed), one| (all + one.matches, failed + one.failed));
    (counts.0 > 0).then_some(counts)
}
