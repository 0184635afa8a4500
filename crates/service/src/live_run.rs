//! Runs while they are played: how far they are, and who leads.

use std::collections::BTreeMap;

use classroom::{OrderProgress, ProgressPicture, StandingsTable, cycle_at};
use game::Metric;
use runner::Event;
use serde::Serialize;

/// A run that is being played here.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LiveRun {
    /// What people call it: the name of its folder, or which cycle of the ladder it is.
    pub(crate) name: String,
    /// The stage that is played.
    pub(crate) stage: String,
    /// How many matches of the stage were played.
    pub(crate) played: u64,
    /// How many there are at most.
    pub(crate) of: u64,
    /// How many matches of all stages are on record, as far as they were played or counted here.
    #[serde(skip)]
    pub(crate) recorded: u64,
    /// The standings of the stage; `None` until there are any.
    pub(crate) standings: Option<StandingsTable>,
    /// Its brackets and curves.
    pub(crate) pictures: Vec<ProgressPicture>,
}

/// The runs that are being played here, by their folders in the class's.
pub(crate) type LiveRuns = BTreeMap<String, LiveRun>;

/// What of a run can be shown has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing.
    None,
    /// The results, which change with every match and are shown now and then.
    Results,
    /// The stage, which is shown at once.
    Stage,
}

impl LiveRun {
    /// A run that begins.
    pub(crate) fn new(place: &str) -> LiveRun {
        let name = match cycle_at(place) {
            Some(cycle) => format!("Ladder, cycle {cycle}"),
            None => place.rsplit('/').next().unwrap_or(place).to_owned(),
        };
        LiveRun {
            name,
            stage: String::new(),
            played: 0,
            of: 0,
            recorded: 0,
            standings: None,
            pictures: Vec::new(),
        }
    }

    /// Adds what has happened.
    pub(crate) fn add(&mut self, progress: &OrderProgress<'_>, metrics: &[Metric]) -> Change {
        match progress.event {
            Event::StageStarted { name, matches, already, .. } => {
                self.stage = name.to_string();
                (self.played, self.of) = (*already, *matches);
                self.recorded += *already;
                self.standings = None;
                Change::Stage
            }
            Event::Played { .. } => {
                self.played += 1;
                self.recorded += 1;
                Change::Results
            }
            Event::Leading { standings }
            | Event::StageFinished { standings, .. }
            | Event::StageInterrupted { standings, .. } => {
                let metrics: Vec<&str> = metrics.iter().map(|metric| metric.name).collect();
                self.standings = Some(StandingsTable::new(standings, progress.entrants, &metrics));
                Change::Results
            }
            Event::Refused { .. }
            | Event::FindingOpenings { .. }
            | Event::MetAgain { .. }
            | Event::Slow { .. }
            | Event::Exposed { .. }
            | Event::Void { .. } => Change::None,
        }
    }
}
