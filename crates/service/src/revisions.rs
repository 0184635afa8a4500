//! Revisions of a class, as followers know them.

use class_model::{ClassPlan, Facts, Reader};

/// Revisions of the state that each kind of reader may know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClassRevisions {
    teacher: i64,
    participants: i64,
    all: i64,
    /// Number of changes to the display of the runs being played by this process.
    pub(crate) live: u64,
    /// Number of changes to the progress of submissions that are not on record.
    pub(crate) steps: u64,
}

impl ClassRevisions {
    pub(crate) fn new(plan: &ClassPlan, facts: &Facts, known: ClassRevisions) -> ClassRevisions {
        ClassRevisions {
            teacher: facts.news(plan, None),
            participants: facts.news(plan, Some(Reader::Participants)),
            all: facts.news(plan, Some(Reader::All)),
            ..known
        }
    }

    pub(crate) fn seen_by(self, reader: Option<Reader>) -> i64 {
        match reader {
            None => self.teacher,
            Some(Reader::Participants) => self.participants,
            Some(Reader::All) => self.all,
        }
    }
}
