//! Tests of sign-on against a small course system on the loopback address.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod launching;
mod openid;
mod platform;
mod services;
