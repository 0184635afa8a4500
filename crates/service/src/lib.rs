//! A class in the browser: hand in, see where one stands, follow what is played.
//!
//! [`serve`] opens class folders and answers requests until it is told to stop. It adds no facts: what people do here is
//! done by `classroom`, on the folder that the commands use, too. Nothing of a stranger is checked, built or played here:
//! that is what the validator and the executor are for, which are handed over.
//!
//! In reading order: [`ServeOptions`], [`serve`]; `app`, what all requests share; `visit` and `front`, who asks for what; `pages`,
//! `typed`, `forms`, `actions`, `api`, what they get; `live`, what is new; `playing`, what is played; `warming`, `metrics`, for whoever
//! operates it; `server` and `guard`, connections and what is refused.

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
