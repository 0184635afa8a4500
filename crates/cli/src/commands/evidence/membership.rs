//! What shows that a match is one of the run with the root that the evidence names.

use game::PerSeat;
use job::SeatRecord;
use ledger::{Inclusion, MatchRow};
use referee::Ticks;
use serde::{Deserialize, Serialize};
use tournament::{EntrantId, MatchKey};

/// The run's root and the hashes of all matches of the stage, with what the match's own hash covers beside its record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Membership {
    /// The text that the root is the hash of.
    root: String,
    /// The key and the hash of each match of the stage.
    matches: Vec<(i64, String)>,
    /// The numbers of the entrants in the run.
    entrants: [u32; 2],
    /// What the game counted for each seat.
    metrics: [Vec<i64>; 2],
    /// The time that each seat used, in ticks.
    spent: [u64; 2],
    /// The bytes of memory that each seat used at most.
    memory: [u64; 2],
}

impl Membership {
    pub(super) fn of(row: &MatchRow, inclusion: Inclusion) -> Membership {
        let hex = |hash: [u8; 32]| blake3::Hash::from_bytes(hash).to_hex().to_string();
        Membership {
            root: inclusion.root,
            matches: inclusion.matches.into_iter().map(|(key, hash)| (key, hex(hash))).collect(),
            entrants: row.entrants.map(|entrant| entrant.0).0,
            metrics: row.metrics.clone().0,
            spent: row.spent.map(|spent| spent.0).0,
            memory: row.memory.0,
        }
    }

    /// The root of the run that it shows the match of this record to be of.
    pub(super) fn root_of(&self, record: &SeatRecord, plies: u32) -> Option<String> {
        let hash = |text: &String| blake3::Hash::from_hex(text).ok().map(<[u8; 32]>::from);
        let matches = self.matches.iter().map(|(key, text)| Some((*key, hash(text)?)));
        let inclusion = Inclusion { root: self.root.clone(), matches: matches.collect::<Option<_>>()? };
        let row = MatchRow {
            key: record.number.parse::<MatchKey>().ok()?,
            entrants: PerSeat(self.entrants.map(EntrantId)),
            start: record.start.clone(),
            outcome: record.outcome,
            reason: record.reason.clone().into(),
            plies,
            metrics: PerSeat(self.metrics.clone()),
            spent: PerSeat(self.spent.map(Ticks)),
            memory: PerSeat(self.memory),
            transcript: record.transcript.clone(),
        };
        inclusion.root_of(&row)
    }
}
