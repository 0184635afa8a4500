//! Hashes over the contents of a ledger, so that damage is found and named.

use std::collections::BTreeMap;

use referee::{Closing, Loss, log_marks};
use tournament::MatchKey;

use crate::canonical::Canonical;
use crate::salts::Salts;
use crate::{Adoption, EntrantRow, RunHeader, StageTerms};

/// Name of the fact with the version of a run's hashes.
pub(crate) const HASHING: &str = "hashing";
/// The version of the hashes, which differ in the fields that they cover.
pub(crate) const VERSION: &str = "3";

/// The previous hash of the first hash of a chain.
pub(crate) const NOTHING_BEFORE: [u8; 32] = [0; 32];

/// Returns the seal over the inputs of a run, its identity, the hash over the adopted changes and the secret of its
/// salts. Modules are covered by their hashes in the entrants.
pub(crate) fn of_inputs(
    (header, entrants, files): (&RunHeader, &[EntrantRow], &BTreeMap<String, String>),
    salts: Option<&Salts>,
    (identity, adopted): (&str, &[u8; 32]),
) -> [u8; 32] {
    let mut content = Canonical::default();
    content.text(header.kind.name()).text(&header.game);
    content.text(&header.toml).text(&header.toml_name).text(&header.fingerprint).number(header.seed);
    content.inputs(entrants, files).text(identity).bytes(adopted);
    if let Some(salts) = salts {
        content.bytes(salts.bytes());
    }
    if header.defaults > 1 {
        content.text("defaults").number(u64::from(header.defaults));
    }
    content.hash()
}

/// Returns the hash of an adopted change, which covers the previous hash, and the entrants and files that it
/// replaced.
pub(crate) fn of_adoption(
    previous: &[u8; 32],
    adoption: &Adoption,
    (entrants, files): (&[EntrantRow], &BTreeMap<String, String>),
) -> [u8; 32] {
    let mut content = Canonical::default();
    content.bytes(previous).text(&adoption.changes.join("\n"));
    content.number(adoption.matches).number(adoption.rulings).text(&adoption.before);
    content.inputs(entrants, files).hash()
}

/// Returns the hash of an entrant without the name, over every other field in the order of the table.
pub(crate) fn of_entered(entrant: &EntrantRow) -> [u8; 32] {
    Canonical::default().entered(entrant).hash()
}

/// Returns the hash of an entrant from the name and the commitment to everything else.
pub(crate) fn of_named(name: &str, entered: &[u8; 32]) -> [u8; 32] {
    Canonical::default().text(name).bytes(entered).hash()
}

/// Returns the hash of a stage's terms.
pub(crate) fn of_terms(terms: &StageTerms) -> [u8; 32] {
    Canonical::default().text(&terms.rules).text(&terms.limits).hash()
}

/// Returns the hash of a seat's part of a match: its dice, and the hashes of its failure and its log, if any.
pub(crate) fn of_part(
    (key, seat): (MatchKey, usize),
    dice: &[u8; 32],
    failure: Option<&[u8; 32]>,
    log: Option<&[u8; 32]>,
) -> [u8; 32] {
    let mut content = Canonical::default();
    content.number(key.packed() as u64).number(seat as u64).bytes(dice);
    for hash in [failure, log] {
        content.bytes(hash.map_or(&[], |hash| &hash[..]));
    }
    content.hash()
}

/// Returns the hash of a file, over its name and content.
pub(crate) fn of_file(name: &str, text: &str) -> [u8; 32] {
    Canonical::default().text(name).text(text).hash()
}

pub(crate) fn of_failure(key: MatchKey, seat: usize, loss: &Loss) -> [u8; 32] {
    let mut content = Canonical::default();
    content.number(key.packed() as u64).number(seat as u64);
    content.text(&loss.failure.fault.to_string()).text(&loss.failure.detail);
    content.text(&loss.failure.backtrace.join("\n")).number(u64::from(loss.ply));
    content.text(&loss.position).bytes(&loss.view).number(loss.spent.0);
    content.hash()
}

pub(crate) fn of_log(key: MatchKey, seat: usize, closing: &Closing) -> [u8; 32] {
    let mut content = Canonical::default();
    content.number(key.packed() as u64).number(seat as u64);
    content.bytes(&closing.log).number(closing.log_dropped);
    content.bytes(&log_marks::encode(&closing.log_marks));
    content.hash()
}

/// Returns the hash of a ruling, which covers the previous hash, so that none can be removed from the middle.
pub(crate) fn of_ruling(previous: &[u8; 32], text: &str) -> [u8; 32] {
    Canonical::default().bytes(previous).text(text).hash()
}
