//! Handlers for decisions of teachers.

use class_model::Reader;
use class_operations::deadlines::{ExtensionRequest, close, extend, reopen};
use class_operations::freezing::{freeze, release};
use schemars::JsonSchema;
use serde::Deserialize;

use super::changes::read;
use super::reply::Reply;
use super::route::Names;
use crate::pages;
use crate::problem::Problem;
use crate::visit::View;

/// A decision without details.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Decision {}

/// The readers for whom frozen results are released.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReleasedTo {
    /// `participants`, or `all`, which includes them.
    to: ReaderWord,
}

/// A group of readers of results.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum ReaderWord {
    Participants,
    All,
}

/// An extension of a student's deadline.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MoreTime {
    /// The new deadline: `2026-12-03 22:00` in the class's time zone, or `2026-12-03T21:00:00Z`.
    until: String,
    /// The reason, for the record: at most 1000 bytes.
    #[serde(default)]
    reason: String,
    /// `true` to allow a deadline earlier than the student's current extended one.
    #[serde(default)]
    may_shorten: bool,
}

pub(super) fn close_class(view: &View, _: &Names, body: &[u8]) -> Result<Reply, Problem> {
    confirm(view, body)?;
    Reply::of(&close(&view.class)?)
}

pub(super) fn reopen_class(view: &View, _: &Names, body: &[u8]) -> Result<Reply, Problem> {
    confirm(view, body)?;
    Reply::of(&reopen(&view.class)?)
}

pub(super) fn freeze_results(view: &View, _: &Names, body: &[u8]) -> Result<Reply, Problem> {
    confirm(view, body)?;
    Reply::of(&freeze(&view.class)?)
}

pub(super) fn release_results(view: &View, _: &Names, body: &[u8]) -> Result<Reply, Problem> {
    let ReleasedTo { to } = read(body)?;
    view.must_be_teacher()?;
    let to = match to {
        ReaderWord::Participants => Reader::Participants,
        ReaderWord::All => Reader::All,
    };
    Reply::of(&release(&view.class, to)?)
}

pub(super) fn give_time(view: &View, names: &Names, body: &[u8]) -> Result<Reply, Problem> {
    let MoreTime { until, reason, may_shorten } = read(body)?;
    let student = names.text("id");
    pages::must_see(view, student)?;
    let until = view.class.deadline(&until)?;
    let request = ExtensionRequest { student, until, reason: &reason, may_shorten };
    let extended = extend(&view.class, &request)?;
    Ok(Reply::of(&extended.report())?
        .created(&view.address(&format!("api/students/{}", pages::in_address(student)))))
}

/// Checks that the body is an empty object and that the caller is a teacher.
fn confirm(view: &View, body: &[u8]) -> Result<(), Problem> {
    let Decision {} = read(body)?;
    view.must_be_teacher()
}
