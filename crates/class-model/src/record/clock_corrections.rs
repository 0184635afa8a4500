//! Corrections of the clock, for events with times from a wrong clock.

use crate::{ClockCorrection, Event, Moment, Submission};

/// Events with times in the future, from a wrong clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFault {
    /// The number of the first of them.
    pub since: i64,
    /// Number of events.
    pub events: i64,
    /// Time of the event before them; `None` if there is none.
    pub before: Option<Moment>,
}

/// The corrections of a record, applied to its events in turn. The recorded content of events does not change.
#[derive(Clone, Debug, Default)]
pub(super) struct Corrections {
    known: Vec<Correction>,
    found: Vec<Correction>,
    /// Time of the previous event.
    last: Option<Moment>,
}

#[derive(Clone, Debug)]
struct Correction {
    /// The number of the correcting event.
    number: i64,
    /// Time of the correcting event.
    at: Moment,
    what: ClockCorrection,
}

impl Corrections {
    /// Returns the corrections found so far, to be applied from the first event on; `None` if there are none.
    pub(super) fn found(self) -> Option<Corrections> {
        let known = self.found;
        (!known.is_empty()).then(|| Corrections { known, found: Vec::new(), last: None })
    }

    /// Corrects the next event, with this number, and returns its time. `event` is its content; `None` if it was
    /// deleted.
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
    /// Returns the corrected time of an event that follows one of `last`. Also corrects the time of its submission,
    /// if it has one.
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
