//! How much there is to know.

use class::{ClassPlan, Facts, Reader};

/// How much there is to know, by who reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    teacher: i64,
    participants: i64,
    all: i64,
    /// How often what is shown of runs that are being played here has changed.
    pub(crate) live: u64,
    /// How often the progress of a submission has changed that no record has.
    pub(crate) steps: u64,
}

impl News {
    pub(crate) fn of(plan: &ClassPlan, facts: &Facts, known: News) -> News {
        News {
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
