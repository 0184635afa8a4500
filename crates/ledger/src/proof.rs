//! Proofs that a match, with everything that one entrant may have of it, belongs to the run with a root.
//!
//! A proof reveals nothing about other entrants: the other seat's part and the other entrant's bot and settings are
//! commitments with salts that stay in the ledger.

use game::{PerSeat, Seat};
use hash::Hash;
use referee::{Closing, Loss};
use thiserror::Error;
use tournament::RunSeed;

use crate::leaf::{leaf_of, part, part_name};
use crate::merkle_tree::{SiblingHash, leaf, root_above, way_up};
use crate::root::{has_line, has_rules, names};
use crate::salts::commitment;
use crate::{EntrantRow, Ledger, LedgerError, MatchRow, PlayedRules, Root, StageTerms, seal};

/// The text of a root, and the path to it from a match and one of its entrants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The text whose hash is the root.
    pub root: String,
    /// The lines of the run's list of earlier rules, with which some matches were played.
    pub earlier: Vec<String>,
    /// The sibling hashes on the path from the match to the root of its stage's tree, lowest first.
    pub way: Vec<SiblingHash>,
    /// The salt of the seat's part of the match.
    pub salt: [u8; 32],
    /// The commitment to the other seat's part.
    pub other_part: [u8; 32],
    /// The salt of the entrant.
    pub entrant_salt: [u8; 32],
    /// The commitment to everything of the other entrant except the name.
    pub other_entrant: [u8; 32],
}

/// The part of a match that its entrant at one seat may have.
#[derive(Clone, Copy, Debug)]
pub struct MatchExcerpt<'a> {
    /// The match.
    pub row: &'a MatchRow,
    /// The seat.
    pub seat: Seat,
    /// The fingerprint of the engine.
    pub engine: &'a str,
    /// The game's name.
    pub game: &'a str,
    /// The terms of the match.
    pub terms: &'a StageTerms,
    /// The names of both entrants.
    pub names: PerSeat<&'a str>,
    /// The entrant at the seat.
    pub entrant: &'a EntrantRow,
    /// The key of the seat's random stream.
    pub dice: &'a [u8; 32],
    /// The seat's failure; `None` if it did not fail.
    pub loss: Option<&'a Loss>,
    /// The log and peak memory of the seat's player.
    pub closing: &'a Closing,
}

/// A part does not belong to the run with the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{what}: not from the run with the root that it names")]
pub struct ProofError {
    /// The part.
    pub what: &'static str,
}

impl Ledger {
    /// Returns the proof that a match belongs to the run with this root, for the entrant at one seat.
    ///
    /// # Errors
    /// If the record cannot be read, or does not have the match.
    pub fn proof(&self, root: &Root, row: &MatchRow, seat: Seat) -> Result<Proof, LedgerError> {
        let salts = self.salts;
        let seed = RunSeed::from(self.header()?.seed);
        let (mut leaves, mut own) = (Vec::new(), None);
        self.each_whole(row.key.stage(), |hashes| {
            if hashes.key == row.key {
                let other = part(&hashes, seed, seat.other());
                let own_salt = salts.salt(&part_name(row.key, seat), &part(&hashes, seed, seat));
                let other = salts.commitment(&part_name(row.key, seat.other()), &other);
                own = Some((leaves.len(), own_salt, other));
            }
            leaves.push(leaf_of(&hashes, seed, &salts));
        })?;
        let missing = || LedgerError::damaged(format!("match {} is missing", row.key));
        let (index, salt, other_part) = own.ok_or_else(missing)?;
        let entrants = self.entrants()?;
        let entered = |seat: Seat| {
            let id = row.entrants[seat];
            let missing = || LedgerError::damaged(format!("entrant {id} is missing"));
            let entrant = entrants.get(id.index()).ok_or_else(missing)?;
            Ok::<_, LedgerError>((names::hidden(id.index()), seal::of_entered(entrant)))
        };
        let rules = PlayedRules::read(&self.files()?)?;
        let (own_entrant, other_entrant) = (entered(seat)?, entered(seat.other())?);
        Ok(Proof {
            root: root.text().to_owned(),
            earlier: rules.earlier.iter().map(ToString::to_string).collect(),
            way: way_up(&leaves, index),
            salt,
            other_part,
            entrant_salt: salts.salt(&own_entrant.0, &own_entrant.1),
            other_entrant: salts.commitment(&other_entrant.0, &other_entrant.1),
        })
    }
}

impl Proof {
    /// Returns the root of the run to which all parts belong. The caller compares it with a root from a trusted
    /// source.
    ///
    /// # Errors
    /// If a part does not belong to it.
    pub fn root_of(&self, shown: &MatchExcerpt<'_>) -> Result<String, ProofError> {
        let MatchExcerpt { row, seat, engine, game, terms, names, entrant, dice, loss, closing } = *shown;
        let check = |what: &'static str, holds: bool| if holds { Ok(()) } else { Err(ProofError { what }) };
        let has = |name: &str, hash: [u8; 32]| has_line(&self.root, name, &hash);
        check("the version of the root", self.root.starts_with(names::FIRST))?;
        let is_played = has_rules(&self.root, &self.earlier, row.key, (engine, game));
        check("the engine or the game", is_played)?;
        let stage = usize::from(row.key.stage()) + 1;
        check("the rules or the limits", has(&names::rules(stage), seal::of_terms(terms)))?;
        let line = |seat: Seat, entered: &[u8; 32]| {
            has(&names::entrant(row.entrants[seat].index()), seal::of_named(names[seat], entered))
        };
        let entered = commitment(&self.entrant_salt, &seal::of_entered(entrant));
        let is_own = entrant.name == names[seat] && line(seat, &entered);
        check("the entrant's name, bot, module, settings or place in the run", is_own)?;
        check("the other entrant's name or place in the run", line(seat.other(), &self.other_entrant))?;
        let logged = !closing.log.is_empty() || closing.log_dropped > 0;
        check("the marks of the log", logged || closing.log_marks.is_empty())?;
        check("the memory", closing.memory_peak == row.memory[seat])?;
        let of_seat = (row.key, seat.index());
        let failure = loss.map(|loss| seal::of_failure(row.key, seat.index(), loss));
        let log = logged.then(|| seal::of_log(row.key, seat.index(), closing));
        let own = commitment(&self.salt, &seal::of_part(of_seat, dice, failure.as_ref(), log.as_ref()));
        let mut parts = [self.other_part; 2];
        parts[seat.index()] = own;
        let tree = root_above(leaf(row.key, &row.hash(), &parts), &self.way);
        check("the match, its dice, failing call or log", has(&names::matches(stage), tree))?;
        Ok(Hash::digest(self.root.as_bytes()).to_string())
    }
}
