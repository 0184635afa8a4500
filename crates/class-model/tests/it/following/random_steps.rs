//! Any steps of several writers: what each record keeps equals a fold from the start.

use std::collections::{BTreeMap, BTreeSet};

use class_model::{
    Actor, Admission, Channel, Choice, ClassError, CompletedRun, ContenderId, Decision, Event, Extension,
    Facts, GamesRequest, Hash, InRun, JoinCode, Judgement, Moment, Question, QuestionStep, QuestionUpdate,
    Reader, Record, RequestedOpponent, Role, RunPlace, ScrimmageOutcome, Submission, Topic, TrialSummary,
    TurnedAway, Withdrawal, forget, waiting,
};
use proptest::prelude::*;

use super::{announced, folded, new, open};
use crate::support::{accepted, at, student};

/// A step of the property test. Numbers are taken modulo the available range.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Index of the record that writes.
    writer: usize,
    /// Index of the actor.
    actor: usize,
    what: What,
    by: usize,
    other: usize,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Follow,
    Enroll,
    HandIn,
    Decide,
    Reconsider,
    TurnAway,
    Choose,
    Extend,
    WithdrawOrReinstate,
    MakeCode,
    Announce,
    AskOrUpdate,
    Adopt,
    OpenOrClose,
    Try,
    Judge,
    Request,
    Scrimmage,
    Preview,
    Rejudge,
    Begin,
    Complete,
    FreezeOrRelease,
    Forget,
    Sweep,
}

/// The possible steps and their weights.
const WEIGHTS: [(usize, What); 25] = [
    (1, What::Follow),
    (3, What::Enroll),
    (4, What::HandIn),
    (2, What::Decide),
    (2, What::Reconsider),
    (1, What::TurnAway),
    (1, What::Choose),
    (1, What::Extend),
    (2, What::WithdrawOrReinstate),
    (2, What::MakeCode),
    (1, What::Announce),
    (2, What::AskOrUpdate),
    (1, What::Adopt),
    (1, What::OpenOrClose),
    (2, What::Try),
    (2, What::Judge),
    (2, What::Request),
    (2, What::Scrimmage),
    (1, What::Preview),
    (1, What::Rejudge),
    (1, What::Begin),
    (1, What::Complete),
    (1, What::FreezeOrRelease),
    (2, What::Forget),
    (1, What::Sweep),
];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let chosen: Vec<What> = WEIGHTS.iter().flat_map(|(times, what)| vec![*what; *times]).collect();
    let what = prop::sample::select(chosen);
    let step = (0..3_usize, 0..4_usize, what, 0..5_usize, 0..16_usize)
        .prop_map(|(writer, actor, what, by, other)| Step { writer, actor, what, by, other });
    prop::collection::vec(step, 1..40)
}

fn actor(number: usize, by: &str) -> Actor {
    let named = |role, name: &str| Actor { role, through: Channel::Service, name: Some(name.to_owned()) };
    match number {
        0 => named(Role::Teacher, "mueller"),
        1 => named(Role::Assistant, "xu"),
        2 => named(Role::Student, by),
        _ => Actor::COMMAND_LINE,
    }
}

