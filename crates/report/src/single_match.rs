//! The page of one match: one that was just played and is in no ledger, or one of a run.

use std::path::Path;

use game::{Game, PerSeat, Rules, Seat};
use job::{SeatRecord, meaning, public_failure};
use referee::{Failure, Limits, Record, transcript};
use serde::Serialize;

use crate::ReportError;
use crate::describe::condition_facts;
use crate::formatting::visible;
use crate::model::{Fact, SCHEMA};
use crate::site::{ListedGame, SMALL, gzip, listed_game, packed};

/// One match, with the part of each seat that its reader may know.
pub struct SingleMatch<'a> {
    /// The title at the head of the page: `Tank Chess, seed 3`.
    pub title: &'a str,
    /// Its number in its run; [`SingleMatch::NUMBER`] if it belongs to none.
    pub number: &'a str,
    /// The game.
    pub game: &'static dyn Game,
    /// The rule options.
    pub rules: &'a Rules,
    /// The limits of each seat.
    pub limits: &'a Limits,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<&'a str>,
    /// The names of the players in their seats.
    pub names: PerSeat<&'a str>,
    /// The actions and how the match ended.
    pub record: &'a Record,
    /// Additional data about each seat that the reader may know; `None` for a person, or for another user's bot.
    pub seats: PerSeat<Option<SeatRecord>>,
}

impl SingleMatch<'_> {
    /// The number of a match outside any schedule, as the viewer needs a number for each match.
    pub const NUMBER: &'static str = "1.1.1.1";

    /// Returns the page of the match with scripts, rules and data inside: one HTML file, which a browser opens from
    /// anywhere.
    ///
    /// # Errors
    /// Fails if the data cannot be written as JSON.
    pub fn page(&self) -> Result<String, ReportError> {
        let (index, played) = (json(&self.index())?, json(&self.played())?);
        let known = PrivateRecord { seats: &self.seats.0 };
        let known = json(&known)?;
        let mut values = vec![("index", &*index), ("match", &*played), ("private", &*known)];
        let rules = self.game.module().map(|module| json(&packed(module, SMALL))).transpose()?;
        values.extend(rules.as_deref().map(|rules| ("rules", rules)));
        Ok(viewer::single_page(&gzip(viewer::RULES, SMALL), &values))
    }

    fn index(&self) -> Index<'_> {
        Index {
            schema: SCHEMA,
            muster: env!("CARGO_PKG_VERSION"),
            kind: "match",
            // If a seat has no private record, the reader knows only its public data.
            tier: if self.seats.iter().all(|(_, seat)| seat.is_some()) { "all" } else { "entrant" },
            name: visible(self.title),
            game: listed_game(self.game),
            entrants: self.names.0.map(|name| Entrant { name: visible(name) }),
            stages: [Stage {
                rules: self.rules.to_string(),
                limits: self.limits.to_string(),
                conditions: condition_facts(self.rules, self.limits),
            }],
            times: "exact",
            matches: 1,
            single: self.number,
        }
    }

    /// Returns how a seat forfeited, with the private details only if the reader may know them.
    fn failure(&self, seat: Seat) -> Option<Failure> {
        let fault = self.record.verdict.reason.faults()[seat]?;
        let Some(loss) = &self.record.losses[seat] else { return Some(Failure::new(fault, "")) };
        Some(if self.seats[seat].is_some() { loss.failure.clone() } else { public_failure(&loss.failure) })
    }

    fn played(&self) -> Match<'_> {
        let Record { verdict, played, plies, metrics, spent, closings, .. } = self.record;
        let failures = PerSeat::from_fn(|seat| self.failure(seat));
        let PerSeat(faults) = failures.as_ref().map(|failure| failure.as_ref().map(NamedFault::from));
        Match {
            opening: Opening {
                game: self.game.key(),
                rules: self.rules.to_string(),
                limits: self.limits.to_string(),
                start: self.start,
                transcript: viewer::base64(&transcript::encode(played)),
            },
            row: Row {
                key: self.number,
                stage: 0,
                round: 1,
                entrants: [0, 1],
                outcome: verdict.outcome.winner().map(Seat::index),
                reason: visible(&verdict.reason.ending(failures.as_ref().map(Option::as_ref))),
                faults,
                counts: true,
                plies: *plies,
                metrics: &metrics.0,
                spent: spent.0.map(|spent| spent.0),
                memory: closings.as_ref().0.map(|closing| closing.memory_peak),
            },
        }
    }
}

fn json(value: &impl Serialize) -> Result<String, ReportError> {
    let failed = ReportError::file("render", Path::new("the match"));
    serde_json::to_string(value).map_err(|error| failed(error.into()))
}

/// The part of a site's index that the page of a match reads.
#[derive(Serialize)]
struct Index<'a> {
    schema: u32,
    muster: &'static str,
    kind: &'static str,
    tier: &'static str,
    name: String,
    game: ListedGame,
    entrants: [Entrant; 2],
    stages: [Stage; 1],
    times: &'static str,
    matches: u32,
    single: &'a str,
}

#[derive(Serialize)]
struct Entrant {
    name: String,
}

#[derive(Serialize)]
struct Stage {
    rules: String,
    limits: String,
    conditions: Vec<Fact>,
}

/// The match, ready to be opened.
#[derive(Serialize)]
struct Match<'a> {
    opening: Opening<'a>,
    row: Row<'a>,
}

#[derive(Serialize)]
struct Opening<'a> {
    game: &'static str,
    rules: String,
    limits: String,
    start: Option<&'a str>,
    /// The transcript in base64.
    transcript: String,
}

#[derive(Serialize)]
struct Row<'a> {
    key: &'a str,
    stage: u32,
    round: u32,
    entrants: [u32; 2],
    outcome: Option<usize>,
    #[serde(rename = "reasonText")]
    reason: String,
    faults: [Option<NamedFault>; 2],
    counts: bool,
    plies: u32,
    metrics: &'a [Vec<i64>; 2],
    spent: [u64; 2],
    memory: [u64; 2],
}

#[derive(Serialize)]
struct NamedFault {
    name: String,
    about: &'static str,
    advice: String,
}

impl From<&Failure> for NamedFault {
    fn from(failure: &Failure) -> NamedFault {
        NamedFault {
            name: failure.name(),
            about: meaning(failure),
            advice: visible(failure.advice().unwrap_or_default()),
        }
    }
}

/// The data of each seat beyond the public record.
#[derive(Serialize)]
struct PrivateRecord<'a> {
    seats: &'a [Option<SeatRecord>; 2],
}
