//! A changed text is the class's from now on, also where versions stop counting by it.

use class::{ClassPlan, Contender, Difference, Facts, Standing, differences, standing};
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
    /// What the text says otherwise than the one before.
    pub differences: Vec<TextDifference>,
    /// How many students and teams have another last moment.
    pub deadlines_moved: usize,
    /// The versions that stop counting.
    pub stop_counting: Vec<DisplacedVersion>,
    /// The versions that count from now on, and did not.
    pub start_counting: Vec<CountingVersion>,
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

/// Something that a text says otherwise than the one before.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TextDifference {
    /// The key or the table.
    pub key: String,
    /// What the text before says, in words.
    pub before: String,
    /// What the text says, in words.
    pub after: String,
}

/// A version that begins to count.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CountingVersion {
    /// What runs call the student or team.
    pub alias: String,
    /// The number of the submission.
    pub submission: u32,
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
        Ok(if is_same { Vec::new() } else { class.adopted(&change, facts) })
    })?;
    Ok(Adoption { warnings: Warning::of(&recorded), ..Adoption::of(class, &recorded.facts, &change, false) })
}

/// What [`adopt`] would change.
///
/// # Errors
/// If the class's record cannot be read.
pub fn preview_adoption(class: &OpenClass) -> Result<Adoption, Error> {
    let facts = class.unchecked_facts()?;
    Ok(Adoption::of(class, &facts, &class.change(&facts), true))
}

impl Adoption {
    fn of(class: &OpenClass, facts: &Facts, change: &TextChange, dry_run: bool) -> Adoption {
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
            differences: change.before().map(|before| text_differences(before, class)).unwrap_or_default(),
            deadlines_moved: changed().filter(is_moved).count(),
            start_counting: changed().filter_map(starts).collect(),
            stop_counting: versions.collect(),
            warnings: Vec::new(),
        }
    }
}

fn text_differences(before: &ClassPlan, class: &OpenClass) -> Vec<TextDifference> {
    let differences = differences(before, &class.plan).into_iter();
    differences.map(|Difference { key, before, after }| TextDifference { key, before, after }).collect()
}
