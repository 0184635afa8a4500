//! The reasons why matches ended, without duplicates.

use std::borrow::Cow;
use std::collections::BTreeMap;

use job::meaning;
use ledger::MatchRow;
use referee::Failure;
use results::FailureNames;
use serde::Serialize;

use crate::formatting::visible;

/// Maximum number of distinct reasons. A game has about ten; an untrusted record may claim any number.
const MOST: usize = 1_000;

/// The reasons so far, in the order in which they first occurred.
#[derive(Debug, Default)]
pub(crate) struct Reasons {
    list: Vec<ListedReason>,
    known: BTreeMap<String, u16>,
}

/// A reason as a viewer shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ListedReason {
    /// The reason in words, made visible.
    text: String,
    /// `rules`, `forfeit`, `double-forfeit`, `both-out-of-time`, `ply-limit`, or `other` if there were too many
    /// reasons.
    kind: &'static str,
    /// The faults of the seats that forfeited, the first seat's first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<ListedFault>,
}

/// A fault as a viewer explains it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct ListedFault {
    /// The failure's name.
    name: String,
    /// The recorded fault, if its name differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    explanation: &'static str,
    /// Advice for the bot's author; empty if the script's message is sufficient.
    advice: String,
}

impl From<&Failure> for ListedFault {
    fn from(failure: &Failure) -> ListedFault {
        let (name, code) = (failure.name(), failure.fault.to_string());
        let code = (code != name).then_some(code);
        ListedFault {
            name,
            code,
            explanation: meaning(failure),
            advice: failure.advice().unwrap_or_default().to_owned(),
        }
    }
}

impl Reasons {
    /// Returns the index of the reason for which a match ended.
    pub(crate) fn index(&mut self, row: &MatchRow, names: &FailureNames) -> u16 {
        // The game's own words are the text, so most matches need no copy.
        let text = row.reason.words().map_or_else(|| Cow::from(names.ending(row)), Cow::from);
        if let Some(&index) = self.known.get(&*text) {
            return index;
        }
        if self.list.len() == MOST {
            return MOST as u16 - 1;
        }
        let listed = if self.list.len() + 1 == MOST {
            ListedReason::other()
        } else {
            ListedReason::from_row(row, names)
        };
        let index = self.list.len() as u16;
        self.list.push(listed);
        self.known.insert(text.into_owned(), index);
        index
    }

    /// Returns all reasons.
    pub(crate) fn list(&self) -> &[ListedReason] {
        &self.list
    }
}

impl ListedReason {
    fn from_row(row: &MatchRow, names: &FailureNames) -> ListedReason {
        let failures = names.failures(row);
        ListedReason {
            text: visible(&names.ending(row)),
            kind: row.reason.name(),
            faults: failures.0.iter().flatten().map(ListedFault::from).collect(),
        }
    }

    fn other() -> ListedReason {
        ListedReason { text: "another reason".to_owned(), kind: "other", faults: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use game::{Outcome, PerSeat, Seat};
    use referee::{Fault, Reason, Ticks};
    use tournament::{EntrantId, MatchKey};

    use super::*;

    fn row(reason: Reason) -> MatchRow {
        MatchRow {
            key: MatchKey::new(0, 0, 0, 0).unwrap(),
            entrants: PerSeat::new(EntrantId(0), EntrantId(1)),
            start: None,
            outcome: Outcome::Draw,
            reason,
            plies: 1,
            metrics: PerSeat::default(),
            spent: PerSeat::new(Ticks::ZERO, Ticks::ZERO),
            memory: PerSeat::default(),
            transcript: Vec::new(),
        }
    }

    #[test]
    fn each_reason_is_listed_once_with_its_faults() {
        let (mut reasons, names) = (Reasons::default(), FailureNames::default());
        let mate = row(Reason::Rules { words: "mate\u{202E}".into() });
        let forfeit = row(Reason::Forfeit { seat: Seat::Second, fault: Fault::Exit });
        let found = [&mate, &forfeit, &mate].map(|row| reasons.index(row, &names));
        assert_eq!(found, [0, 1, 0]);
        assert_eq!(reasons.list()[0].text, "mate⟨U+202E⟩");
        assert_eq!((reasons.list()[1].kind, reasons.list()[1].faults[0].name.as_str()), ("forfeit", "exit"));
        assert_eq!(reasons.list()[1].faults[0].advice, Fault::Exit.advice());
    }

    #[test]
    fn a_record_with_too_many_reasons_does_not_fill_the_index() {
        let (mut reasons, names) = (Reasons::default(), FailureNames::default());
        let numbered = |number: usize| row(Reason::Rules { words: number.to_string().into() });
        let found: Vec<u16> = (0..3 * MOST).map(|number| reasons.index(&numbered(number), &names)).collect();
        assert_eq!(reasons.list().len(), MOST);
        assert_eq!(found[MOST - 2..=MOST], [998, 999, 999]);
        assert_eq!(reasons.list()[999].kind, "other");
    }
}
