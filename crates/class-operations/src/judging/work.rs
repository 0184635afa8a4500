//! Processing of the queues: verdicts and matches.

use std::sync::atomic::{AtomicBool, Ordering};

use class_model::{
    Admission, ContenderId, Event, Facts, Hash, Judgement, Submission, Task, TrialSummary, tasks, waiting,
};
use explain::{Error, Kind};
use game::visible;
use json::Shape;
use ledger::RunLock;
use schemars::JsonSchema;
use serde::Serialize;

use super::badges::{JudgementReport, TrialsOfVersion};
use super::passed_over::PassedOver;
use super::queue::WorkKind;
use super::scrimmage::{RequestStatus, find_request};
use super::{Judge, entries_with};
use crate::open_class::now;
use crate::validation::{Verdict, validate_again, write_verdict};
use crate::warning::Warning;
use crate::words::verdict_word;

/// An event while the queues are processed.
#[derive(Debug)]
pub enum WorkEvent<'a> {
    /// A warning.
    Warning(Warning),
    /// A verdict or a result, already on disk.
    Result(WorkResult<'a>),
    /// The result of friendly games, already on disk.
    Scrimmage(RequestStatus<'a>),
}

/// A verdict or a result.
#[derive(Debug)]
pub struct WorkResult<'a> {
    /// Aliases of the students and teams that handed the version in.
    pub entries: Vec<String>,
    /// The kind, with the verdict or the result.
    pub kind: WorkResultKind<'a>,
}

/// A verdict or a result, by kind.
#[derive(Debug)]
pub enum WorkResultKind<'a> {
    /// A verdict on a waiting hand-in.
    Decision {
        /// The number of the submission.
        number: u32,
        /// The submission.
        submission: &'a Submission,
    },
    /// Trial matches.
    Trials(&'a TrialSummary),
    /// The games of a requirement.
    Judgement(&'a Judgement),
}

/// A verdict or a result: `decided`, `tried` or `judged`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WorkReport<'a> {
    /// The hash of the module that played; absent with `decided`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    module: Option<Hash>,
    /// Aliases of the students and teams that handed the version in.
    entries: &'a [String],
    /// The verdict on a hand-in that waited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "LateDecision<'a>")]
    decided: Option<LateDecision<'a>>,
    /// The trial matches of a version.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TrialsOfVersion<'a>")]
    tried: Option<TrialsOfVersion<'a>>,
    /// The judgement of a version on a requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "JudgementReport<'a>")]
    judged: Option<JudgementReport<'a>>,
}

/// The verdict on a hand-in that waited.
#[derive(Debug, Serialize, JsonSchema)]
struct LateDecision<'a> {
    /// The number of the submission.
    submission: u32,
    /// `accepted` or `refused`.
    said: &'static str,
    /// Reasons for refusal, in words.
    reasons: &'a [String],
}

impl Shape for WorkReport<'_> {
    const NAME: &'static str = "class-work";
    const VERSION: u32 = 1;
}

impl WorkResult<'_> {
    /// Returns the result as JSON.
    pub fn report(&self) -> WorkReport<'_> {
        let entries = self.entries.as_slice();
        let nothing = WorkReport { module: None, entries, decided: None, tried: None, judged: None };
        match self.kind {
            WorkResultKind::Decision { number, submission } => {
                let reasons = refusal(submission);
                let decided = LateDecision { submission: number, said: verdict_word(submission), reasons };
                WorkReport { decided: Some(decided), ..nothing }
            }
            WorkResultKind::Trials(tried) => {
                WorkReport { module: Some(tried.module), tried: Some(tried.into()), ..nothing }
            }
            WorkResultKind::Judgement(judged) => {
                WorkReport { module: Some(judged.module), judged: Some(judged.into()), ..nothing }
            }
        }
    }
}

/// Returns the reasons for refusal; empty if the submission was not refused.
fn refusal(submission: &Submission) -> &[String] {
    match &submission.admission {
        Admission::Refused { reasons } => reasons,
        Admission::Accepted { .. } | Admission::Undecided { .. } => &[],
    }
}

/// Processes the queues of these kinds until nothing waits or `stop` is set: decides hand-ins without a verdict, then
/// plays the missing trial matches and games of requirements, then the requested friendly games. Includes hand-ins that
/// arrive meanwhile. Each result is on disk when `tell` is called with it. Returns the number of results.
///
/// # Errors
/// If `stop` was set before the end; if this machine reaches no verdict on some hand-in or bot, once everything else is
/// done; if the class cannot be read or written, or the host fails; or any error of `tell`.
pub fn work(
    judge: &Judge<'_>,
    _lock: &RunLock,
    kinds: &[WorkKind],
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&WorkEvent<'_>) -> Result<(), Error>,
) -> Result<u32, Error> {
    let mut work = Work { judge, kinds, stop, tell, passed_over: PassedOver::default(), results: 0 };
    while work.go_on()? {}
    work.passed_over.check()?;
    Ok(work.results)
}

struct Work<'a> {
    judge: &'a Judge<'a>,
    kinds: &'a [WorkKind],
    stop: &'a AtomicBool,
    tell: &'a mut dyn FnMut(&WorkEvent<'_>) -> Result<(), Error>,
    passed_over: PassedOver,
    results: u32,
}