impl Step {
    /// The events of the step in the current state.
    fn events(self, facts: &Facts, at: Moment) -> Vec<Event> {
        let by = format!("id{}", self.by);
        let number = |count: usize| u32::try_from(self.other % count.max(1) + 1).expect("it is small");
        let module = Hash::digest(&[u8::try_from(self.other % 6).expect("it is small")]);
        let team = self.other.is_multiple_of(4).then_some("Duo");
        let preview = Hash::digest(b"preview");
        vec![match self.what {
            What::Follow | What::Sweep => return Vec::new(),
            What::Enroll => Event::Enrolled(student(&by, None, team)),
            What::HandIn => {
                let Some(known) = facts.student(&by) else { return Vec::new() };
                let Event::Submitted(mut submission) = accepted(&by, known.team.as_deref(), at, "") else {
                    return Vec::new();
                };
                submission.handed_in = module;
                submission.admission = match self.other {
                    0..4 => Admission::Undecided { why: "slow".to_owned() },
                    4 => Admission::Refused { reasons: vec!["no memory".to_owned()] },
                    _ => Admission::Accepted { module },
                };
                Event::Submitted(submission)
            }
            What::Decide => {
                let Some((submission, one)) = facts.undecided().nth(self.other % 2) else {
                    return Vec::new();
                };
                let by = one.by.clone();
                Event::Decided(Decision { by, submission, admission: Admission::Accepted { module } })
            }
            What::Reconsider => {
                let mut refused = facts.submissions().filter(|(_, one)| !one.reasons().is_empty());
                let Some((submission, one)) = refused.nth(self.other % 2) else { return Vec::new() };
                Event::Reconsidered { by: one.by.clone(), submission }
            }
            What::TurnAway if facts.student(&by).is_none() => return Vec::new(),
            What::TurnAway => Event::TurnedAway(TurnedAway {
                student: by,
                received: None,
                files: vec!["bot.7z".to_owned()],
                why: "it is not opened".to_owned(),
            }),
            What::Choose => Event::Chosen(Choice { by, submission: Some(number(8)) }),
            What::Extend => Event::Extended(Extension { student: by, until: at, reason: "ill".to_owned() }),
            What::WithdrawOrReinstate => match facts.withdrawal(&by) {
                Some(_) => Event::Reinstated { student: by },
                None => Event::Withdrawn(Withdrawal { student: by, reason: "moved".to_owned() }),
            },
            What::MakeCode => {
                let team = facts.student(&by).and_then(|student| student.team.clone());
                let Some(team) = team else { return Vec::new() };
                Event::JoinCodeMade(JoinCode { student: by, team, code: format!("{}", self.other) })
            }
            What::Announce => {
                match (facts.announcements().last().map(|last| last.what.number), self.by % 4) {
                    (Some(announcement), 0) => Event::AnnouncementRetracted { announcement },
                    (Some(announcement), 1) => {
                        Event::AnnouncementEdited { announcement, text: "hello again".to_owned() }
                    }
                    _ => announced("hello"),
                }
            }
            What::AskOrUpdate => {
                let last = facts.questions().next_back().filter(|_| self.other.is_multiple_of(2));
                match last {
                    Some(asked) => Event::QuestionUpdated(QuestionUpdate {
                        question: asked.what.number,
                        by: asked.what.question.by.clone(),
                        step: QuestionStep::Answered { announcement: None },
                        text: "no".to_owned(),
                    }),
                    None => Event::Asked(Question {
                        by,
                        is_regrade: false,
                        about: Topic::Submission(number(8)),
                        text: "why".to_owned(),
                    }),
                }
            }
            What::Adopt => Event::Adopted {
                text: format!("text {}", self.other),
                whole_minutes: self.other.is_multiple_of(2),
            },
            What::OpenOrClose => {
                if facts.closed().is_some() {
                    Event::Reopened
                } else {
                    Event::Closed
                }
            }
            What::Try => Event::Tried(TrialSummary {
                module,
                engine: "e".to_owned(),
                matches: 10,
                wins: 3,
                faults: BTreeMap::from([("trap".to_owned(), 1)]),
                words: None,
            }),
            What::Judge => Event::Judged(Judgement {
                module,
                requirement: format!("r{}", self.by % 2),
                key: Hash::digest(b"key"),
                engine: "e".to_owned(),
                percent: 50,
                asked: 10,
                pairs: [1, 0, 2, 0, 2],
                copies: 0,
                spent: 7,
                out_of_time: false,
                faults: BTreeMap::new(),
                opponent: None,
                matches: Hash::digest(&[7]),
            }),
            What::Request if facts.submissions().next().is_none() => return Vec::new(),
            What::Request => Event::Requested(GamesRequest {
                by,
                submission: number(facts.submissions().count()),
                against: RequestedOpponent::Builtin { name: "random".to_owned() },
                games: 2,
            }),
            What::Scrimmage => Event::Scrimmaged(ScrimmageOutcome {
                request: number(facts.requests().count()),
                module,
                opponent: None,
                engine: "e".to_owned(),
                pairs: [0, 0, 1, 0, 0],
                copies: 0,
                spent: 5,
                out_of_time: false,
                faults: [BTreeMap::new(), BTreeMap::new()],
                refused: None,
                matches: Some(Hash::digest(&[8])),
            }),
            What::Preview => Event::Previewed { preview },
            What::Rejudge => Event::Rejudged { preview },
            What::Begin => Event::RunBegan(RunPlace { run: module, folder: format!("/runs/{}", self.by) }),
            What::Complete => Event::RunCompleted(CompletedRun {
                run: module,
                root: Hash::digest(b"root"),
                engine: "e".to_owned(),
                results: vec![InRun { module, matches: 9, failed: 2 }],
            }),
            What::FreezeOrRelease => match facts.frozen(Reader::All) {
                Some(_) => Event::Released { to: Reader::All },
                None => Event::Frozen,
            },
            What::Forget => {
                let Some(forgotten) = forget(facts, &by) else { return Vec::new() };
                // The next event is written in the same transaction.
                return vec![Event::Forgotten(forgotten), announced("after")];
            }
        }]
    }
}

