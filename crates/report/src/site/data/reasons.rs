//! Why matches ended, each reason once.

use std::borrow::Cow;
use std::collections::BTreeMap;

use referee::{Fault, Reason};
use serde::Serialize;

use crate::shown::visible;

/// Reasons that are told apart at most. A game has some ten; a record from a stranger may claim any number.
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
    /// In words, made visible.
    text: String,
    /// `rules`, `forfeit`, `double-forfeit`, `both-out-of-time`, `ply-limit`, or `other` where there were too many.
    kind: &'static str,
    /// The faults of the seats that forfeited, the first seat's first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<ListedFault>,
}

/// A fault as a viewer explains it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct ListedFault {
    name: String,
    explanation: &'static str,
    /// What the bot's author can do about it.
    advice: &'static str,
}

impl From<Fault> for ListedFault {
    fn from(fault: Fault) -> ListedFault {
        ListedFault { name: fault.to_string(), explanation: fault.explanation(), advice: fault.advice() }
    }
}

impl Reasons {
    /// The index of a reason.
    pub(crate) fn index(&mut self, reason: &Reason) -> u16 {
        // The words of the game are the text, which most matches need no copy of.
        let text = reason.words().map_or_else(|| Cow::from(reason.to_string()), Cow::from);
        if let Some(&index) = self.known.get(&*text) {
            return index;
        }
        if self.list.len() == MOST {
            return MOST as u16 - 1;
        }
        let listed =
            if self.list.len() + 1 == MOST { ListedReason::other() } else { ListedReason::of(reason) };
        let index = self.list.len() as u16;
        self.list.push(listed);
        self.known.insert(text.into_owned(), index);
        index
    }

    /// All of them.
    pub(crate) fn list(&self) -> &[ListedReason] {
        &self.list
    }
}

impl ListedReason {
    fn of(reason: &Reason) -> ListedReason {
        let faults = reason.faults().0.into_iter().flatten();
        ListedReason {
            text: visible(&reason.to_string()),
            kind: reason.name(),
            faults: faults.map(ListedFault::from).collect(),
        }
    }

    fn other() -> ListedReason {
        ListedReason { text: "another reason".to_owned(), kind: "other", faults: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use game::Seat;

    use super::*;

    #[test]
    fn each_reason_is_listed_once_with_its_faults() {
        let mut reasons = Reasons::default();
        let mate = Reason::Rules("mate\u{202E}".into());
        let forfeit = Reason::Forfeit(Seat::Second, Fault::Exit);
        let found = [&mate, &forfeit, &mate].map(|reason| reasons.index(reason));
        assert_eq!(found, [0, 1, 0]);
        assert_eq!(reasons.list()[0].text, "mate⟨U+202E⟩");
        assert_eq!((reasons.list()[1].kind, reasons.list()[1].faults[0].name.as_str()), ("forfeit", "exit"));
        assert_eq!(reasons.list()[1].faults[0].advice, Fault::Exit.advice());
    }

    #[test]
    fn a_record_with_too_many_reasons_does_not_fill_the_index() {
        let mut reasons = Reasons::default();
        let found: Vec<u16> =
            (0..3 * MOST).map(|number| reasons.index(&Reason::Rules(number.to_string().into()))).collect();
        assert_eq!(reasons.list().len(), MOST);
        assert_eq!(found[MOST - 2..=MOST], [998, 999, 999]);
        assert_eq!(reasons.list()[999].kind, "other");
    }
}
