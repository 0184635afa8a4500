//! Proving that a match, and the other contents of the evidence, belong to the run with the named root.

use game::{PerSeat, Seat};
use hash::Hash;
use job::{Plays, SeatRecord, SizeClass};
use ledger::{EntrantRow, MatchExcerpt, MatchRow, Proof, Root, SiblingHash, StageTerms};
use referee::{Played, Ticks, transcript};
use run_folder::RecordedRun;
use serde::{Deserialize, Serialize};
use tournament::{EntrantId, MatchKey};

use crate::error::MakingError;

/// The fields of a match's hash that are not in its record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HashedFields {
    /// The numbers of the entrants in the run.
    entrants: PerSeat<u32>,
    /// The game's metrics for each seat.
    metrics: PerSeat<Vec<i64>>,
    /// Time of each seat.
    spent: PerSeat<Ticks>,
    /// Peak memory of each seat, in bytes.
    memory: PerSeat<u64>,
}

impl HashedFields {
    fn from_row(row: &MatchRow) -> HashedFields {
        let entrants = row.entrants.map(|entrant| entrant.0);
        HashedFields { entrants, metrics: row.metrics.clone(), spent: row.spent, memory: row.memory }
    }

    /// Returns the row of the record's match.
    fn row(&self, record: &SeatRecord, played: &[Played]) -> Result<MatchRow, String> {
        Ok(MatchRow {
            key: record
                .number
                .parse()
                .ok()
                .filter(|key: &MatchKey| key.to_string() == record.number)
                .ok_or_else(|| "the number of the match is not in the usual notation".to_owned())?,
            entrants: self.entrants.map(EntrantId),
            start: record.start.clone(),
            outcome: record.outcome,
            reason: record.reason.clone(),
            plies: transcript::plies(played),
            metrics: self.metrics.clone(),
            spent: self.spent,
            memory: self.memory,
            transcript: record.transcript.clone(),
        })
    }
}

/// The run's root, and the path to it from the match and its entrants.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Membership {
    /// The text whose hash is the root.
    root: String,
    /// The lines of the run's list of earlier rules, under which some matches were played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    earlier_rules: Vec<String>,
    /// The sibling hashes on the path from the match to the stage's line in that text.
    way: Vec<Step>,
    /// The salt of the seat's part of the match.
    salt: Hash,
    /// The commitment to the other seat's part.
    other_part: Hash,
    /// The match.
    counts: HashedFields,
    /// The entrant, as entered.
    entrant: EntrantTerms,
    /// The commitment to everything of the other entrant except the name.
    other_entrant: Hash,
}

/// A sibling hash.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Step {
    Left(Hash),
    Right(Hash),
}

/// The entrant as entered, without fields that are in the match.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntrantTerms {
    bot: String,
    size: SizeClass,
    guest: bool,
    joined: u32,
    since: u32,
    salt: Hash,
}

impl Membership {
    /// Builds the proof that the match with this key, and the part of this seat, belong to the run with this root.
    ///
    /// # Errors
    /// If the run does not have the match.
    pub(crate) fn prove(
        run: &RecordedRun,
        key: MatchKey,
        seat: Seat,
        root: &Root,
    ) -> Result<Membership, MakingError> {
        let row = run.find(key)?.ok_or(MakingError::NoMatch)?;
        let proof = run.ledger.proof(root, &row, seat)?;
        let id = row.entrants[seat];
        let missing = || MakingError::NoEntrant(id.to_string());
        let entrant = run.entrants.get(id.index()).ok_or_else(missing)?;
        let EntrantRow { bot, size, guest, joined, since, .. } = entrant.clone();
        let step = |beside: SiblingHash| match beside {
            SiblingHash::Left(hash) => Step::Left(hash.into()),
            SiblingHash::Right(hash) => Step::Right(hash.into()),
        };
        Ok(Membership {
            root: proof.root,
            earlier_rules: proof.earlier,
            way: proof.way.into_iter().map(step).collect(),
            salt: proof.salt.into(),
            other_part: proof.other_part.into(),
            counts: HashedFields::from_row(&row),
            entrant: EntrantTerms { bot, size, guest, joined, since, salt: proof.entrant_salt.into() },
            other_entrant: proof.other_entrant.into(),
        })
    }

    /// Returns the root of the run to which everything belongs.
    ///
    /// # Errors
    /// The part that does not belong to it.
    pub(crate) fn root_of(&self, record: &SeatRecord, played: &[Played]) -> Result<String, String> {
        let step = |step: &Step| match step {
            Step::Left(hash) => SiblingHash::Left(*hash.bytes()),
            Step::Right(hash) => SiblingHash::Right(*hash.bytes()),
        };
        let proof = Proof {
            root: self.root.clone(),
            earlier: self.earlier_rules.clone(),
            way: self.way.iter().map(step).collect(),
            salt: *self.salt.bytes(),
            other_part: *self.other_part.bytes(),
            entrant_salt: *self.entrant.salt.bytes(),
            other_entrant: *self.other_entrant.bytes(),
        };
        let row = self.counts.row(record, played)?;
        let shown = MatchExcerpt {
            row: &row,
            seat: record.seat,
            engine: &record.engine,
            game: &record.game,
            terms: &StageTerms { rules: record.rules.clone(), limits: record.limits.to_string() },
            names: PerSeat::from_fn(|seat: Seat| record.entrants[seat].as_str()),
            entrant: &self.entrant(record)?,
            dice: &record.dice,
            loss: record.loss.as_ref(),
            closing: &record.closing,
        };
        proof.root_of(&shown).map_err(|error| error.to_string())
    }

    /// Returns the entrant of this evidence.
    fn entrant(&self, record: &SeatRecord) -> Result<EntrantRow, String> {
        let EntrantTerms { bot, size, guest, joined, since, .. } = self.entrant.clone();
        let module = match &record.plays {
            Plays::Module { hash, size: named } if size == *named => Some(*hash),
            Plays::Builtin(builtin) if builtin.to_string() == bot => None,
            _ => return Err("the bot that played is not the one entered in the run with the root".to_owned()),
        };
        let (name, settings) = (record.entrants[record.seat].clone(), record.settings.clone());
        // A refused entrant has no match.
        let refusal = Vec::new();
        Ok(EntrantRow { name, bot, module, settings, size, guest, refusal, joined, since })
    }
}
