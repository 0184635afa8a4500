//! Who is shown a class's new results.

use class::{Event, Facts, Moment, Reader, seen_by};
use explain::{Error, Kind};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::OpenClass;
use crate::utc;
use crate::warning::Warning;

/// New results are shown to nobody but the teacher, from now on.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Freezing {
    /// Since when, in UTC.
    #[serde(rename = "frozen", serialize_with = "utc::text")]
    #[schemars(with = "String")]
    pub since: Moment,
    /// What the teacher should know.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for Freezing {
    const NAME: &'static str = "class-freeze";
    const VERSION: u32 = 1;
}

/// What was frozen is shown again.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Release {
    /// To whom: `participants` or `all`. What all may see, participants may see, too.
    #[schemars(with = "String")]
    pub released_to: Reader,
    /// When, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    pub at: Moment,
    /// Those of them who see nothing all the same, because the class's text has results for others.
    #[schemars(with = "Vec<String>")]
    pub not_visible_to: Vec<Reader>,
    /// What the teacher should know.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for Release {
    const NAME: &'static str = "class-release";
    const VERSION: u32 = 1;
}

/// Shows new results to nobody but the teacher.
///
/// # Errors
/// If they are frozen; or if the class's record cannot be written.
pub fn freeze(class: &OpenClass) -> Result<Freezing, Error> {
    let recorded = class.write(|facts, _| match facts.frozen(Reader::Participants) {
        Some(freeze) => {
            let since = class.shown(freeze.since);
            Err(Error::input(format!("results are frozen since {since}"))
                .hint("`muster class release` shows them again"))
        }
        None => Ok(vec![Event::Frozen]),
    })?;
    Ok(Freezing { since: recorded.at, warnings: Warning::of(&recorded) })
}

/// Shows a reader what was frozen.
///
/// # Errors
/// If nothing is frozen for them; or if the class's record cannot be written.
pub fn release(class: &OpenClass, to: Reader) -> Result<Release, Error> {
    let recorded = class.write(|facts, _| {
        if to.released().iter().all(|reader| facts.frozen(*reader).is_none()) {
            return Err(Error::input(format!("results are not frozen for {to}")));
        }
        Ok(vec![Event::Released { to }])
    })?;
    let is_hidden = |reader: &Reader| !class.plan.visible.includes(*reader);
    Ok(Release {
        released_to: to,
        at: recorded.at,
        not_visible_to: to.released().iter().copied().filter(is_hidden).collect(),
        warnings: Warning::of(&recorded),
    })
}

/// What has happened in a class, as a reader may see it; the teacher, who is no [`Reader`], sees everything.
///
/// # Errors
/// If results are not for the reader.
pub fn seen(class: &OpenClass, reader: Option<Reader>, facts: Facts) -> Result<Facts, Error> {
    let Some(reader) = reader else { return Ok(facts) };
    seen_by(&class.plan, &facts, reader).ok_or_else(|| {
        Error::new(Kind::Refused, format!("results are not for {reader}"))
            .hint("`visible` in the class's text says who may see them")
    })
}
