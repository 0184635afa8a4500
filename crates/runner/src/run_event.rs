//! Events as JSON: one per line, in order, each an object with a `type`.

use std::collections::BTreeMap;

use game::{Outcome, Seat};
use json::Shape;
use ledger::EntrantRow;
use schemars::JsonSchema;
use serde::Serialize;
use tournament::{EntrantId, MatchKey, PlacedBy, Standings, Status};

use crate::event::Event;

/// An event of a run, by its `type`. A match is reported only after it is on disk.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum RunEvent<'a> {
    /// With `--fresh`: an earlier run was set aside.
    SetAside {
        /// The folder in which it is kept.
        run: String,
    },
    /// With `--adopt`: the run adopted changes of the tournament.
    Adopted {
        /// The changes, one difference each; empty if only comments, spaces or the order of keys changed.
        changes: &'a [String],
    },
    /// An entrant's bot was refused; the entrant plays no match.
    Refused {
        /// The entrant.
        entrant: &'a str,
        /// All reasons.
        reasons: &'a [String],
    },
    /// A stage begins or is resumed.
    StageStarted {
        /// The number of the stage, from 1.
        stage: usize,
        /// Its name.
        name: &'a str,
        /// The maximum number of matches, without a play-off.
        matches_at_most: u64,
        /// The number of its matches that are already on record.
        matches_on_record: u64,
    },
    /// A round of a Swiss could not be paired without two entrants that have met before.
    MetAgain {
        /// The number of the stage, from 1.
        stage: usize,
        /// Its name.
        name: &'a str,
        /// The number of the round, from 1.
        round: u32,
        /// One of the two.
        first: &'a str,
        /// The other.
        second: &'a str,
    },
    /// A match was played and is on disk.
    Played {
        /// Its id, as in the report.
        #[serde(rename = "match")]
        key: String,
        /// The entrant in the first seat.
        first: &'a str,
        /// The entrant in the second seat.
        second: &'a str,
        /// The seat that won. Null for a draw.
        winner: Option<SeatWord>,
        /// The reason why the match ended.
        reason: String,
    },
    /// The host failed: the match is void, and is played again unless it has been tried three times.
    Void {
        /// Its id, as in the report.
        #[serde(rename = "match")]
        key: String,
        /// The failure.
        why: &'a str,
        /// The number of tries so far.
        tries: u32,
    },
    /// A worker of a fleet has sent a wrong record, which was detected and does not count.
    WorkerExposed {
        /// The worker's public key.
        worker: &'a str,
        /// The fault of the record.
        why: &'a str,
        /// The ids of the matches on record that it has played since this run was started. They should be verified.
        matches: Vec<String>,
    },
    /// A stage is complete and sealed.
    StageFinished {
        /// The number of the stage, from 1.
        stage: usize,
        /// Its name.
        name: &'a str,
        /// The final standings, best first.
        standings: Vec<StandingsRow<'a>>,
    },
    /// Playing a stage stopped before it was complete.
    StageInterrupted {
        /// The number of the stage, from 1.
        stage: usize,
        /// Its name.
        name: &'a str,
        /// The standings so far, best first.
        partial_standings: Vec<StandingsRow<'a>>,
    },
    /// The run is complete, and its report is written. Nothing comes after it.
    Complete {
        /// The first page of the report.
        report: String,
        /// The root of the run: one hash over all inputs and records.
        root: Option<String>,
    },
}

impl Shape for RunEvent<'_> {
    const NAME: &'static str = "run";
    const VERSION: u32 = 1;
}

/// A seat.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatWord {
    /// The first seat.
    First,
    /// The second seat.
    Second,
}

/// A row of the standings of a stage.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StandingsRow<'a> {
    /// The place, from 1, each given once. Null for guests, and for entrants that have left and are not ranked.
    place: Option<u32>,
    /// The entrant's name.
    entrant: Option<&'a str>,
    /// The status of the entrant.
    status: StatusWord,
    /// `true` if the place was drawn by lot.
    by_lot: bool,
    /// The reason for the place, if the criteria of the stage did not decide it.
    placed_by: Option<PlacedByWord>,
    /// The place of the first of the entrants that are level, including this one. Null without a place.
    rank: Option<u32>,
    /// The number of games played.
    games: u32,
    /// The number of games that count without being played, such as those of a bye.
    byes: u32,
    /// The number of games won, played or not.
    won: u32,
    /// The number of games drawn, played or not.
    drawn: u32,
    /// The number of games lost.
    lost: u32,
    /// The number of those lost by a fault.
    faults: u32,
    /// The points and each tie-break, by its name. Null if there is none.
    values: BTreeMap<String, Option<f64>>,
}

