//! The subject of a new question.

use class_model::{Facts, Reader, Topic};
use explain::{Error, Kind};
use tournament::MatchKey;

use super::Ask;
use crate::freezing::seen;
use crate::open_class::{OpenClass, find_contender};
use crate::runs::{RunPart, shown_runs};

/// The subject of a new question.
pub(super) enum Subject {
    Class,
    Submission(u32),
    Run(String),
    Match { run: String, key: MatchKey },
}

impl Subject {
    /// Returns the subject of a request.
    pub(super) fn of(request: &Ask) -> Result<Subject, Error> {
        match (request.submission, &request.run, &request.key) {
            (None, None, None) if request.is_regrade => {
                Err(Error::input("a regrade request must be about a submission, a tournament or a match"))
            }
            (None, None, None) => Ok(Subject::Class),
            (Some(number), None, None) => Ok(Subject::Submission(number)),
            (None, Some(run), None) => Ok(Subject::Run(run.clone())),
            (None, Some(run), Some(key)) => {
                let key = key.parse().map_err(|_| Error::new(Kind::NotFound, "there is no such match"))?;
                Ok(Subject::Match { run: run.clone(), key })
            }
            (None, None, Some(_)) => Err(Error::input("a match needs the name of its run")),
            (Some(_), ..) => Err(Error::input("a question has one subject: a submission, a run or a match")),
        }
    }

    /// Checks that the student may see the subject.
    pub(super) fn check(&self, class: &OpenClass, facts: &Facts, student: &str) -> Result<(), Error> {
        let contender = find_contender(facts, student)?;
        let (name, key) = match self {
            Subject::Class => return Ok(()),
            Subject::Submission(number) => {
                let is_own = |one| contender.who.has_handed_in(one);
                let missing = || Error::new(Kind::NotFound, "there is no such submission");
                return facts.submission(*number).filter(|one| is_own(one)).map(drop).ok_or_else(missing);
            }
            Subject::Run(run) => (run, None),
            Subject::Match { run, key } => (run, Some(*key)),
        };
        let missing = || Error::new(Kind::NotFound, "there is no such run");
        let seen = seen(class, Some(Reader::Participants), facts.clone()).map_err(|_| missing())?;
        let mut runs = shown_runs(class, facts, Some(&seen)).into_iter();
        let shown = runs.find(|shown| shown.name == *name).ok_or_else(missing)?;
        match key {
            Some(key) => RunPart::open(class, facts, &shown, &contender)?.find_match(key).map(drop),
            None => Ok(()),
        }
    }

    pub(super) fn topic(self) -> Topic {
        match self {
            Subject::Class => Topic::Class,
            Subject::Submission(number) => Topic::Submission(number),
            Subject::Run(run) => Topic::Run(run),
            Subject::Match { run, key } => Topic::Match { run, key: key.to_string() },
        }
    }
}
