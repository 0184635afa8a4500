//! The active version, and the reason for it.

use crate::support;

use class_model::{
    Active, Admission, Choice, Decision, Event, Extension, Facts, Hash, Moment, NoneActive, Standing,
    Submission, TurnedAway, WhyActive, Withdrawal, entrants, forget, standing,
};
use proptest::prelude::*;
use support::{TEXT, accepted, at, facts, plan, refused, student};

/// Ada in section A and Ben in section B, and these events.
fn class(events: Vec<(Moment, Event)>) -> Facts {
    let joined = at("2026-11-01 10:00");
    let students = [student("ada", Some("A"), None), student("ben", Some("B"), None)];
    facts(students.map(|student| (joined, Event::Enrolled(student))).into_iter().chain(events).collect())
}

fn standing_of(facts: &Facts, id: &str) -> Standing {
    standing(&plan(TEXT), facts, &facts.contender_of(id).expect("a student"))
}

fn submit(by: &str, when: &str) -> (Moment, Event) {
    (at(when), accepted(by, None, at(when), when))
}

fn choose(by: &str, when: &str, submission: Option<u32>) -> (Moment, Event) {
    (at(when), Event::Chosen(Choice { by: by.to_owned(), submission }))
}

fn extend(student: &str, when: &str, until: &str) -> (Moment, Event) {
    let extension = Extension { student: student.to_owned(), until: at(until), reason: "ill".to_owned() };
    (at(when), Event::Extended(extension))
}

fn last(submission: u32, late_days: u32) -> Active {
    Active { submission, why: WhyActive::Last, late_days }
}

#[test]
fn the_last_accepted_version_in_time_is_active() {
    let when = at("2026-11-20 10:00");
    let facts = class(vec![
        submit("ada", "2026-11-10 10:00"),
        submit("ben", "2026-11-11 10:00"),
        submit("ada", "2026-11-12 10:00"),
        (when, refused("ada", when)),
    ]);
    assert_eq!(standing_of(&facts, "ada").active, Ok(last(3, 0)));
    assert_eq!(standing_of(&facts, "ben").active, Ok(last(2, 0)));
}

/// Formerly, a deadline of 23:59 ended at 23:59:00. In classes that began then it still does.
#[test]
fn the_minute_of_a_deadline_counts_in_classes_that_began_since() {
    let adopted =
        |whole_minutes| (at("2026-11-01 09:00"), Event::Adopted { text: TEXT.to_owned(), whole_minutes });
    let late = |begun: Vec<(Moment, Event)>, when: &str| {
        let mut facts = facts(begun);
        facts.add(at("2026-11-01 10:00"), Event::Enrolled(student("ada", Some("A"), None)));
        let (moment, event) = submit("ada", when);
        facts.add(moment, event);
        standing_of(&facts, "ada").active.expect("a version").late_days
    };
    for (when, days) in [
        ("2026-12-01 23:59:00", 0),
        ("2026-12-01 23:59:59.999", 0),
        ("2026-12-02 00:00", 1),
        ("2026-12-02 23:59:59", 1),
    ] {
        assert_eq!(late(vec![adopted(true)], when), days, "{when}");
    }
    for (when, days) in [("2026-12-01 23:59:00", 0), ("2026-12-01 23:59:01", 1), ("2026-12-02 23:59:01", 2)] {
        assert_eq!(late(vec![adopted(false)], when), days, "{when}");
        assert_eq!(late(vec![], when), days, "before texts were written down, too: {when}");
    }
    // Events of earlier versions lack the field.
    let read: Event = serde_json::from_str("{\"kind\":\"adopted\",\"text\":\"x\"}").expect("an event");
    assert_eq!(read, Event::Adopted { text: "x".to_owned(), whole_minutes: false });
    assert_eq!(serde_json::to_string(&read).expect("a text"), "{\"kind\":\"adopted\",\"text\":\"x\"}");
}

