//! Forgetting a student: what is deleted, and what is left of it.

use std::collections::BTreeSet;

use crate::event::{Forgotten, Tombstone};
use crate::{Facts, Hash, Submission};

/// What is to be written down so that a student is forgotten; `None` if there is no such student.
///
/// What the student handed in for a team stays the team's, as long as there is anybody else in it, and no longer says who
/// handed it in.
pub fn forget(facts: &Facts, id: &str) -> Option<Forgotten> {
    facts.student(id)?;
    let is_left = |team: &str| {
        facts.students().iter().any(|other| other.id != id && other.team.as_deref() == Some(team))
    };
    let stone = |(number, submission): (u32, &Submission)| {
        let of_team = submission.team.as_deref().is_some_and(is_left).then(|| Submission {
            by: String::new(),
            file: String::new(),
            ..submission.clone()
        });
        Tombstone { submission: number, files: submission.files().collect(), of_team }
    };
    // What others of a team left behind who were forgotten goes with the last of them.
    let is_last_of = |submission: &Submission| {
        let own = facts.student(id).and_then(|student| student.team.as_deref());
        submission.by.is_empty()
            && submission.team.as_deref() == own
            && own.is_some_and(|team| !is_left(team))
    };
    let own = facts.submissions().filter(|(_, one)| one.by == id || is_last_of(one));
    let mut submissions: Vec<Tombstone> = own.map(stone).collect();
    let mut events = facts.events_of(id).to_vec();
    // What the modules have shown goes with them, unless somebody else handed in the same.
    let gone: BTreeSet<u32> =
        submissions.iter().filter(|stone| stone.of_team.is_none()).map(|stone| stone.submission).collect();
    let kept: BTreeSet<Hash> = facts
        .submissions()
        .filter(|(number, _)| !gone.contains(number))
        .filter_map(|(_, submission)| submission.module())
        .collect();
    for stone in &mut submissions {
        let module = facts.submission(stone.submission).and_then(Submission::module);
        let about = module.filter(|module| !kept.contains(module)).and_then(|module| facts.about(&module));
        if let Some(about) = about {
            events.extend(&about.events);
            stone.files.extend(&about.files);
            // What was applied of them is written down; they say how the module failed.
            stone.files.extend(facts.previews());
        }
    }
    events.sort_unstable();
    events.dedup();
    Some(Forgotten { events, submissions })
}