/// The status of an entrant in a stage.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum StatusWord {
    /// It plays and is ranked.
    Plays,
    /// It plays without a place.
    Guest,
    /// It is no longer paired, by a ruling.
    Withdrawn,
    /// It has no place, by a ruling.
    Disqualified,
}

/// The reason for a place that the criteria of the stage do not decide.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum PlacedByWord {
    /// A lot drawn from the seed.
    Lot,
    /// The seed: two entrants are level after the replays of the last match of a knockout.
    Seed,
    /// The seed: entrants that lost in the same round of a knockout share a rank.
    SameRound,
    /// The play-off of the entrants that were level at the cut.
    PlayOff,
}

impl<'a> RunEvent<'a> {
    /// Converts an event; `None` for one that is only meant for spectators.
    pub fn from_event(
        event: &'a Event,
        entrants: &'a [EntrantRow],
        metrics: &[&str],
    ) -> Option<RunEvent<'a>> {
        let name = |id: EntrantId| entrants.get(id.index()).map_or("?", |entrant| entrant.name.as_str());
        Some(match event {
            Event::Refused { entrant, reasons } => RunEvent::Refused { entrant, reasons },
            Event::StageStarted { index, name, matches, already } => RunEvent::StageStarted {
                stage: index + 1,
                name,
                matches_at_most: *matches,
                matches_on_record: *already,
            },
            Event::MetAgain { index, name: stage, round, pairing } => RunEvent::MetAgain {
                stage: index + 1,
                name: stage,
                round: round + 1,
                first: name(pairing.first),
                second: name(pairing.second),
            },
            Event::Played { key, entrants, outcome, reason } => RunEvent::Played {
                key: key.to_string(),
                first: name(entrants[Seat::First]),
                second: name(entrants[Seat::Second]),
                winner: winner(*outcome),
                reason: reason.to_string(),
            },
            Event::Void { key, why, tries } => RunEvent::Void { key: key.to_string(), why, tries: *tries },
            Event::Exposed { worker, why, matches } => RunEvent::WorkerExposed {
                worker,
                why,
                matches: matches.iter().map(MatchKey::to_string).collect(),
            },
            Event::StageFinished { index, name, standings } => RunEvent::StageFinished {
                stage: index + 1,
                name,
                standings: table(standings, entrants, metrics),
            },
            Event::StageInterrupted { index, name, standings } => RunEvent::StageInterrupted {
                stage: index + 1,
                name,
                partial_standings: table(standings, entrants, metrics),
            },
            Event::FindingOpenings { .. } | Event::Slow { .. } | Event::Leading { .. } => return None,
        })
    }
}

fn winner(outcome: Outcome) -> Option<SeatWord> {
    Some(match outcome.winner()? {
        Seat::First => SeatWord::First,
        Seat::Second => SeatWord::Second,
    })
}

const fn status(status: Status) -> StatusWord {
    match status {
        Status::Plays => StatusWord::Plays,
        Status::Guest => StatusWord::Guest,
        Status::Withdrawn => StatusWord::Withdrawn,
        Status::Disqualified => StatusWord::Disqualified,
    }
}

const fn placed_by(by: PlacedBy) -> PlacedByWord {
    match by {
        PlacedBy::Lot => PlacedByWord::Lot,
        PlacedBy::Seed => PlacedByWord::Seed,
        PlacedBy::SameRound => PlacedByWord::SameRound,
        PlacedBy::PlayOff => PlacedByWord::PlayOff,
    }
}

fn table<'a>(standings: &Standings, entrants: &'a [EntrantRow], metrics: &[&str]) -> Vec<StandingsRow<'a>> {
    let criteria: Vec<String> = standings.criteria.iter().map(|criterion| criterion.name(metrics)).collect();
    let row = |row: &tournament::Row| StandingsRow {
        place: row.place,
        entrant: entrants.get(row.entrant.index()).map(|entrant| entrant.name.as_str()),
        status: status(row.status),
        by_lot: row.is_by_lot(),
        placed_by: row.placed_by.map(placed_by),
        rank: row.rank,
        games: row.tally.games,
        byes: row.tally.byes,
        won: row.tally.wins,
        drawn: row.tally.draws,
        lost: row.tally.losses,
        faults: row.tally.forfeits,
        values: criteria
            .iter()
            .zip(&row.values)
            .map(|(name, value)| (name.clone(), value.map(tournament::Value::as_f64)))
            .collect(),
    };
    standings.rows.iter().map(row).collect()
}
