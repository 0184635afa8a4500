//! The differences between the inputs of a run before and after a change, in words that may be published.

use std::collections::{BTreeMap, BTreeSet};

use config::{Plan, is_kept_openings};
use game::Game;
use hash::Hash;
use job::RULES_FILE;
use ledger::{Adoption, EntrantRow, InputsAt};

use crate::plan::plan_of;
use crate::{RecordError, RecordedRun};

/// The inputs of a run after a change.
#[derive(Clone, Copy)]
pub struct ChangedInputs<'a> {
    /// The tournament's text.
    pub text: &'a str,
    /// The module of each entrant, by its hash; `None` for a built-in player or a file that was not read.
    pub modules: &'a [Option<Hash>],
    /// The other files, by name.
    pub files: &'a BTreeMap<String, String>,
    /// The class that entrants come from, as the text names it.
    pub class: Option<&'a str>,
    /// The list of ratings used for seeding, as the text names it.
    pub ratings: Option<&'a str>,
}

/// Returns the differences between a run's inputs and its earlier ones, one per line; `None` if they are identical. A
/// change only to comments, key order or whitespace gives an empty list.
pub fn changes(
    (text, rows, files): (&str, &[EntrantRow], &BTreeMap<String, String>),
    is: ChangedInputs<'_>,
) -> Option<Vec<String>> {
    let mut lines = config::changes(unmarked(text), is.text);
    for (number, (row, module)) in (1..).zip(rows.iter().zip(is.modules)) {
        if row.module != *module {
            lines.push(format!("entrant {number} \"{}\": another bot", row.name));
        }
    }
    let names: BTreeSet<&String> = files.keys().chain(is.files.keys()).collect();
    if job::recorded_game(files) != job::recorded_game(is.files) {
        lines.push("other rules of the game".to_owned());
    }
    // Openings that the program found follow from the text.
    let is_found = |name: &&String| {
        *name == RULES_FILE
            || [files, is.files]
                .iter()
                .any(|all| all.get(*name).is_some_and(|text| is_kept_openings(name, text)))
    };
    let named = names.into_iter().filter(|name| !is_found(name));
    let file =
        |all: &BTreeMap<String, String>, name: &String| all.get(name).map(|text| unmarked(text).to_owned());
    let others = named.filter(|name| file(files, name) != file(is.files, name));
    // The organiser's folders are not shown.
    lines.extend(others.map(|name| {
        let what = match Some(name.as_str()) {
            class if class == is.class => "other entrants from the class",
            ratings if ratings == is.ratings => "other ratings in",
            _ => "other start positions in",
        };
        format!("{what} {}", name.trim_end_matches('/').rsplit(['/', '\\']).next().unwrap_or_default())
    }));
    (!lines.is_empty() || unmarked(text) != is.text).then_some(lines)
}

/// Returns a text without the byte order mark that older versions kept.
fn unmarked(text: &str) -> &str {
    text.trim_start_matches('\u{FEFF}')
}

/// Returns the differences between one state of a run's inputs and the one before it.
pub(crate) fn between(was: &InputsAt, is: &InputsAt, plan: Option<&Plan>) -> Option<Vec<String>> {
    let modules: Vec<_> = is.entrants.iter().map(|row| row.module).collect();
    let class = plan.and_then(|plan| plan.class.as_ref()).map(|class| class.path.as_str());
    let ratings = plan.and_then(|plan| plan.seeding.as_ref()).map(|seeding| seeding.file.as_str());
    let is = ChangedInputs { text: &is.toml, modules: &modules, files: &is.files, class, ratings };
    changes((&was.toml, &was.entrants, &was.files), is)
}

impl RecordedRun {
    /// Returns the adopted changes. The differences are computed from the inputs before and after each change; the
    /// record's own account is ignored.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn adoptions(&self, games: &[&'static dyn Game]) -> Result<Vec<Adoption>, RecordError> {
        let mut adoptions = self.ledger.adoptions()?;
        for (number, adoption) in (1..).zip(&mut adoptions) {
            let (was, is) = (self.ledger.inputs_at(number - 1)?, self.ledger.inputs_at(number)?);
            let plan = plan_of(&self.ledger, self.header.defaults, ("", &is.toml), &is.files, games).ok();
            adoption.changes = between(&was, &is, plan.as_ref()).unwrap_or_default();
        }
        Ok(adoptions)
    }
}
