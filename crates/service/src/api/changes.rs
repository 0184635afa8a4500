//! Handlers that make changes.

use axum::http::StatusCode;
use class_operations::announcement::announce;
use class_operations::judging::scrimmage::{ScrimmageOpponent, ScrimmageRequest, request_scrimmage};
use class_operations::submission::activate;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::reply::Reply;
use super::route::Names;
use crate::problem::Problem;
use crate::visit::View;

/// The version that is to play.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Choice {
    /// The number of the submission; null for the last one accepted in time.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 1, max = 4_294_967_295_i64))]
    submission: Option<u32>,
}

/// A request for friendly games.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The opponent.
    against: Opponent,
    /// The number of the submission that plays; absent or null for the active one.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 1, max = 4_294_967_295_i64))]
    submission: Option<u32>,
    /// Number of games, which must be even; absent or null for as many as the class allows.
    #[serde(default, deserialize_with = "whole")]
    #[schemars(range(min = 2, max = 1000))]
    games: Option<u32>,
}

/// An opponent.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Opponent {
    /// The active version of the student or team with this alias.
    Alias(String),
    /// An opponent from the class's text: a file name or a built-in player.
    OfText(String),
}

/// An announcement to the class.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    /// The text: at most 10,000 bytes.
    #[schemars(length(min = 1, max = 10_000))]
    text: String,
}

pub(super) fn choose(view: &View, _: &Names, body: &[u8]) -> Result<Reply, Problem> {
    let choice: Choice = read(body)?;
    Reply::of(&activate(&view.class, view.student()?, choice.submission)?.report)
}

pub(super) fn ask_for_games(view: &View, _: &Names, body: &[u8]) -> Result<Reply, Problem> {
    let asked: Asked = read(body)?;
    let opponent = match &asked.against {
        Opponent::Alias(alias) => ScrimmageOpponent::Alias(alias),
        Opponent::OfText(name) => ScrimmageOpponent::OfText(name),
    };
    let (version, games) = (asked.submission, asked.games);
    let request = ScrimmageRequest { student: view.student()?, opponent, version, games };
    let receipt = request_scrimmage(&view.class, &*view.app.validator, &request)?;
    let made = receipt.request().ok_or_else(|| {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the new request is missing from the class's record")
    })?;
    let address = view.address(&format!("api/scrimmages/{}/games", made.number));
    Ok(Reply::of(&receipt.report(&made))?.created(&address))
}

pub(super) fn make_announcement(view: &View, _: &Names, body: &[u8]) -> Result<Reply, Problem> {
    let Text { text } = read(body)?;
    view.must_be_teacher()?;
    Ok(Reply::of(&announce(&view.class, &text)?)?.created(&view.address("api/class")))
}

/// Reads a whole number in any JSON notation, including 2.0.
fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    match Option::<f64>::deserialize(from)? {
        None => Ok(None),
        Some(number) if number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number) => {
            Ok(Some(number as u32))
        }
        Some(number) => Err(D::Error::custom(format!("{number} is not a whole number from 0 to 4294967295"))),
    }
}

/// Parses the body of a request.
pub(super) fn read<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Result<T, Problem> {
    serde_json::from_slice(body).map_err(|error| Problem::bad(format!("invalid request body: {error}")))
}
