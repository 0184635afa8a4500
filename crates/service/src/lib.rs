//! The web service of a class: students hand in, see their standing and follow games.
//!
//! [`serve`] opens class folders and answers requests until it is stopped. `class_operations` makes all changes, on the
//! same folder that the commands use. The service itself checks, builds and plays no untrusted code: its caller
//! supplies a validator and an executor for that.
//!
//! In reading order: [`ServeOptions`], [`serve`]; `app`, the shared state; `class_visit` and `reverse_proxy`, the
//! callers and their requests; `handlers`, `pages`, `form_values`, `forms`, `actions` and `api`, the answers;
//! `sign_on`, sign-on by the school; `event_stream`, event streams; `playing`, games; `mailing`, mail; `interpreter_warming` and `metrics`, for operators; `server` and
//! `request_checks`, connections and early checks.

mod actions;
mod allowed_hosts;
mod answer;
mod api;
mod app;
mod archive_form;
mod backup_form;
mod body_timeouts;
mod caller;
mod class_visit;
mod concurrency;
mod course_services;
mod download_slots;
mod event_stream;
mod first_run_form;
mod form_values;
mod forms;
mod grade_sending;
mod hand_in_form;
mod handlers;
mod interpreter_warming;
mod kept;
mod kept_archive;
mod kept_backup;
mod ladder;
mod live_run;
mod locale_choice;
mod lock;
mod mail_state;
mod mailing;
mod metrics;
mod pages;
mod peer;
mod personal_data;
mod play_kind;
mod playing;
mod problem;
mod rate_limits;
mod readiness;
mod reading_slots;
mod request_checks;
mod reverse_proxy;
mod revisions;
mod routes;
mod run_outcomes;
mod running_checks;
mod school_systems;
mod server;
mod sign_on;
mod sign_on_state;
mod stream_slots;
mod temporary_download;
mod tokens;
mod upload;
mod upload_memory;
mod uploaded_backup;
mod url_parameters;
mod work_durations;

pub use api::{ProblemReport, api_page};
pub use app::{CompareVersions, DiscardCode, SharedValidator};
pub use mail::{MailSettings, SettingsError};
pub use reverse_proxy::Network;
pub use server::{Listen, ServeOptions, Serving, TlsFiles, serve};
