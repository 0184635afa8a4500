//! Parameters of pages in their URLs.

use axum::extract::{self, FromRequestParts};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// The path parameters of a route. A parameter that cannot be parsed is answered with "not found".
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Problem> {
        let read = extract::Path::<T>::from_request_parts(parts, state).await;
        let extract::Path(named) = read.map_err(|_| Problem::not_found("there is no such page"))?;
        Ok(Path(named))
    }
}

/// The query of a URL. One that cannot be parsed is answered with "bad request".
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Query<T>, Problem> {
        let read = extract::Query::<T>::try_from_uri(&parts.uri);
        let extract::Query(asked) = read.map_err(|_| Problem::bad("the query string is invalid"))?;
        Ok(Query(asked))
    }
}