/// Every lookup by an index equals a search through everything.
fn check_found(facts: &Facts) {
    let all: Vec<(u32, &Submission)> = facts.submissions().collect();
    let open = all.iter().copied().filter(|(_, one)| one.is_undecided());
    assert_eq!(facts.undecided().collect::<Vec<_>>(), open.collect::<Vec<_>>());
    let present = facts.contenders().into_iter().map(|contender| contender.who);
    let everybody: BTreeSet<ContenderId> =
        present.chain(all.iter().map(|(_, one)| ContenderId::handed_in(one))).collect();
    for who in &everybody {
        let mut own: Vec<_> = all.iter().copied().filter(|(_, one)| who.has_handed_in(one)).collect();
        own.sort_by_key(|(number, one)| (one.received, *number));
        assert_eq!(facts.submissions_of(who).collect::<Vec<_>>(), own);
        let is_own = |number: u32| facts.submission(number).is_some_and(|one| who.has_handed_in(one));
        let with = facts.requests().filter(|(_, asked)| {
            is_own(asked.what.submission) || asked.what.against.submission().is_some_and(is_own)
        });
        assert_eq!(facts.requests_with(who).collect::<Vec<_>>(), with.collect::<Vec<_>>());
    }
    for contender in facts.contenders() {
        let is_counted =
            |one: &Submission| !one.stated && (contender.has(&one.by) || contender.who.has_handed_in(one));
        let mut counted: Vec<Moment> =
            all.iter().filter(|(_, one)| is_counted(one)).map(|(_, one)| one.received).collect();
        counted.sort_by_key(|received| std::cmp::Reverse(*received));
        assert_eq!(facts.counted(&contender), counted);
    }
    let mut holders: BTreeMap<Hash, (BTreeSet<ContenderId>, Vec<u32>)> = BTreeMap::new();
    for (number, one) in &all {
        for hash in [Some(one.handed_in), one.module()].into_iter().flatten().collect::<BTreeSet<Hash>>() {
            let (who, numbers) = holders.entry(hash).or_default();
            who.insert(ContenderId::handed_in(one));
            numbers.push(*number);
        }
        let event = facts.event_of_submission(*number).expect("it was handed in");
        assert_eq!(facts.submission_of_event(event), Some(*number));
    }
    for (hash, (_, numbers)) in &holders {
        let is_of = |number: &u32| facts.submission(*number).and_then(Submission::module) == Some(*hash);
        let with: Vec<u32> = numbers.iter().copied().filter(is_of).collect();
        assert_eq!(facts.submissions_with(*hash).map(|(number, _)| number).collect::<Vec<_>>(), with);
    }
    let shared = holders.into_iter().filter(|(_, (who, _))| who.len() > 1);
    assert_eq!(facts.same_bytes(), shared.map(|(hash, (_, numbers))| (hash, numbers)).collect::<Vec<_>>());
    let open = facts.requests().filter(|(number, asked)| {
        facts.track_record().scrimmage(*number).is_none() && asked.what.modules(facts).is_some()
    });
    let waiting = waiting(facts, at("2026-11-02 11:00")).into_iter();
    assert_eq!(waiting.collect::<BTreeMap<_, _>>(), open.collect::<BTreeMap<_, _>>());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn what_is_kept_is_what_a_fold_from_the_start_gives(steps in steps()) {
        let (_top, folder) = new();
        let mut records: Vec<Record> = (0..3).map(|_| open(&folder)).collect();
        for (number, step) in steps.iter().enumerate() {
            let record = &mut records[step.writer];
            match step.what {
                What::Follow => drop(record.follow().expect("it is read")),
                What::Sweep => drop(record.sweep(&folder).expect("it is swept")),
                _ => {
                    let moment = at("2026-11-02 10:00").after(i64::try_from(number).expect("it is small"));
                    let actor = actor(step.actor, &format!("id{}", step.by));
                    let decide = |facts: &Facts, at| Ok::<_, ClassError>(step.events(facts, at));
                    let recorded = record.write(&actor, moment, decide).expect("it is written");
                    prop_assert_eq!(&recorded.facts, &record.facts());
                    check_found(&recorded.facts);
                    prop_assert_eq!(recorded.facts, folded(&folder));
                }
            }
        }
        let folded = folded(&folder);
        for record in &mut records {
            record.follow().expect("it is read");
            prop_assert_eq!(record.facts(), folded.clone());
        }
    }
}
