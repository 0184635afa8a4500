//! A route of the API.

use class::Purpose;
use json::{Schemas, Shape};
use serde_json::Value;

use super::reply::Reply;
use crate::problem::Problem;
use crate::visit::View;

/// A route of the API.
pub(super) struct Route {
    /// Its name, which no other has.
    pub(super) id: &'static str,
    /// The address below the class's `api/` with names in braces, a URI template (RFC 6570): the names of a query are at its end.
    pub(super) path: &'static str,
    /// What it does.
    pub(super) title: &'static str,
    /// Who may ask.
    pub(super) who: Who,
    /// The purposes of tokens that are good for it.
    pub(super) tokens: &'static [Purpose],
    /// What is done.
    pub(super) handle: Handle,
    /// What it is answered with.
    pub(super) answer: Answer,
}

/// Who may ask. What they see of it is decided where it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Anybody,
    /// A student, for what is their own.
    Student,
    /// A student for what is their own, those who teach and assist for what they may see.
    Participants,
    /// Those who teach and assist.
    Staff,
    Teacher,
}

/// What is done.
pub(super) enum Handle {
    /// Something is read.
    Read(fn(&View, &Names) -> Result<Reply, Problem>),
    /// Matches of a run are read, which a few do at a time.
    ReadMatches(fn(&View, &Names) -> Result<Reply, Problem>),
    /// Something is changed, as an object says.
    Change(fn(&View, &Names, &[u8]) -> Result<Reply, Problem>, fn() -> Value),
    /// Files are handed in.
    HandIn,
}

/// What a request is answered with, unless there is a problem.
pub(super) struct Answer {
    pub(super) status: u16,
    /// What it is.
    pub(super) content: Content,
}

/// What is in an answer.
pub(super) enum Content {
    /// A shape, by its name.
    Shape(&'static str, fn(&mut Schemas) -> Value),
    /// This description.
    OpenApi,
    /// A file as it is.
    File,
}

impl Answer {
    /// A shape that is there.
    pub(super) const fn ok<S: Shape>() -> Answer {
        Answer::of::<S>(200)
    }

    /// A shape of what was made.
    pub(super) const fn created<S: Shape>() -> Answer {
        Answer::of::<S>(201)
    }

    const fn of<S: Shape>(status: u16) -> Answer {
        Answer { status, content: Content::Shape(S::NAME, Schemas::shape::<S>) }
    }
}

/// What stands in the place of the names of an address.
pub(super) struct Names(pub(super) std::collections::HashMap<String, String>);

impl Names {
    pub(super) fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// What a query asks for by a name, if it does.
    pub(super) fn asked(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A number from 1.
    pub(super) fn number(&self, name: &str) -> Result<u32, Problem> {
        let number = self.text(name).parse().ok().filter(|number| *number > 0);
        number
            .ok_or_else(|| Problem::not_found(format!("{:?} is not a whole number from 1", self.text(name))))
    }
}
