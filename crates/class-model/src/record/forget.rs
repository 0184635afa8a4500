//! Forgetting a student: the deleted data, and its traces.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Erasure, Facts, Hash, Submission, Tombstone};

/// Returns the event that forgets a student; `None` if there is no such student.
///
/// Submissions for a team stay the team's as long as it has another member, without their submitter. A module's
/// results are deleted with it, unless another submission has the same module.
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
    // Submissions that forgotten members left to the team go with its last member.
    let is_last_of = |submission: &Submission| {
        let own = facts.student(id).and_then(|student| student.team.as_deref());
        submission.by.is_empty()
            && submission.team.as_deref() == own
            && own.is_some_and(|team| !is_left(team))
    };
    let own = facts.submissions().filter(|(_, one)| one.by == id || is_last_of(one));
    let submissions: Vec<Tombstone> = own.map(stone).collect();
    let mut events = facts.events_of(id).collect::<Vec<_>>();
    // Later verdicts on submissions of members who were forgotten before.
    let gone = submissions.iter().filter(|stone| stone.of_team.is_none());
    for decided in gone.flat_map(|stone| facts.decided(stone.submission)) {
        if !events.contains(&decided) {
            events.push(decided);
        }
    }
    let mut files: Vec<Hash> = facts.previews().copied().collect();
    // Each result once, even if both of its modules are deleted.
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

/// Returns the modules of deleted submissions that no remaining submission has.
fn modules_without(facts: &Facts, stones: &[Tombstone]) -> BTreeSet<Hash> {
    let goes = |number: u32| stones.iter().any(|stone| stone.submission == number && stone.of_team.is_none());
    let modules = |going: bool| {
        let some = facts.submissions().filter(move |(number, _)| goes(*number) == going);
        some.filter_map(|(_, submission)| submission.module()).collect::<BTreeSet<Hash>>()
    };
    modules(true).difference(&modules(false)).copied().collect()
}