impl Work<'_> {
    /// Processes the next item; returns `false` if there is none.
    fn go_on(&mut self) -> Result<bool, Error> {
        let class = self.judge.class;
        // Includes hand-ins that arrived meanwhile.
        let facts = class.facts()?;
        let has = |kind| self.kinds.contains(&kind);
        let mut undecided = facts.undecided().filter(|(number, _)| {
            !self.passed_over.submissions.contains(number) && !(self.judge.is_taken)(*number)
        });
        let undecided = if has(WorkKind::Validation) { undecided.next() } else { None };
        let mut tasks = tasks(&class.plan, &facts);
        tasks.retain(|task| has(WorkKind::from_task(task)) && !self.passed_over.has_task(task));
        let mut waiting = waiting(&facts, now(&facts));
        waiting
            .retain(|(number, _)| has(WorkKind::Scrimmages) && !self.passed_over.requests.contains(number));
        let left = tasks.len() + waiting.len() + usize::from(undecided.is_some());
        if left == 0 {
            return Ok(false);
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(interrupted(left));
        }
        if let Some((number, submission)) = undecided {
            return self.decide(number, submission).map(|()| true);
        }
        let played = match (tasks.first(), waiting.first()) {
            (Some(Task::Try { module }), _) => {
                self.judge.try_out(module).map(|tried| Some(Event::Tried(tried)))
            }
            (Some(Task::Judge { module, requirement }), _) => {
                let judged = self.judge.judge(module, requirement, self.stop);
                judged.map(|judged| judged.map(Event::Judged))
            }
            (None, Some((number, asked))) => {
                let played = self.judge.scrimmage(&facts, *number, &asked.what, self.stop);
                played.map(|played| played.map(Event::Scrimmaged))
            }
            (None, None) => return Ok(false),
        };
        match played {
            Ok(Some(event)) => self.write(&event)?,
            Ok(None) => return Err(interrupted(left)),
            // A bot without a verdict on this machine waits for another machine, and blocks no other.
            Err(failed) if failed.kind == Kind::Undecided => {
                let named = match (tasks.first(), waiting.first()) {
                    (Some(task), _) => self.passed_over.add_task(&facts, task),
                    (None, request) => {
                        let number = request.map(|(number, _)| *number).unwrap_or_default();
                        self.passed_over.requests.insert(number);
                        format!("request {number}")
                    }
                };
                self.warn_undecided(format!("{named}: {}", visible(&failed.what)))?;
            }
            Err(failed) => return Err(failed),
        }
        Ok(true)
    }

    /// Decides a waiting submission, if this machine can.
    fn decide(&mut self, number: u32, submission: &Submission) -> Result<(), Error> {
        let verdict = match validate_again(self.judge.class, self.judge.validator, submission)? {
            Verdict::Undecided(why) => {
                self.passed_over.submissions.insert(number);
                return self.warn_undecided(visible(&format!("submission {number}: {why}")));
            }
            verdict => verdict,
        };
        let (recorded, is_decided) = write_verdict(self.judge.class, number, verdict)?;
        self.warn(Warning::from_recorded(&recorded))?;
        let found = recorded.facts.submission(number).filter(|_| is_decided);
        let Some(submission) = found else { return Ok(()) };
        self.results += 1;
        let who = ContenderId::handed_in(submission);
        let contenders = recorded.facts.contenders();
        let alias = contenders.iter().find(|one| one.who == who).map_or("", |one| one.alias);
        let kind = WorkResultKind::Decision { number, submission };
        (self.tell)(&WorkEvent::Result(WorkResult { entries: vec![alias.to_owned()], kind }))
    }

    /// Records a result, unless a student whose bot it is about was deleted meanwhile.
    fn write(&mut self, event: &Event) -> Result<(), Error> {
        let class = self.judge.class;
        let mut is_written = false;
        let recorded = class.write(|facts, _| {
            is_written = is_wanted(facts, event);
            Ok(is_written.then(|| event.clone()).into_iter().collect())
        })?;
        self.warn(Warning::from_recorded(&recorded))?;
        if !is_written {
            class.discard(&games_of(event).into_iter().collect());
            return Ok(());
        }
        self.results += 1;
        self.publish(&recorded.facts, event)
    }

    fn publish(&mut self, facts: &Facts, event: &Event) -> Result<(), Error> {
        let (module, kind) = match event {
            Event::Tried(tried) => (&tried.module, WorkResultKind::Trials(tried)),
            Event::Judged(judged) => (&judged.module, WorkResultKind::Judgement(judged)),
            Event::Scrimmaged(played) => {
                let found = find_request(facts, played.request, now(facts));
                return found.map_or(Ok(()), |request| (self.tell)(&WorkEvent::Scrimmage(request)));
            }
            _ => return Ok(()),
        };
        (self.tell)(&WorkEvent::Result(WorkResult { entries: entries_with(facts, module), kind }))
    }

    fn warn_undecided(&mut self, what: String) -> Result<(), Error> {
        self.warn(vec![Warning(what)])
    }

    fn warn(&mut self, warnings: Vec<Warning>) -> Result<(), Error> {
        warnings.into_iter().try_for_each(|warning| (self.tell)(&WorkEvent::Warning(warning)))
    }
}

/// Returns `true` if the class still has the modules that played.
fn is_wanted(facts: &Facts, played: &Event) -> bool {
    let has = |module: &Hash| facts.submissions_with(*module).next().is_some();
    match played {
        Event::Tried(tried) => has(&tried.module),
        Event::Judged(judged) => has(&judged.module),
        Event::Scrimmaged(played) => {
            let modules = facts.request(played.request).and_then(|asked| asked.what.modules(facts));
            modules == Some((played.module, played.opponent))
        }
        _ => true,
    }
}

/// Returns the hash of the list of games; `None` if there is none.
fn games_of(played: &Event) -> Option<Hash> {
    match played {
        Event::Judged(judged) => Some(judged.matches),
        Event::Scrimmaged(played) => played.matches,
        _ => None,
    }
}

fn interrupted(left: usize) -> Error {
    Error::new(Kind::Incomplete, format!("interrupted; {left} still to be played"))
        .hint("run the same command again to play them")
}
