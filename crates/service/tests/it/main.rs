//! Tests of the service through browsers, programs and raw connections.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod announcements;
mod clock;
mod copies;
mod course_services;
mod crowds;
mod encrypted;
mod entering;
mod every_route;
mod extensions;
mod feedback;
mod first_run;
mod following;
mod forgetting;
mod freezing;
mod grades;
mod handing_in;
mod history;
mod hostile;
mod identity;
mod imports;
mod ladder;
mod languages;
mod links;
mod listening;
mod lists;
mod mail;
mod markup;
mod matches;
mod operating;
mod operations;
mod orders;
#[allow(dead_code, reason = "the tests of `lti` use the rest")]
#[path = "../../../lti/tests/it/platform.rs"]
mod platform;
mod programs;
mod questions;
mod refused_forms;
mod rejudging;
mod roster;
mod rulings;
mod sections;
mod settings;
mod sign_on;
mod staff;
mod student_page;
mod subpath;
mod support;
mod teams;
mod tournaments;
mod watching;
