//! The results that a reader sees while results are frozen.

use std::sync::Arc;

use super::Facts;
use crate::{ClassPlan, Freeze, Reader, ShownInFreeze};

impl Facts {
    /// Returns the freeze of results for a reader; `None` if there is none.
    pub fn frozen(&self, reader: Reader) -> Option<Freeze> {
        self.state.frozen.get(&reader).map(|(freeze, _)| *freeze)
    }

    /// Returns a counter of the news for a reader, or for the teacher. It grows with every event, except for results
    /// that are frozen for the reader, and shrinks only when results are frozen.
    pub fn news(&self, plan: &ClassPlan, reader: Option<Reader>) -> i64 {
        let frozen = reader.and_then(|reader| self.state.frozen.get(&reader));
        let hidden = frozen.map_or(0, |(freeze, _)| {
            let record = &self.state.track_record;
            let shown =
                record.count_shown_since(freeze.results, |number| self.is_shown_in_freeze(plan, number));
            record.count().saturating_sub(freeze.results + shown)
        });
        self.state.events.saturating_sub(hidden as i64)
    }

    /// Returns the facts with the results that a reader may see.
    pub(crate) fn as_frozen_for(&self, plan: &ClassPlan, reader: Reader) -> Facts {
        self.frozen_with(reader, |number| self.is_shown_in_freeze(plan, number))
    }

    /// Returns the facts with the results that a reader may see. Of results since a freeze, only those of matching
    /// requests are included.
    pub(crate) fn frozen_with(&self, reader: Reader, is_shown: impl Fn(u32) -> bool) -> Facts {
        let mut facts = self.clone();
        if let Some((_, before)) = self.state.frozen.get(&reader) {
            let record = self.state.track_record.shown_after(before, is_shown);
            let since = self.state.track_record.requests_since(before.count());
            let hidden: Vec<u32> = since.filter(|number| record.scrimmage(*number).is_none()).collect();
            let state = Arc::make_mut(&mut facts.state);
            for number in hidden {
                state.unplayed.insert_mut(number);
            }
            state.track_record = record;
        }
        facts
    }

    /// Returns `true` if the outcome of a request is shown while results are frozen.
    fn is_shown_in_freeze(&self, plan: &ClassPlan, number: u32) -> bool {
        let shown = plan.scrimmage.as_ref().map(|plan| plan.in_freeze).unwrap_or_default();
        shown == ShownInFreeze::Opponents
            && self.request(number).is_some_and(|asked| asked.what.against.submission().is_none())
    }
}
