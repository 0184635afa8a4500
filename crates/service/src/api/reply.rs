//! Answers to programs.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use json::Shape;
use serde_json::Value;

use crate::answer::personal;
use crate::problem::Problem;

/// An answer to a program.
pub(super) struct Reply {
    /// The name of its shape; `None` if it has none.
    pub(super) shape: Option<&'static str>,
    response: Response,
}

impl Reply {
    /// Answers with a shape.
    pub(super) fn json<S: Shape>(shape: &S) -> Result<Reply, Problem> {
        Ok(Reply { shape: Some(S::NAME), response: written(json::line(shape))? })
    }

    /// Answers with JSON that is not a shape.
    pub(super) fn value(value: &Value) -> Result<Reply, Problem> {
        Ok(Reply { shape: None, response: written(serde_json::to_string(value))? })
    }

    /// Answers with a file.
    pub(super) fn file(response: Response) -> Reply {
        Reply { shape: None, response }
    }

    /// Marks the answer as 201 Created, with the address of the new resource.
    #[must_use]
    pub(super) fn created(mut self, address: &str) -> Reply {
        *self.response.status_mut() = StatusCode::CREATED;
        if let Ok(address) = HeaderValue::from_str(address) {
            self.response.headers_mut().insert(header::LOCATION, address);
        }
        self
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        self.response
    }
}

fn written(text: serde_json::Result<String>) -> Result<Response, Problem> {
    let failed = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "cannot write the response as JSON");
    Ok(personal("application/json", text.map_err(failed)?))
}
