//! Announcements to a class, and changes of them.

use std::collections::BTreeSet;

use class_model::{Event, Facts};
use explain::{Error, Kind};
use game::{is_blank, visible};
use json::Shape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::open_class::OpenClass;
use crate::utc::Utc;
use crate::warning::Warning;

/// Maximum number of bytes of an announcement.
pub(crate) const LONGEST: usize = 10_000;

/// An announcement to the class.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Announce {
    /// The text: at most 10,000 bytes.
    #[schemars(length(min = 1, max = 10_000))]
    pub text: String,
    /// The section that it is for; `None` for the whole class.
    #[serde(default)]
    pub section: Option<String>,
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

/// Announces a text to a class or a section.
///
/// # Errors
/// If the text is blank or longer than 10,000 bytes, the class has no such section, or the class's record cannot be written.
pub fn announce(class: &OpenClass, request: &Announce) -> Result<Announcement, Error> {
    let text = checked(&request.text, "an announcement", LONGEST)?;
    let recorded = class.write(|facts, _| {
        let section = request.section.clone();
        if let Some(section) = section.as_deref().filter(|section| !sections(class, facts).contains(*section))
        {
            return Err(Error::input(format!("the class has no section \"{}\"", visible(section))));
        }
        Ok(vec![Event::Announced { text, section }])
    })?;
    let last = recorded.facts.announcements().last();
    Ok(Announcement {
        number: last.map_or(0, |last| last.what.number as usize),
        at: Utc(recorded.at),
        warnings: Warning::from_recorded(&recorded),
    })
}

/// Returns the sections of a class: those of its text and those of its students.
pub fn sections(class: &OpenClass, facts: &Facts) -> BTreeSet<String> {
    let of_students = facts.students().into_iter().filter_map(|student| student.section.clone());
    class.plan.sections.keys().cloned().chain(of_students).collect()
}

/// Replaces the text of an announcement. Returns warnings for the teacher.
///
/// # Errors
/// If there is no such announcement, or as [`announce`].
pub fn edit_announcement(class: &OpenClass, number: u32, text: &str) -> Result<Vec<Warning>, Error> {
    let text = checked(text, "an announcement", LONGEST)?;
    let recorded = class.write(|facts, _| {
        refuse_unknown(facts, number)?;
        let is_same = facts.announcement(number).is_some_and(|own| own.what.text == text);
        Ok(if is_same { Vec::new() } else { vec![Event::AnnouncementEdited { announcement: number, text }] })
    })?;
    Ok(Warning::from_recorded(&recorded))
}

/// Takes an announcement back: the pages and the feed no longer show it, and the history keeps it. Returns warnings for
/// the teacher.
///
/// # Errors
/// If there is no such announcement, or the class's record cannot be written.
pub fn retract_announcement(class: &OpenClass, number: u32) -> Result<Vec<Warning>, Error> {
    let recorded = class.write(|facts, _| {
        refuse_unknown(facts, number)?;
        Ok(vec![Event::AnnouncementRetracted { announcement: number }])
    })?;
    Ok(Warning::from_recorded(&recorded))
}

fn refuse_unknown(facts: &Facts, number: u32) -> Result<(), Error> {
    let missing =
        || Error::new(Kind::NotFound, format!("announcement {number} does not exist or was taken back"));
    facts.announcement(number).map(drop).ok_or_else(missing)
}

/// Returns a typed text as it is recorded. Refuses a blank text, and one of more than `longest` bytes.
pub(crate) fn checked(text: &str, what: &str, longest: usize) -> Result<String, Error> {
    let text = text.trim();
    if is_blank(text) {
        return Err(Error::input(format!("{what} cannot be empty")));
    }
    if text.len() > longest {
        return Err(Error::input(format!("{what} can have at most {longest} bytes")));
    }
    // Browsers send each line break as CR LF.
    Ok(text.replace("\r\n", "\n"))
}
