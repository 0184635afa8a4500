//! Receipts, which prove that a file was handed in at a certain time and that the record before it has not changed
//! since.

use std::fmt;
use std::str::FromStr;

use class_model::{ContenderId, Event, Facts, Hash, RecordEntry};
use explain::{Error, Kind};
use game::visible;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::OpenClass;
use crate::utc::Utc;

/// The receipt of a submission: an event of the class's record and the record's chain link at that event, which covers
/// all events up to it. Its text is `EVENT-LINK`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The number of the event.
    pub event: i64,
    /// The link.
    pub link: Hash,
}

/// The receipt of a submission, as JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct IssuedReceiptReport {
    /// The number of the submission.
    submission: u32,
    /// The receipt, which `muster class check --receipt` proves.
    receipt: String,
}

impl Shape for IssuedReceiptReport {
    const NAME: &'static str = "class-issued-receipt";
    const VERSION: u32 = 1;
}

impl IssuedReceiptReport {
    /// Reports the receipt of a submission.
    pub fn new(submission: u32, receipt: &Receipt) -> IssuedReceiptReport {
        IssuedReceiptReport { submission, receipt: receipt.to_string() }
    }
}

/// A receipt confirmed by the class's record.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ProvenReceipt {
    /// The number of the submission; null if it was deleted when its student was forgotten.
    pub submission: Option<u32>,
    /// Alias of the student or team in runs; null if the submission was deleted.
    pub alias: Option<String>,
    /// Time of receipt, in UTC; null if the submission was deleted.
    pub received: Option<Utc>,
    /// The BLAKE3 hash of the file; null if the submission was deleted.
    #[schemars(with = "Option<String>")]
    pub file: Option<Hash>,
    /// Time of recording, in UTC.
    pub written: Utc,
}

impl Shape for ProvenReceipt {
    const NAME: &'static str = "class-receipt";
    const VERSION: u32 = 1;
}

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.event, self.link)
    }
}

impl FromStr for Receipt {
    type Err = Error;

    fn from_str(text: &str) -> Result<Receipt, Error> {
        let parts = text.trim().split_once('-');
        let read = parts.and_then(|(event, link)| Some((event.parse().ok()?, link.parse().ok()?)));
        let (event, link) = read.ok_or_else(|| {
            Error::input("a receipt is a number, a hyphen and 64 hexadecimal digits")
                .hint("copy the whole receipt from the submission's page")
        })?;
        Ok(Receipt { event, link })
    }
}

impl ProvenReceipt {
    /// Describes the submission, line by line.
    pub fn lines(&self, class: &OpenClass) -> Vec<String> {
        let written = class.shown(self.written.0);
        let (Some(submission), Some(received), Some(file)) = (self.submission, self.received, &self.file)
        else {
            return vec![format!(
                "the receipt is valid: something was handed in on {written} and has since been deleted"
            )];
        };
        let alias = self.alias.as_deref().map_or_else(|| "a forgotten student".to_owned(), visible);
        vec![
            format!("the receipt is valid: submission {submission} of {alias}"),
            format!("  received {}, recorded {written}", class.shown(received.0)),
            format!("  file {file}"),
        ]
    }
}

/// Returns the receipt of a submission.
///
/// # Errors
/// If there is no such submission, or the class's record cannot be read.
pub fn submission_receipt(class: &OpenClass, facts: &Facts, submission: u32) -> Result<Receipt, Error> {
    let event = facts.event_of_submission(submission);
    let event =
        event.ok_or_else(|| Error::new(Kind::NotFound, format!("there is no submission {submission}")))?;
    let entry = class.read_record(|record| record.entry(event))?;
    let entry =
        entry.ok_or_else(|| Error::new(Kind::Damaged, format!("event {event} of the record is missing")))?;
    Ok(Receipt { event, link: entry.link })
}

/// Checks a receipt against the class's record. The links of the chain were verified when the record was opened.
///
/// # Errors
/// If the record has no such event, has a different one in its place, or cannot be read.
pub fn check_receipt(class: &OpenClass, facts: &Facts, receipt: &Receipt) -> Result<ProvenReceipt, Error> {
    let Receipt { event, link } = receipt;
    let damaged = |what: String| Err(Error::new(Kind::Damaged, what));
    let Some(entry) = class.read_record(|record| record.entry(*event))? else {
        return damaged(format!(
            "the class's record has no event {event}: it was cut short, or belongs to another class"
        ));
    };
    if entry.link != *link {
        return damaged(format!(
            "event {event} of the class's record does not match the receipt: the record was changed, or belongs to another class"
        ));
    }
    let RecordEntry { at: written, content, .. } = entry;
    let submitted = match content {
        Some((_, Event::Submitted(submitted))) => Some(submitted),
        None => None,
        Some(_) => return Err(Error::input(format!("event {event} is not a submission"))),
    };
    let who = submitted.as_ref().map(ContenderId::handed_in);
    let contenders = facts.contenders();
    let owner = contenders.iter().find(|contender| Some(&contender.who) == who.as_ref());
    Ok(ProvenReceipt {
        submission: submitted.as_ref().and_then(|_| facts.submission_of_event(*event)),
        alias: owner.map(|owner| owner.alias.to_owned()),
        received: submitted.as_ref().map(|one| Utc(one.received)),
        file: submitted.map(|one| one.handed_in),
        written: Utc(written),
    })
}
