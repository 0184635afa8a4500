//! How much there is to know.

use class::{Facts, Reader};

/// How much there is to know, by who reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    teacher: i64,
    participants: i64,
    all: i64,
}

impl News {
    pub(crate) fn of(facts: &Facts) -> News {
        News {
            teacher: facts.news(None),
            participants: facts.news(Some(Reader::Participants)),
            all: facts.news(Some(Reader::All)),
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
