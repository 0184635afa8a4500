//! HTTP client for a class served elsewhere.
//!
//! [`hand_in()`] submits files to a [`ClassAddress`], for the owner of the token. The token goes to one host: the client
//! follows no redirect. The system checks certificates, so it accepts a university's own authority that it knows. Answers
//! are read up to a limit, and an answer that is not from a class is an error that says so. The environment sets proxies
//! (`HTTPS_PROXY`, `NO_PROXY`).

mod address;
mod failure;
mod form;
mod hand_in;

pub(crate) use address::ClassAddress;
pub(crate) use hand_in::hand_in;
