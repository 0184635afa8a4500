//! Proving that a match, and the other contents of the evidence, belong to the run with the named root.

use game::{PerSeat, Seat};
use job::{Plays, SeatRecord, SizeClass};
use ledger::{Beside, EntrantRow, Inclusion, MatchExcerpt, MatchRow, Proof, Root, StageTerms};
use referee::{Played, Ticks, transcript};
use run_folder::RecordedRun;
use serde::{Deserialize, Serialize};
use tournament::{EntrantId, MatchKey};

use crate::error::MakingError;

/// The proof, by the version of the run's root.
#[derive(Clone, Debug)]
pub(crate) enum Membership {
    /// For a run whose root covers the match alone.
    StageListing(StageListing),
    /// For a run whose root covers everything in the evidence.
    ProofText(Box<ProofText>),
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
        if let Some(proof) = run.ledger.proof(root, &row, seat)? {
            let id = row.entrants[seat];
            let missing = || MakingError::NoEntrant(id.to_string());
            let entrant = run.entrants.get(id.index()).ok_or_else(missing)?;
            return Ok(Membership::ProofText(Box::new(ProofText::new(&row, entrant, proof))));
        }
        Ok(Membership::StageListing(StageListing::new(&row, run.ledger.inclusion(root, row.key.stage())?)))
    }

    /// Returns the root of the run to which everything belongs that this version of the root covers.
    ///
    /// # Errors
    /// The part that does not belong to it.
    pub(crate) fn root_of(&self, record: &SeatRecord, played: &[Played]) -> Result<String, String> {
        match self {
            Membership::StageListing(listed) => listed.root_of(record, played),
            Membership::ProofText(proven) => proven.root_of(record, played),
        }
    }

    /// Returns the parts that the root does not cover, in words.
    pub(crate) const fn unproven(&self) -> Option<&'static str> {
        match self {
            Membership::ProofText(_) => None,
            Membership::StageListing(_) => Some(
                "the entrants' names, the entrant's module, settings, dice, failing call and log, the rules, the limits \
                 and README.txt: the run's root is of a version that does not cover them",
            ),
        }
    }
}

/// The fields of a match's hash that are not in its record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    /// The numbers of the entrants in the run.
    entrants: PerSeat<u32>,
    /// The game's metrics for each seat.
    metrics: PerSeat<Vec<i64>>,
    /// Time of each seat.
    spent: PerSeat<Ticks>,
    /// Peak memory of each seat, in bytes.
    memory: PerSeat<u64>,
}

impl Counts {
    fn from_row(row: &MatchRow) -> Counts {
        let entrants = row.entrants.map(|entrant| entrant.0);
        Counts { entrants, metrics: row.metrics.clone(), spent: row.spent, memory: row.memory }
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

/// The run's root and the hashes of all matches of the stage.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StageListing {
    /// The text whose hash is the root.
    root: String,
    /// The key and the hash of each match of the stage.
    matches: Vec<(i64, String)>,
    entrants: PerSeat<u32>,
    metrics: PerSeat<Vec<i64>>,
    spent: PerSeat<Ticks>,
    memory: PerSeat<u64>,
}

impl StageListing {
    fn new(row: &MatchRow, inclusion: Inclusion) -> StageListing {
        let Counts { entrants, metrics, spent, memory } = Counts::from_row(row);
        let matches = inclusion.matches.iter().map(|(key, hash)| (*key, hex(hash))).collect();
        StageListing { root: inclusion.root, matches, entrants, metrics, spent, memory }
    }

    fn root_of(&self, record: &SeatRecord, played: &[Played]) -> Result<String, String> {
        let StageListing { root, entrants, metrics, spent, memory, .. } = self.clone();
        let matches = self.matches.iter().map(|(key, text)| Ok::<_, String>((*key, bytes(text)?)));
        let inclusion = Inclusion { root, matches: matches.collect::<Result<_, _>>()? };
        if !inclusion.names(&record.engine, &record.game) {
            return Err("the engine or the game is not that of the run with the root".to_owned());
        }
        let row = Counts { entrants, metrics, spent, memory }.row(record, played)?;
        if record.closing.memory_peak != row.memory[record.seat] {
            return Err("the memory is not that of the match".to_owned());
        }
        let shown = inclusion.root_of(&row);
        shown.ok_or_else(|| "the match does not belong to the run with the root that it names".to_owned())
    }
}

/// The run's root, and the path to it from the match and its entrants.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProofText {
    /// The text whose hash is the root.
    root: String,
    /// The sibling hashes on the path from the match to the stage's line in that text.
    way: Vec<Step>,
    /// The salt of the seat's part of the match.
    salt: String,
    /// The commitment to the other seat's part.
    other_part: String,
    /// The match.
    counts: Counts,
    /// The entrant, as entered.
    entrant: EntrantTerms,
    /// The commitment to everything of the other entrant except the name.
    other_entrant: String,
}

/// A sibling hash.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Step {
    Left(String),
    Right(String),
}

/// The entrant as entered, without fields that are in the match.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntrantTerms {
    bot: String,
    size: Option<SizeClass>,
    guest: bool,
    joined: u32,
    since: u32,
    salt: String,
}

impl ProofText {
    fn new(row: &MatchRow, entrant: &EntrantRow, proof: Proof) -> ProofText {
        let EntrantRow { bot, size, guest, joined, since, .. } = entrant.clone();
        let step = |beside: Beside| match beside {
            Beside::Left(hash) => Step::Left(hex(&hash)),
            Beside::Right(hash) => Step::Right(hex(&hash)),
        };
        ProofText {
            root: proof.root,
            way: proof.way.into_iter().map(step).collect(),
            salt: hex(&proof.salt),
            other_part: hex(&proof.other_part),
            counts: Counts::from_row(row),
            entrant: EntrantTerms { bot, size, guest, joined, since, salt: hex(&proof.entrant_salt) },
            other_entrant: hex(&proof.other_entrant),
        }
    }

    fn root_of(&self, record: &SeatRecord, played: &[Played]) -> Result<String, String> {
        let step = |step: &Step| match step {
            Step::Left(text) => bytes(text).map(Beside::Left),
            Step::Right(text) => bytes(text).map(Beside::Right),
        };
        let proof = Proof {
            root: self.root.clone(),
            way: self.way.iter().map(step).collect::<Result<_, _>>()?,
            salt: bytes(&self.salt)?,
            other_part: bytes(&self.other_part)?,
            entrant_salt: bytes(&self.entrant.salt)?,
            other_entrant: bytes(&self.other_entrant)?,
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
            Plays::Module { hash, size: named } if size == Some(*named) => Some(*hash),
            Plays::Builtin(builtin) if builtin.to_string() == bot => None,
            _ => return Err("the bot that played is not the one entered in the run with the root".to_owned()),
        };
        let (name, settings) = (record.entrants[record.seat].clone(), record.settings.clone());
        // A refused entrant has no match.
        let refusal = Vec::new();
        Ok(EntrantRow { name, bot, module, settings, size, guest, refusal, joined, since })
    }
}

fn hex(hash: &[u8; 32]) -> String {
    blake3::Hash::from_bytes(*hash).to_hex().to_string()
}

/// Parses the output of [`hex`].
fn bytes(text: &str) -> Result<[u8; 32], String> {
    let hash = blake3::Hash::from_hex(text).ok().map(<[u8; 32]>::from);
    hash.filter(|hash| hex(hash) == text).ok_or_else(|| "a hash is not in the usual notation".to_owned())
}
