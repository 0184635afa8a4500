//! The state of a tournament while it is played, as pictures.

use game::Game;
use results::{OptionalParts, RunResults};
use run_folder::RecordedRun;
use serde::Serialize;

use crate::charts::ratings_by_round;
use crate::describe::describe;
use crate::error::ReportError;
use crate::formatting::visible;
use crate::page::{Links, bracket_picture};
use crate::tier::Tier;

/// A picture of a tournament in progress. It has no links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProgressPicture {
    /// The title.
    pub title: String,
    /// The picture as HTML, with untrusted text escaped.
    pub html: String,
}

/// Returns the brackets of the current stage, if it is a knockout, and the ratings after each round played. They are
/// drawn like those of the report.
///
/// # Errors
/// Fails if the record cannot be read, was changed, or is of an unknown game.
pub fn progress_pictures(
    run: &RecordedRun,
    games: &[&'static dyn Game],
) -> Result<Vec<ProgressPicture>, ReportError> {
    let parts = OptionalParts { ratings: true, ..OptionalParts::STANDINGS };
    let report = describe(&RunResults::read(run, games, parts)?, Tier::Public);
    let mut pictures = Vec::new();
    if let Some(stage) = report.stages.last() {
        for bracket in &stage.brackets {
            let title = bracket.title.as_deref().unwrap_or("Bracket");
            let label = format!("{}: {title}", stage.name);
            let html = bracket_picture(&report, bracket, &label, Links::None).into_string();
            pictures.push(ProgressPicture { title: visible(title), html });
        }
    }
    pictures.extend(
        ratings_by_round(&report).map(|chart| ProgressPicture { title: chart.title, html: chart.svg }),
    );
    Ok(pictures)
}
