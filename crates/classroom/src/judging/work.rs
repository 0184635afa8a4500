//! What waits is decided and played.

use std::sync::atomic::{AtomicBool, Ordering};

use class::{Admission, Event, Facts, Hash, Judgement, Submission, Task, TrialSummary, Who, tasks, waiting};
use explain::{Error, Kind};
use game::visible;
use json::Shape;
use ledger::RunLock;
use schemars::JsonSchema;
use serde::Serialize;

use super::passed_over::PassedOver;
use super::queue::WorkKind;
use super::{Judge, entries_with};
use crate::badges::{JudgementReport, TrialsOfVersion};
use crate::open_class::now;
use crate::requests::{RequestStatus, find_request};
use crate::validation::write_verdict;
use crate::warning::Warning;
use crate::words::verdict_word;

/// Something that happens while what waits is played.
#[derive(Debug)]
pub enum WorkEvent<'a> {
    /// Something to be known.
    Warning(Warning),
    /// Something was decided or played, and is on the disk.
    Result(WorkResult<'a>),
    /// Friendly games were played, and are on the disk.
    Scrimmage(RequestStatus<'a>),
}

/// Something that was decided or played.
#[derive(Debug)]
pub struct WorkResult<'a> {
    /// What runs call those who handed it in.
    pub entries: Vec<String>,
    /// What it is.
    pub kind: WorkResultKind<'a>,
}

/// What was decided or played.
#[derive(Debug)]
pub enum WorkResultKind<'a> {
    /// Something that had been handed in was decided about.
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

/// Something that was decided or played: `decided`, `tried` or `judged`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WorkReport<'a> {
    /// The hash of the module that played; absent with `decided`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    module: Option<Hash>,
    /// What runs call those who handed it in.
    entries: &'a [String],
    /// What was decided about a hand-in that waited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "LateDecision<'a>")]
    decided: Option<LateDecision<'a>>,
    /// The trial matches of a version.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "TrialsOfVersion<'a>")]
    tried: Option<TrialsOfVersion<'a>>,
    /// What a version has shown of a requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "JudgementReport<'a>")]
    judged: Option<JudgementReport<'a>>,
}

/// What was decided about a hand-in that waited.
#[derive(Debug, Serialize, JsonSchema)]
struct LateDecision<'a> {
    /// The number of the submission.
    submission: u32,
    /// `accepted` or `refused`.
    said: &'static str,
    /// Why it is refused, in words.
    reasons: &'a [String],
}

impl Shape for WorkReport<'_> {
    const NAME: &'static str = "class-work";
    const VERSION: u32 = 1;
}

impl WorkResult<'_> {
    /// The same as JSON.
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

/// Why something was refused, if it was.
fn refusal(submission: &Submission) -> &[String] {
    match &submission.admission {
        Admission::Refused { reasons } => reasons,
        Admission::Accepted { .. } | Admission::Undecided { .. } => &[],
    }
}

/// Decides about hand-ins for which no machine had a verdict. Then plays the trial matches and the games of every
/// requirement that are missing, and the friendly games that were asked for, as far as they are of these kinds, until
/// nothing waits or `stop` is set. Each result is on the disk when `tell` is called with it; what is handed in meanwhile is
/// part of it. Returns how many results there were.
///
/// # Errors
/// If `stop` was set before the end; if something waits that cannot be decided about on this machine, once all else is
/// played; if the class cannot be read or written, or the host fails; or what `tell` returns.
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
    /// Decides or plays what comes next; returns false if nothing does.
    fn go_on(&mut self) -> Result<bool, Error> {
        let class = self.judge.class;
        // What was handed in meanwhile is part of it.
        let facts = class.facts()?;
        let has = |kind| self.kinds.contains(&kind);
        let mut undecided = facts.undecided().filter(|(number, _)| {
            !self.passed_over.has_submission(*number) && !(self.judge.is_taken)(*number)
        });
        let undecided = if has(WorkKind::Validation) { undecided.next() } else { None };
        let mut tasks = tasks(&class.plan, &facts);
        tasks.retain(|task| has(WorkKind::of(task)) && !self.passed_over.has_task(task));
        let mut waiting = waiting(&facts, now(&facts));
        waiting.retain(|(number, _)| has(WorkKind::Scrimmages) && !self.passed_over.has_request(*number));
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
            // Whoever is undecided on this machine waits for another one, and is in nobody's way.
            Err(failed) if failed.kind == Kind::Undecided => {
                let named = match (tasks.first(), waiting.first()) {
                    (Some(task), _) => self.passed_over.add_task(&facts, task),
                    (None, request) => {
                        self.passed_over.add_request(request.map(|(number, _)| *number).unwrap_or_default())
                    }
                };
                self.warn_undecided(format!("{named}: {}", visible(&failed.what)))?;
            }
            Err(failed) => return Err(failed),
        }
        Ok(true)
    }

    /// Decides about something that waits, if this machine can.
    fn decide(&mut self, number: u32, submission: &Submission) -> Result<(), Error> {
        let verdict = match self.judge.decide(number, submission) {
            Ok(verdict) => verdict,
            Err(failed) if failed.kind == Kind::Undecided => {
                self.passed_over.add_submission(number);
                return self.warn_undecided(visible(&failed.what));
            }
            Err(failed) => return Err(failed),
        };
        let (recorded, is_decided) = write_verdict(self.judge.class, number, verdict)?;
        self.warn(Warning::of(&recorded))?;
        let found = recorded.facts.submission(number).filter(|_| is_decided);
        let Some(submission) = found else { return Ok(()) };
        self.results += 1;
        let who = Who::handed_in(submission);
        let contenders = recorded.facts.contenders();
        let alias = contenders.iter().find(|one| one.who == who).map_or("", |one| one.alias);
        let kind = WorkResultKind::Decision { number, submission };
        (self.tell)(&WorkEvent::Result(WorkResult { entries: vec![alias.to_owned()], kind }))
    }

    /// Writes down what was played, unless a student was forgotten meanwhile whose bot it is about.
    fn write(&mut self, event: &Event) -> Result<(), Error> {
        let class = self.judge.class;
        let mut is_written = false;
        let recorded = class.write(|facts, _| {
            is_written = is_wanted(facts, event);
            Ok(is_written.then(|| event.clone()).into_iter().collect())
        })?;
        self.warn(Warning::of(&recorded))?;
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
        self.warn(vec![Warning::Undecided { what }])
    }

    fn warn(&mut self, warnings: Vec<Warning>) -> Result<(), Error> {
        warnings.into_iter().try_for_each(|warning| (self.tell)(&WorkEvent::Warning(warning)))
    }
}

/// Whether the class still has the modules that played.
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

/// The file that lists the games of what was played, if there is one.
fn games_of(played: &Event) -> Option<Hash> {
    match played {
        Event::Judged(judged) => Some(judged.matches),
        Event::Scrimmaged(played) => played.matches,
        _ => None,
    }
}

fn interrupted(left: usize) -> Error {
    Error::new(Kind::Incomplete, format!("interrupted; {left} are left to be played"))
        .hint("run the same command again to play them")
}
