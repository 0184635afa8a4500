//! Progress and standings of runs being played.

use std::collections::BTreeMap;

use class_operations::ladder::cycle_at;
use class_operations::orders::RunProgress;
use class_operations::runs::{ProgressPicture, StandingsTable};
use game::Metric;
use runner::Event;
use serde::Serialize;

/// A run being played by this process.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LiveRun {
    /// Its display name: the name of its folder, or the cycle of the ladder.
    pub(crate) name: String,
    /// The stage being played.
    pub(crate) stage: String,
    /// Number of matches of the stage that were played.
    pub(crate) played: u64,
    /// Maximum number of matches of the stage.
    pub(crate) of: u64,
    /// Number of matches of all stages on record that this process has played or counted.
    #[serde(skip)]
    pub(crate) recorded: u64,
    /// The standings of the stage; `None` until there are any.
    pub(crate) standings: Option<StandingsTable>,
    /// Brackets and curves of the stage.
    pub(crate) pictures: Vec<ProgressPicture>,
}

/// The runs being played by this process, by their folders within the class's folder.
pub(crate) type LiveRuns = BTreeMap<String, LiveRun>;

/// The kind of change to the display of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing changed.
    None,
    /// The results, which change with every match and are shown at intervals.
    Results,
    /// The stage, which is shown at once.
    Stage,
}

impl LiveRun {
    /// Returns a run that is about to begin.
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

    /// Updates the run with an event.
    pub(crate) fn add(&mut self, progress: &RunProgress<'_>, metrics: &[Metric]) -> Change {
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
