//! Adopting a changed class text, even if versions stop counting under it.

use class_model::{ClassPlan, Contender, Difference, Facts, Hash, Standing, differences, standing};
use explain::Error;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::{OpenClass, TextChange, why};
use crate::warning::Warning;

/// The effects of adopting a class's text.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Adoption {
    /// `true` if nothing was adopted and the report is a preview.
    pub dry_run: bool,
    /// `true` if the text differs from the last adopted one.
    pub changed: bool,
    /// Differences from the previous text.
    pub differences: Vec<Difference>,
    /// Number of students and teams whose last moment changes.
    pub deadlines_moved: usize,
    /// The versions that stop counting.
    pub stop_counting: Vec<DisplacedVersion>,
    /// The versions that did not count before and do now.
    pub start_counting: Vec<CountingVersion>,
    /// Warnings for the teacher.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

/// A version that stops counting.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DisplacedVersion {
    /// Alias of the student or team in runs.
    pub alias: String,
    /// The number of the submission.
    pub submission: u32,
    /// The reason, in words.
    pub why: String,
}

/// A version that starts to count.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CountingVersion {
    /// Alias of the student or team in runs.
    pub alias: String,
    /// The number of the submission.
    pub submission: u32,
}

impl Shape for Adoption {
    const NAME: &'static str = "class-adopt";
    const VERSION: u32 = 1;
}

/// Adopts the class's text.
///
/// # Errors
/// If the class's record cannot be read or written.
pub fn adopt(class: &OpenClass) -> Result<Adoption, Error> {
    let mut change = TextChange::None;
    let recorded = class.write_unchecked(|facts, _| {
        change = class.change(facts);
        let is_same = matches!(change, TextChange::None);
        Ok(if is_same { Vec::new() } else { class.adopted(&change, facts) })
    })?;
    Ok(Adoption {
        warnings: Warning::from_recorded(&recorded),
        ..Adoption::from_change(class, &recorded.facts, &change, false)
    })
}

/// Returns the effects that [`adopt`] would have.
///
/// # Errors
/// If the class's record cannot be read.
pub fn preview_adoption(class: &OpenClass) -> Result<Adoption, Error> {
    let facts = class.unchecked_facts()?;
    Ok(Adoption::from_change(class, &facts, &class.change(&facts), true))
}

impl Adoption {
    /// Returns a hash of the effects, to recognize a preview of them.
    pub fn hash(&self) -> Hash {
        let Adoption { differences, deadlines_moved, stop_counting, start_counting, .. } = self;
        let all = (differences, deadlines_moved, stop_counting, start_counting);
        // Texts and numbers always serialise to JSON.
        Hash::digest(&serde_json::to_vec(&all).unwrap_or_default())
    }

    pub(super) fn from_change(
        class: &OpenClass,
        facts: &Facts,
        change: &TextChange,
        dry_run: bool,
    ) -> Adoption {
        let contenders = facts.contenders();
        let standings = |plan: &ClassPlan| -> Vec<Standing> {
            contenders.iter().map(|contender| standing(plan, facts, contender)).collect()
        };
        let (before, after) = (change.before().map(standings).unwrap_or_default(), standings(&class.plan));
        let changed = || contenders.iter().zip(before.iter().zip(&after));
        let starts = |(contender, (before, after)): (&Contender<'_>, (&Standing, &Standing))| {
            let number = |standing: &Standing| Some(standing.active.as_ref().ok()?.submission);
            let submission = number(after).filter(|after| number(before) != Some(*after))?;
            Some(CountingVersion { alias: contender.alias.to_owned(), submission })
        };
        let is_moved =
            |(_, (before, after)): &(_, (&Standing, &Standing))| before.deadline.last != after.deadline.last;
        let displaced = change.displaced().iter();
        let versions = displaced.map(|one| DisplacedVersion {
            alias: one.alias.clone(),
            submission: one.submission,
            why: why(&class.plan, &one.why),
        });
        Adoption {
            dry_run,
            changed: !matches!(change, TextChange::None),
            differences: change.before().map(|before| differences(before, &class.plan)).unwrap_or_default(),
            deadlines_moved: changed().filter(is_moved).count(),
            start_counting: changed().filter_map(starts).collect(),
            stop_counting: versions.collect(),
            warnings: Vec::new(),
        }
    }
}
