//! Routes of the API.

use class_model::Purpose;
use json::{Schemas, Shape};
use serde_json::{Map, Value};

use super::reply::Reply;
use crate::class_visit::View;
use crate::problem::Problem;

/// A route of the API.
pub(super) struct Route {
    /// Its unique name.
    pub(super) id: &'static str,
    /// The address below the class's `api/`, a URI template (RFC 6570) with query parameters at its end.
    pub(super) path: &'static str,
    /// A summary of the route.
    pub(super) title: &'static str,
    /// Callers who may use it.
    pub(super) who: AllowedCallers,
    /// The purposes of tokens that are valid for it.
    pub(super) tokens: &'static [Purpose],
    /// The handler.
    pub(super) handle: Handle,
    /// The answer on success.
    pub(super) answer: Answer,
}

/// Callers who may use a route. The handler decides how much they see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AllowedCallers {
    Anybody,
    /// A student, for their own data.
    Student,
    /// A student, for their own data; teachers and assistants, for the data that they may see.
    Participants,
    /// Teachers and assistants.
    Staff,
    Teacher,
}

/// The handler of a route.
pub(super) enum Handle {
    /// Reads data.
    Read(fn(&View, &RouteParameters) -> Result<Reply, Problem>),
    /// Reads matches of a run, under a concurrency limit.
    ReadMatches(fn(&View, &RouteParameters) -> Result<Reply, Problem>),
    /// Carries out a request in a JSON body. The second function returns the schema of the request.
    Change(fn(&View, Request) -> Result<Reply, Problem>, fn() -> Value),
    /// Receives uploaded files.
    HandIn,
}

/// The answer of a route on success.
pub(super) struct Answer {
    pub(super) status: u16,
    /// The content.
    pub(super) content: Content,
}

/// The members of a request.
pub(super) type Request = Map<String, Value>;

/// The content of an answer.
pub(super) enum Content {
    /// A shape, by its name.
    Shape(&'static str, fn(&mut Schemas) -> Value),
    /// The `OpenAPI` description.
    OpenApi,
    /// A file, unchanged.
    File,
}

impl Answer {
    /// Returns an answer with status 200 and a shape.
    pub(super) const fn ok<S: Shape>() -> Answer {
        Answer::json::<S>(200)
    }

    /// Returns an answer with status 201 and a shape.
    pub(super) const fn created<S: Shape>() -> Answer {
        Answer::json::<S>(201)
    }

    const fn json<S: Shape>(status: u16) -> Answer {
        Answer { status, content: Content::Shape(S::NAME, Schemas::shape::<S>) }
    }
}

/// Values of the path and query parameters of a request.
pub(super) struct RouteParameters(pub(super) std::collections::HashMap<String, String>);

impl RouteParameters {
    pub(super) fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Returns the value of a parameter; `None` if it is absent.
    pub(super) fn asked(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Parses a whole number, at least 1.
    pub(super) fn number(&self, name: &str) -> Result<u32, Problem> {
        let number = self.text(name).parse().ok().filter(|number| *number > 0);
        number.ok_or_else(|| {
            Problem::not_found(format!("{:?} is not a positive whole number", self.text(name)))
        })
    }
}