#[test]
fn only_a_refusal_is_reconsidered_and_turned_away_files_give_way_to_a_hand_in() {
    let when = at("2026-11-10 10:00");
    let again = |submission| (when, Event::Reconsidered { by: "ada".to_owned(), submission });
    let submitted = vec![(when, refused("ada", when)), submit("ada", "2026-11-11 10:00")];
    let facts = class([submitted, vec![again(1), again(2), again(7)]].concat());
    assert_eq!(facts.undecided().map(|(number, _)| number).collect::<Vec<_>>(), [1]);
    assert_eq!(standing_of(&facts, "ada").active, Ok(last(2, 0)));

    let turned_away = TurnedAway {
        student: "ada".to_owned(),
        received: Some(when),
        files: vec!["bot.7z".to_owned()],
        why: "it is not opened".to_owned(),
    };
    let told = (when, Event::TurnedAway(turned_away.clone()));
    let facts = class(vec![told.clone()]);
    assert_eq!(standing_of(&facts, "ada").active, Err(NoneActive::TurnedAway));
    let ada = facts.contender_of("ada").expect("a student");
    assert_eq!(facts.turned_away(&ada).map(|last| &last.what), Some(&turned_away));
    let facts = class(vec![told.clone(), submit("ada", "2026-11-11 10:00")]);
    assert_eq!(facts.turned_away(&facts.contender_of("ada").expect("a student")), None);
    // The event is deleted with the student.
    let facts = class(vec![told]);
    let erasure = forget(&facts, "ada").expect("a student");
    assert_eq!(erasure.events, [1, 3]);
}

/// An undecided submission keeps its time of receipt.
#[test]
fn what_is_decided_later_counts_from_when_it_was_received() {
    let (first, second, later) = ("2026-11-10 10:00", "2026-11-11 10:00", "2027-01-01 10:00");
    let undecided = |when: &str| match submit("ada", when).1 {
        Event::Submitted(submission) => {
            let admission = Admission::Undecided { why: "slow".to_owned() };
            (at(when), Event::Submitted(Submission { admission, ..submission }))
        }
        other => (at(when), other),
    };
    let decide = |submission: u32, admission: Admission| {
        let decision = Decision { by: "ada".to_owned(), submission, admission };
        (at(later), Event::Decided(decision))
    };
    let module = Hash::digest(b"module");
    let (accepted, refused) =
        (Admission::Accepted { module }, Admission::Refused { reasons: vec!["no".to_owned()] });

    let begun = vec![submit("ada", first), undecided(second)];
    let after = |decisions: &[(Moment, Event)]| class([begun.as_slice(), decisions].concat());
    assert_eq!(standing_of(&after(&[]), "ada").active, Ok(last(1, 0)), "until then, the one before it plays");
    assert_eq!(after(&[]).undecided().map(|(number, _)| number).collect::<Vec<_>>(), [2]);
    assert_eq!(standing_of(&class(vec![undecided(first)]), "ada").active, Err(NoneActive::Undecided));

    let decided =
        after(&[decide(2, accepted.clone()), decide(2, refused.clone()), decide(1, refused.clone())]);
    assert_eq!(standing_of(&decided, "ada").active, Ok(last(2, 0)), "a verdict stands");
    assert!(decided.files().contains(&module));
    assert_eq!(decided.undecided().count(), 0);
    assert_eq!(standing_of(&after(&[decide(2, refused)]), "ada").active, Ok(last(1, 0)));

    // Verdicts on a student's submissions are deleted with the student.
    let forgotten = forget(&decided, "ada").expect("a student");
    assert!([5, 6, 7].iter().all(|number| forgotten.events.contains(number)), "{:?}", forgotten.events);
    assert!(forgotten.submissions[1].files.contains(&module));
}

/// Submissions stay, and count again once the student takes part again.
#[test]
fn whoever_takes_no_part_has_no_active_version() {
    let withdraw = |id: &str| {
        let withdrawal = Withdrawal { student: id.to_owned(), reason: "left".to_owned() };
        (at("2026-11-12 10:00"), Event::Withdrawn(withdrawal))
    };
    let mut events = vec![submit("ada", "2026-11-10 10:00"), withdraw("ada")];
    let facts = class(events.clone());
    assert_eq!(
        standing_of(&facts, "ada").active,
        Err(NoneActive::Inactive { since: at("2026-11-12 10:00") })
    );
    let entrants = entrants(&plan(TEXT), &facts, &[], at("2026-11-13 10:00"));
    assert_eq!((entrants.playing.len(), entrants.open), (0, vec!["alias of ben".to_owned()]));
    events.push((at("2026-11-14 10:00"), Event::Reinstated { student: "ada".to_owned() }));
    assert_eq!(standing_of(&class(events), "ada").active, Ok(last(1, 0)));
    // A team takes part as long as any member does.
    let joined = at("2026-11-01 10:00");
    let team = ["cem", "dan"].map(|id| (joined, Event::Enrolled(student(id, Some("A"), Some("Duo")))));
    let one = class(team.clone().into_iter().chain([withdraw("cem")]).collect());
    assert_eq!(standing_of(&one, "cem").active, Err(NoneActive::Nothing));
    let both = class(team.into_iter().chain([withdraw("cem"), withdraw("dan")]).collect());
    assert!(matches!(standing_of(&both, "cem").active, Err(NoneActive::Inactive { .. })));
    // A withdrawal is deleted with the student's other data.
    let mut gone = both.clone();
    gone.add(at("2026-11-15 10:00"), Event::Forgotten(forget(&both, "cem").expect("a student")));
    assert!(gone.withdrawal("cem").is_none() && gone.withdrawal("dan").is_some());
}

