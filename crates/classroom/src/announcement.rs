//! An announcement to everybody in a class.

use class::{Event, Moment};
use explain::Error;
use game::is_blank;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::OpenClass;
use crate::utc;
use crate::warning::Warning;

/// Bytes of an announcement.
const LONGEST: usize = 10_000;

/// An announcement that was made.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Announcement {
    /// Its number in the class, from 1.
    #[serde(rename = "announcement")]
    pub number: usize,
    /// When it was made, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    pub at: Moment,
    /// What the teacher should know.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for Announcement {
    const NAME: &'static str = "class-announce";
    const VERSION: u32 = 1;
}

/// Announces something to a class.
///
/// # Errors
/// If the text has nothing to be seen or more than 10,000 bytes; or if the class's record cannot be written.
pub fn announce(class: &OpenClass, text: &str) -> Result<Announcement, Error> {
    let text = text.trim().to_owned();
    if is_blank(&text) {
        return Err(Error::input("an announcement has something to be read"));
    }
    if text.len() > LONGEST {
        return Err(Error::input(format!("an announcement has at most {LONGEST} bytes")));
    }
    let recorded = class.write(|_, _| Ok(vec![Event::Announced { text }]))?;
    Ok(Announcement {
        number: recorded.facts.announcements().len(),
        at: recorded.at,
        warnings: Warning::of(&recorded),
    })
}
