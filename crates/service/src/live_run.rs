//! Runs while they are played: how far they are, and who leads.

use std::collections::BTreeMap;

use classroom::{OrderProgress, StandingsTable};
use game::Metric;
use runner::Event;
use serde::Serialize;

/// A run that is being played here.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LiveRun {
    /// What people call it: the name of its folder.
    pub(crate) name: String,
    /// The stage that is played.
    pub(crate) stage: String,
    /// How many matches of the stage were played.
    pub(crate) played: u64,
    /// How many there are at most.
    pub(crate) of: u64,
    /// The standings of the stage; `None` until there are any.
    pub(crate) standings: Option<StandingsTable>,
}

/// The runs that are being played here, by their folders in the class's.
pub(crate) type LiveRuns = BTreeMap<String, LiveRun>;

/// What of a run can be shown has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing that is worth showing by itself.
    None,
    /// The standings, or the stage.
    Shown,
}

impl LiveRun {
    /// A run that begins.
    pub(crate) fn new(place: &str) -> LiveRun {
        let name = place.rsplit('/').next().unwrap_or(place);
        let (stage, standings) = (String::new(), None);
        LiveRun { name: name.to_owned(), stage, played: 0, of: 0, standings }
    }

    /// Adds what has happened.
    pub(crate) fn add(&mut self, progress: &OrderProgress<'_>, metrics: &[Metric]) -> Change {
        match progress.event {
            Event::StageStarted { name, matches, already, .. } => {
                self.stage = name.to_string();
                (self.played, self.of) = (*already, *matches);
                self.standings = None;
                Change::Shown
            }
            Event::Played { .. } => {
                self.played += 1;
                Change::None
            }
            Event::Leading { standings }
            | Event::StageFinished { standings, .. }
            | Event::StageInterrupted { standings, .. } => {
                let metrics: Vec<&str> = metrics.iter().map(|metric| metric.name).collect();
                self.standings = Some(StandingsTable::new(standings, progress.entrants, &metrics));
                Change::Shown
            }
            Event::Refused { .. }
            | Event::FindingOpenings { .. }
            | Event::MetAgain { .. }
            | Event::Slow { .. }
            | Event::Void { .. } => Change::None,
        }
    }
}