#[test]
fn the_deadline_is_the_sections_and_its_very_moment_is_in_time() {
    let facts = class(vec![submit("ada", "2026-12-01 23:59"), submit("ben", "2026-12-02 23:59")]);
    assert_eq!(standing_of(&facts, "ada").active, Ok(last(1, 0)));
    let ben = standing_of(&facts, "ben");
    assert_eq!((ben.deadline.section.as_deref(), ben.active), (Some("B"), Ok(last(2, 0))));
    assert_eq!(standing_of(&facts, "ada").deadline.section, None);
}

#[test]
fn late_days_are_counted_by_the_started_day() {
    for (when, active) in [
        ("2026-12-01 23:59:01", Ok(last(1, 1))),
        ("2026-12-02 23:59", Ok(last(1, 1))),
        ("2026-12-02 23:59:01", Ok(last(1, 2))),
        ("2026-12-03 23:59", Ok(last(1, 2))),
        ("2026-12-03 23:59:01", Err(NoneActive::Late { received: at("2026-12-03 23:59:01") })),
    ] {
        assert_eq!(standing_of(&class(vec![submit("ada", when)]), "ada").active, active, "{when}");
    }
}

#[test]
fn an_extension_counts_for_what_came_before_it_was_granted() {
    let late = submit("ada", "2026-12-05 10:00");
    assert!(standing_of(&class(vec![late.clone()]), "ada").active.is_err());
    let facts = class(vec![late, extend("ada", "2026-12-06 10:00", "2026-12-04 12:00")]);
    assert_eq!(standing_of(&facts, "ada").active, Ok(last(1, 1)));
    assert_eq!(standing_of(&facts, "ben").deadline.extended, None);
    // The last extension holds; an extension before the deadline takes nothing away.
    let facts = class(vec![
        extend("ada", "2026-11-10 10:00", "2026-12-20 12:00"),
        extend("ada", "2026-11-11 10:00", "2026-11-12 12:00"),
    ]);
    assert_eq!(standing_of(&facts, "ada").deadline.due(), at("2026-12-01 23:59"));
}

#[test]
fn a_choice_stands_until_another() {
    let two = vec![submit("ada", "2026-11-10 10:00"), submit("ada", "2026-11-11 10:00")];
    let with = |more: Vec<(Moment, Event)>| standing_of(&class([two.clone(), more].concat()), "ada").active;
    let chosen = |when| Ok(Active { submission: 1, why: WhyActive::Chosen { at: at(when) }, late_days: 0 });
    let first = choose("ada", "2026-11-12 10:00", Some(1));
    assert_eq!(with(vec![first.clone()]), chosen("2026-11-12 10:00"));
    assert_eq!(with(vec![first.clone(), submit("ada", "2026-11-13 10:00")]), chosen("2026-11-12 10:00"));
    assert_eq!(with(vec![first.clone(), choose("ada", "2026-11-14 10:00", None)]), Ok(last(2, 0)));
    // A choice after the deadline does not count.
    assert_eq!(with(vec![choose("ada", "2026-12-03 23:59:01", Some(1))]), Ok(last(2, 0)));
    assert_eq!(with(vec![first, choose("ada", "2026-12-04 10:00", None)]), chosen("2026-11-12 10:00"));
    // A student cannot choose another's submission.
    assert_eq!(
        with(vec![submit("ben", "2026-11-13 10:00"), choose("ada", "2026-11-14 10:00", Some(3))]),
        Ok(last(2, 0))
    );
}

