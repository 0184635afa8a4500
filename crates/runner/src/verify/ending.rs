//! The result of a verification, in words.

use explain::{Error, Kind};
use game::visible;

use super::Verification;
use crate::incomplete_run::FEWER_AT_ONCE;

impl Verification {
    /// The reason why the run cannot be called verified: something differs from the record, or the host failed at a
    /// match.
    pub fn failure(&self) -> Option<Error> {
        if let Some(first) = self.differences.first() {
            let message = format!(
                "{} in {}; the first is {}",
                counted(self.differences.len() as u64, "difference", "differences"),
                counted(self.matches, "match", "matches"),
                visible(first)
            );
            return Some(Error::new(Kind::Damaged, message));
        }
        let (key, why) = self.unplayed.first_key_value()?;
        let count = counted(self.unplayed.len() as u64, "match", "matches");
        let message = format!("{count} could not be replayed, the first is match {key}: {}", visible(why));
        Some(Error::new(Kind::Host, message).hint(FEWER_AT_ONCE))
    }

    /// The open questions if nothing differs: matches that are still to be played, or bots that were slow on one
    /// machine alone.
    pub fn reservation(&self) -> Option<Error> {
        if let Some(missing) = &self.missing {
            let message = format!("the run is not complete: {}", visible(missing));
            return Some(Error::new(Kind::Incomplete, message).hint(
                "the record so far is correct; run the command that began the run again to resume it",
            ));
        }
        if self.unconfirmed.is_empty() {
            return None;
        }
        let matches = counted(self.unconfirmed.len() as u64, "match", "matches");
        let message = format!("in {matches} a bot was slow either in the record or here, but not both");
        Some(Error::new(Kind::Unconfirmed, message).hint(
            "the fault slow depends on the machine: verify on the machine that played the run, with nothing else running",
        ))
    }

    /// The verified matches and the methods, with the number of results that rest on the record alone.
    pub fn summary(&self) -> String {
        let matches = counted(self.matches, "match", "matches");
        match self.by_record {
            0 => format!("{matches} played again: all as recorded"),
            rest => format!(
                "{matches}: {} played again, all as recorded; {rest} by the rules alone, the {} on the record alone",
                self.matches - rest,
                if rest == 1 { "result rests" } else { "results rest" }
            ),
        }
    }

    /// Number of matches in which the module of a seat is withheld; `None` if there are none.
    pub fn withheld_words(&self) -> Option<String> {
        let matches = counted(self.withheld, "match", "matches");
        let words = || format!("withheld: the module of a seat in {matches}, deleted with a student's data");
        (self.withheld > 0).then(words)
    }
}

fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
