//! The web service of a class: students hand in, see their standing and follow games.
//!
//! [`serve`] opens class folders and answers requests until it is stopped. `class_operations` makes all changes, on the same
//! folder that the commands use. The service itself checks, builds and plays no untrusted code: its caller supplies a
//! validator and an executor for that.
//!
//! In reading order: [`ServeOptions`], [`serve`]; `app`, the shared state; `visit` and `front`, the callers and their
//! requests; `pages`, `typed`, `forms`, `actions` and `api`, the answers; `live`, event streams; `playing`, games;
//! `warming` and `metrics`, for operators; `server` and `guard`, connections and early checks.

mod actions;
mod answer;
mod api;
mod app;
mod asker;
mod checks;
mod downloads;
mod followers;
mod forms;
mod front;
mod guard;
mod hand_in_form;
mod hosts;
mod ladder;
mod live;
mod live_run;
mod lock;
mod memory;
mod metrics;
mod mine;
mod news;
mod pace;
mod pages;
mod path;
mod peer;
mod play_kind;
mod playing;
mod problem;
mod rates;
mod readiness;
mod reading;
mod routes;
mod sending_time;
mod server;
mod tokens;
mod turns;
mod typed;
mod upload;
mod visit;
mod warming;

pub use api::{ProblemReport, api_page};
pub use app::{CompareVersions, SharedValidator};
pub use front::Network;
pub use server::{Listen, ServeOptions, Serving, TlsFiles, serve};
