//! A changed text is the class's from now on, also where versions stop counting by it.

use explain::Error;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::OpenClass;
use crate::text_change::{TextChange, why};
use crate::warning::Warning;

/// What adopting the text of a class changes.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Adoption {
    /// Whether nothing was adopted: this is what would change.
    pub dry_run: bool,
    /// Whether the text is another than the one that was adopted last.
    pub changed: bool,
    /// The versions that stop counting.
    pub stop_counting: Vec<DisplacedVersion>,
    /// What the teacher should know.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

/// A version that stops counting.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DisplacedVersion {
    /// What runs call the student or team.
    pub alias: String,
    /// The number of the submission.
    pub submission: u32,
    /// Why it stops counting, in words.
    pub why: String,
}

impl Shape for Adoption {
    const NAME: &'static str = "class-adopt";
    const VERSION: u32 = 1;
}

/// Adopts the text of a class.
///
/// # Errors
/// If the class's record cannot be read or written.
pub fn adopt(class: &OpenClass) -> Result<Adoption, Error> {
    let mut change = TextChange::None;
    let recorded = class.write_unchecked(|facts, _| {
        change = class.change(facts);
        let is_same = matches!(change, TextChange::None);
        Ok(if is_same { Vec::new() } else { vec![class.adopted()] })
    })?;
    Ok(Adoption { warnings: Warning::of(&recorded), ..Adoption::of(class, &change, false) })
}

/// What [`adopt`] would change.
///
/// # Errors
/// If the class's record cannot be read.
pub fn preview_adoption(class: &OpenClass) -> Result<Adoption, Error> {
    Ok(Adoption::of(class, &class.change(&class.unchecked_facts()?), true))
}

impl Adoption {
    fn of(class: &OpenClass, change: &TextChange, dry_run: bool) -> Adoption {
        let displaced = change.displaced().iter();
        let versions = displaced.map(|one| DisplacedVersion {
            alias: one.alias.clone(),
            submission: one.submission,
            why: why(&class.plan, &one.why),
        });
        Adoption {
            dry_run,
            changed: !matches!(change, TextChange::None),
            stop_counting: versions.collect(),
            warnings: Vec::new(),
        }
    }
}
