//! Corrections of the clock: the moments of events that a wrong clock wrote down.

use crate::{ClockCorrection, Event, Moment, Submission};

/// Events whose moments have not come: a wrong clock wrote them down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFault {
    /// The number of the first of them.
    pub since: i64,
    /// How many there are.
    pub events: i64,
    /// When the event before them was written down; `None` if there is none.
    pub before: Option<Moment>,
}

/// The corrections of a record, applied to its events one after another. What the events say stays as it was written down.
#[derive(Clone, Debug, Default)]
pub(super) struct Corrections {
    known: Vec<Correction>,
    found: Vec<Correction>,
    /// When the event before happened.
    last: Option<Moment>,
}

#[derive(Clone, Debug)]
struct Correction {
    /// The number of the event that corrects.
    number: i64,
    /// When it was written down.
    at: Moment,
    what: ClockCorrection,
}

impl Corrections {
    /// The corrections among the events so far, to be applied from the first event on; `None` if none was found.
    pub(super) fn found(self) -> Option<Corrections> {
        let known = self.found;
        (!known.is_empty()).then(|| Corrections { known, found: Vec::new(), last: None })
    }

    /// Corrects the next event, of which this is the number, and returns when it happened. `event` is what it says, unless that
    /// was deleted.
    pub(super) fn apply(&mut self, number: i64, at: Moment, mut event: Option<&mut Event>) -> Moment {
        let covers = |one: &&Correction| (one.what.since..one.number).contains(&number) && at > one.at;
        let correction = self.known.iter().rev().find(covers);
        let submission = match event.as_deref_mut() {
            Some(Event::Submitted(submission)) => Some(submission),
            _ => None,
        };
        let at = correction.map_or(at, |correction| correction.apply(submission, self.last));
        if let Some(Event::ClockCorrected(what)) = event {
            self.found.push(Correction { number, at, what: what.clone() });
        }
        self.last = Some(at);
        at
    }
}

impl Correction {
    /// Returns when an event happened that follows one of `last`, and corrects the hand-in that it records, if any.
    fn apply(&self, submission: Option<&mut Submission>, last: Option<Moment>) -> Moment {
        let own = submission.as_ref().and_then(|one| one.clock).filter(|clock| *clock <= self.at);
        let happened = own.unwrap_or(self.what.happened);
        let at = happened.max(last.unwrap_or(happened)).min(self.at);
        if let Some(submission) = submission.filter(|one| !one.stated && one.received > self.at) {
            submission.received = own.unwrap_or(at);
        }
        at
    }
}
