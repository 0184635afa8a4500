//! The list of an entrant's matches, read from a site instead of searching a ledger.

use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use game::{Outcome, PerSeat, Seat};
use serde::Deserialize;
use tournament::{EntrantId, MatchKey};

use super::script_values::{packed_in, script_file, unpacked, value_in};
use crate::ReportError;
use crate::model::SCHEMA;

/// Maximum number of bytes of a site's file, packed or unpacked: a list of two million matches.
const LARGEST: u64 = 64 << 20;

/// The matches of an entrant, as a site lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchList {
    /// The matches, in schedule order.
    pub matches: Vec<ListedMatch>,
    reasons: Vec<MatchEnd>,
}

/// A match in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedMatch {
    /// Its place in the schedule.
    pub key: MatchKey,
    /// The entrant at each seat.
    pub entrants: PerSeat<EntrantId>,
    /// The number of complete plies.
    pub plies: u32,
    /// The outcome of the match.
    pub outcome: Outcome,
    /// `true` if the match counts: no ruling annulled it.
    pub counts: bool,
    reason: u16,
}

/// The way in which matches ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct MatchEnd {
    /// The reason in words.
    #[serde(rename = "text")]
    pub words: String,
    /// The faults of the seats that forfeited, the first seat's first.
    #[serde(default)]
    faults: Vec<EndFault>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct EndFault {
    name: String,
    /// The recorded fault, if the failure has another name.
    #[serde(default)]
    code: Option<String>,
}

/// The part of a site's index that is read.
#[derive(Deserialize)]
struct Index {
    schema: u32,
    reasons: Vec<MatchEnd>,
}

/// Reads the list of an entrant's matches from the site of a run.
///
/// # Errors
/// Fails if the site has no such list, or if it cannot be read.
pub fn match_list(site: &Path, entrant: EntrantId) -> Result<MatchList, ReportError> {
    let data = site.join("data");
    let list = format!("e/{}", entrant.0);
    let matches = read(&data, &list, |script| matches_in(&bytes_in(script, &list)?))?;
    let index = read(&data, "index", |script| {
        let index: Index = serde_json::from_str(value_in(script, "index")?).ok()?;
        (index.schema == SCHEMA).then_some(index)
    })?;
    Ok(MatchList { matches, reasons: index.reasons })
}

/// Reads a value from a script of a site.
fn read<T>(data: &Path, name: &str, of: impl FnOnce(&str) -> Option<T>) -> Result<T, ReportError> {
    let path = script_file(data, name);
    let text = files::read_text(&path, LARGEST).map_err(ReportError::file("read", &path))?;
    let invalid = || io::Error::new(ErrorKind::InvalidData, "it is not as this program writes it");
    of(&text).ok_or_else(|| ReportError::file("read", &path)(invalid()))
}

impl MatchList {
    /// Returns how a match of the list ended.
    pub fn end(&self, one: &ListedMatch) -> Option<&MatchEnd> {
        self.reasons.get(usize::from(one.reason))
    }
}

impl MatchEnd {
    /// Returns the name of the fault by which a seat forfeited a match with this end; `None` if it did not.
    pub fn fault(&self, outcome: Outcome, seat: Seat) -> Option<&str> {
        let name = |at: usize| self.faults.get(at).map(|fault| fault.code.as_deref().unwrap_or(&fault.name));
        match (outcome, self.faults.len()) {
            (Outcome::Win(winner), 1) if winner != seat => name(0),
            (_, 2) => name(seat.index()),
            _ => None,
        }
    }
}

/// Returns the bytes packed in a script.
fn bytes_in(script: &str, name: &str) -> Option<Vec<u8>> {
    let packed = unpacked(packed_in(script, name)?)?;
    let mut bytes = Vec::new();
    let read = MultiGzDecoder::new(&packed[..]).take(LARGEST + 1).read_to_end(&mut bytes).ok()?;
    (read as u64 <= LARGEST).then_some(bytes)
}

/// Returns the matches in the columns of a list.
fn matches_in(bytes: &[u8]) -> Option<Vec<ListedMatch>> {
    let (head, columns) = bytes.split_at_checked(8)?;
    let number = |four: &[u8]| four.first_chunk().map(|four| u32::from_le_bytes(*four));
    if number(head)? != SCHEMA {
        return None;
    }
    let count = usize::try_from(number(&head[4..])?).ok()?;
    let (wide, columns) = columns.split_at_checked(count.checked_mul(5 * 4)?)?;
    let (medium, columns) = columns.split_at_checked(count.checked_mul(3 * 2)?)?;
    let (narrow, _) = columns.split_at_checked(count.checked_mul(2)?)?;
    let wide = |column: usize, line: usize| u32::from_le_bytes(wide.as_chunks().0[column * count + line]);
    let medium = |column: usize, line: usize| u16::from_le_bytes(medium.as_chunks().0[column * count + line]);
    let line = |line: usize| {
        let key = MatchKey::with_attempt(medium(0, line), wide(0, line), wide(1, line), medium(1, line));
        Some(ListedMatch {
            key: key.ok()?,
            entrants: PerSeat::new(EntrantId(wide(2, line)), EntrantId(wide(3, line))),
            plies: wide(4, line),
            outcome: match narrow[line] {
                2 => Outcome::Draw,
                seat => Outcome::Win(Seat::from_index(usize::from(seat))?),
            },
            counts: narrow[count + line] == 1,
            reason: medium(2, line),
        })
    };
    (0..count).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_list_is_refused() {
        let whole = |count: u32, rest: usize| {
            let head = [SCHEMA, count].into_iter().flat_map(u32::to_le_bytes);
            head.chain(std::iter::repeat_n(0, rest)).collect::<Vec<u8>>()
        };
        assert_eq!(matches_in(&whole(0, 0)), Some(Vec::new()));
        assert_eq!(matches_in(&whole(1, 28)).unwrap().len(), 1);
        for bytes in [Vec::new(), vec![1; 7], whole(1, 27), whole(u32::MAX, 64), [0; 64].to_vec()] {
            assert_eq!(matches_in(&bytes), None, "{bytes:?}");
        }
        let mut outcome = whole(1, 28);
        outcome[8 + 5 * 4 + 3 * 2] = 3;
        assert_eq!(matches_in(&outcome), None);
    }
}