#[test]
fn a_team_hands_in_as_one() {
    let joined = at("2026-11-01 10:00");
    let enrolled = |id, team| (joined, Event::Enrolled(student(id, Some("A"), team)));
    let facts = facts(vec![
        enrolled("ada", Some("Duo")),
        enrolled("cem", None),
        enrolled("ben", Some("Duo")),
        (joined, accepted("ben", Some("Duo"), joined, "x")),
        extend("ben", "2026-11-10 10:00", "2026-12-20 12:00"),
    ]);
    let aliases: Vec<&str> = facts.contenders().into_iter().map(|contender| contender.alias).collect();
    assert_eq!(aliases, ["Duo", "alias of cem"]);
    assert_eq!(standing_of(&facts, "ada"), standing_of(&facts, "ben"));
    assert_eq!(standing_of(&facts, "ada").active, Ok(last(1, 0)));
    assert_eq!(standing_of(&facts, "ada").deadline.due(), at("2026-12-20 12:00"));
    assert_eq!(standing_of(&facts, "cem").active, Err(NoneActive::Nothing));
}

#[test]
fn the_same_bytes_of_two_are_seen() {
    let when = at("2026-11-10 10:00");
    let submit = |by, bytes| (when, accepted(by, None, when, bytes));
    let facts = class(vec![submit("ada", "x"), submit("ada", "x"), submit("ben", "y"), submit("ben", "x")]);
    assert_eq!(facts.same_bytes(), [(Hash::digest(b"x"), vec![1, 2, 4])]);
}

/// Minutes around the deadline of section A, late days included.
fn minutes() -> impl Strategy<Value = i64> {
    -1000_i64..6000
}

proptest! {
    /// Compares with a second definition: the last received of the accepted ones that need at most the available late
    /// days; the late days are the number of missed deadlines, each a day later.
    #[test]
    fn the_active_version_is_the_last_in_time(
        submissions in prop::collection::vec((minutes(), any::<bool>()), 0..12),
        extension in prop::option::of(minutes()),
    ) {
        let base = at("2026-12-01 23:59");
        let minute = |minutes: i64| base.after(minutes * 60_000);
        let mut events: Vec<(Moment, Event)> = submissions
            .iter()
            .map(|(minutes, fine)| {
                let received = minute(*minutes);
                (received, if *fine { accepted("ada", None, received, "x") } else { refused("ada", received) })
            })
            .collect();
        if let Some(minutes) = extension {
            let what = Extension { student: "ada".to_owned(), until: minute(minutes), reason: "ill".to_owned() };
            events.push((base, Event::Extended(what)));
        }
        let due = extension.unwrap_or(0).max(0);
        let days = |minutes: i64| (0..=2).find(|days| minutes <= due + days * 24 * 60);
        let expected = (1..)
            .zip(&submissions)
            .filter(|(_, (minutes, fine))| *fine && days(*minutes).is_some())
            .max_by_key(|(number, (minutes, _))| (*minutes, *number));
        let standing = standing_of(&class(events), "ada");
        match (expected, standing.active) {
            (Some((number, (minutes, _))), Ok(active)) => {
                prop_assert_eq!(active.submission, number);
                prop_assert_eq!(Some(i64::from(active.late_days)), days(*minutes));
            }
            (None, Err(_)) => {}
            (expected, found) => prop_assert!(false, "{expected:?} {found:?}"),
        }
    }

    /// More time never hurts: with a later extension, the active version was received no earlier.
    #[test]
    fn more_time_takes_nothing_away(
        submissions in prop::collection::vec(minutes(), 1..12),
        extensions in (minutes(), minutes()),
    ) {
        let base = at("2026-12-01 23:59");
        let received = |until: i64| {
            let events = submissions.iter().map(|minutes| base.after(minutes * 60_000));
            let mut events: Vec<(Moment, Event)> =
                events.map(|received| (received, accepted("ada", None, received, "x"))).collect();
            let until = base.after(until * 60_000);
            events.push((base, Event::Extended(Extension { student: "ada".into(), until, reason: String::new() })));
            let facts = class(events);
            let active = standing_of(&facts, "ada").active.ok()?;
            facts.submission(active.submission).map(|submission| submission.received)
        };
        let (less, more) = (extensions.0.min(extensions.1), extensions.0.max(extensions.1));
        prop_assert!(received(less) <= received(more));
    }
}
