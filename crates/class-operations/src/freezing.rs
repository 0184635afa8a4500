//! Hiding a class's new results, and releasing them.

use class_model::{Event, Facts, Reader, seen_by};
use explain::{Error, Kind};
use json::Shape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::open_class::OpenClass;
use crate::utc::Utc;
use crate::warning::Warning;

/// A freeze: only the teacher sees new results from now on.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Freezing {
    /// Start of the freeze, in UTC.
    #[serde(rename = "frozen")]
    pub since: Utc,
    /// Warnings for the teacher.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for Freezing {
    const NAME: &'static str = "class-freeze";
    const VERSION: u32 = 1;
}

/// The readers for whom frozen results are released.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// `participants`, or `all`, which includes them.
    #[schemars(with = "String", extend("enum" = ["participants", "all"]))]
    pub to: Reader,
}

/// A release of frozen results.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Release")]
pub struct ReleasedResults {
    /// The readers: `participants` or `all`. Participants may see everything that all may see.
    #[schemars(with = "String")]
    pub released_to: Reader,
    /// Time of the release, in UTC.
    pub at: Utc,
    /// The readers who still see nothing, because the class's text does not show results to them.
    #[schemars(with = "Vec<String>")]
    pub not_visible_to: Vec<Reader>,
    /// Warnings for the teacher.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for ReleasedResults {
    const NAME: &'static str = "class-release";
    const VERSION: u32 = 1;
}

/// Hides new results from all readers but the teacher.
///
/// # Errors
/// If results are already frozen, or the class's record cannot be written.
pub fn freeze(class: &OpenClass) -> Result<Freezing, Error> {
    let recorded = class.write(|facts, _| match facts.frozen(Reader::Participants) {
        Some(freeze) => {
            let since = class.shown(freeze.since);
            Err(Error::input(format!("results are frozen since {since}"))
                .hint("`muster class release` shows them again"))
        }
        None => Ok(vec![Event::Frozen]),
    })?;
    Ok(Freezing { since: Utc(recorded.at), warnings: Warning::from_recorded(&recorded) })
}

/// Releases frozen results to a reader.
///
/// # Errors
/// If nothing is frozen for the reader, or the class's record cannot be written.
pub fn release(class: &OpenClass, Release { to }: Release) -> Result<ReleasedResults, Error> {
    let recorded = class.write(|facts, _| {
        if to.released().iter().all(|reader| facts.frozen(*reader).is_none()) {
            return Err(Error::input(format!("results are not frozen for {to}")));
        }
        Ok(vec![Event::Released { to }])
    })?;
    let is_hidden = |reader: &Reader| !class.plan.visible.includes(*reader);
    Ok(ReleasedResults {
        released_to: to,
        at: Utc(recorded.at),
        not_visible_to: to.released().iter().copied().filter(is_hidden).collect(),
        warnings: Warning::from_recorded(&recorded),
    })
}

/// Returns the facts of a class that a reader may see. `None` is the teacher, who sees everything.
///
/// # Errors
/// If results are not visible to the reader.
pub fn seen(class: &OpenClass, reader: Option<Reader>, facts: Facts) -> Result<Facts, Error> {
    let Some(reader) = reader else { return Ok(facts) };
    seen_by(&class.plan, &facts, reader).ok_or_else(|| {
        Error::new(Kind::Refused, format!("results are not visible to {reader}"))
            .hint("`visible` in class.toml sets who may see them")
    })
}
