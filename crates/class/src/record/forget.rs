//! Forgetting a student: what is deleted, and what is left of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Erasure, Facts, Hash, Submission, Tombstone};

/// What is to be written down so that a student is forgotten; `None` if there is no such student.
///
/// What the student handed in for a team stays the team's, as long as there is anybody else in it, and no longer says who
/// handed it in. What a module has shown goes with it, unless somebody else has handed in the same.
pub fn forget(facts: &Facts, id: &str) -> Option<Erasure> {
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
    let submissions: Vec<Tombstone> = own.map(stone).collect();
    let mut events = facts.events_of(id).collect::<Vec<_>>();
    // What was decided later about what somebody handed in who was forgotten before.
    let gone = submissions.iter().filter(|stone| stone.of_team.is_none());
    for decided in gone.flat_map(|stone| facts.decided(stone.submission)) {
        if !events.contains(&decided) {
            events.push(decided);
        }
    }
    let mut files: Vec<Hash> = facts.previews().copied().collect();
    // Each once, though both its modules may go.
    let mut results: BTreeMap<i64, Option<Hash>> = BTreeMap::new();
    for module in modules_without(facts, &submissions) {
        results.extend(facts.track_record().results_of(&module));
    }
    let asked = facts.requests().filter(|(_, asked)| asked.what.by == id);
    results.extend(asked.filter_map(|(number, _)| facts.track_record().result_of(number)));
    for (event, list) in results {
        events.push(event);
        files.extend(list);
    }
    Some(Erasure { events, submissions, files })
}

/// The modules of submissions that go, unless they are those of others that stay.
fn modules_without(facts: &Facts, stones: &[Tombstone]) -> BTreeSet<Hash> {
    let goes = |number: u32| stones.iter().any(|stone| stone.submission == number && stone.of_team.is_none());
    let modules = |going: bool| {
        let some = facts.submissions().filter(move |(number, _)| goes(*number) == going);
        some.filter_map(|(_, submission)| submission.module()).collect::<BTreeSet<Hash>>()
    };
    modules(true).difference(&modules(false)).copied().collect()
}
