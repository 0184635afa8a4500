//! Announcements to a class.

use class_model::Event;
use explain::Error;
use game::is_blank;
use json::Shape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::open_class::OpenClass;
use crate::utc::Utc;
use crate::warning::Warning;

/// Maximum number of bytes of an announcement.
const LONGEST: usize = 10_000;

/// An announcement to the class.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Announce {
    /// The text: at most 10,000 bytes.
    #[schemars(length(min = 1, max = 10_000))]
    pub text: String,
}

/// A recorded announcement.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Announcement {
    /// The announcement's number in the class, from 1.
    #[serde(rename = "announcement")]
    pub number: usize,
    /// Time of the announcement, in UTC.
    pub at: Utc,
    /// Warnings for the teacher.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for Announcement {
    const NAME: &'static str = "class-announce";
    const VERSION: u32 = 1;
}

/// Announces a text to a class.
///
/// # Errors
/// If the text is blank or longer than 10,000 bytes, or the class's record cannot be written.
pub fn announce(class: &OpenClass, request: Announce) -> Result<Announcement, Error> {
    let Announce { text } = request;
    let text = text.trim().to_owned();
    if is_blank(&text) {
        return Err(Error::input("an announcement cannot be empty"));
    }
    if text.len() > LONGEST {
        return Err(Error::input(format!("an announcement can have at most {LONGEST} bytes")));
    }
    let recorded = class.write(|_, _| Ok(vec![Event::Announced { text }]))?;
    Ok(Announcement {
        number: recorded.facts.announcements().len(),
        at: Utc(recorded.at),
        warnings: Warning::from_recorded(&recorded),
    })
}
