//! `muster class work`: plays what waits.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use class::{Decision, Door, Event, Facts, Hash, Task, Who, outdated, tasks, waiting};
use classroom::badges::{JudgementReport, TrialsOfVersion};
use classroom::{OpenClass, badges, now, words};
use explain::{Error, Kind};
use game::visible;
use ledger::RunLock;
use serde_json::{Value, json};

use super::door::Verdict;
use super::judging::Judge;
use super::opening::{open, write};
use super::scrimmaging::Scrimmage;
use super::{engine, requests};
use crate::exit::Done;
use crate::terminal::text::inert;
use crate::{host, out};

/// `muster class work`
#[derive(Args)]
#[command(after_help = "\
Decides about hand-ins for which another machine, or this one when it was busy, had no verdict. Then plays the trial \
matches and the games of every [[requirement]] for the active version and the last accepted one of \
everybody, as far as they have not been played; then the friendly games that were asked for. Each result is kept as soon as it is there. Hand-ins are taken meanwhile.")]
pub(crate) struct WorkCommand {
    /// The class's folder.
    folder: PathBuf,
    /// How many matches are played at once [default: one per processor].
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Print JSON: a line for each result.
    #[arg(long)]
    json: bool,
}

impl WorkCommand {
    pub(crate) fn run(self) -> Done {
        let opened = open(&self.folder)?;
        let _lock = lock(&opened)?;
        let judge = Judge::new(&opened, self.jobs.map_or_else(host::default_jobs, usize::from))?;
        warn_of_outdated(&opened, &judge)?;
        let stop = host::stop_on_interrupt();
        let mut count = 0_u32;
        let mut passed_over = PassedOver::default();
        loop {
            // What was handed in meanwhile is part of it.
            let facts = opened.facts()?;
            let undecided = facts.undecided().find(|(number, _)| !passed_over.submissions.contains(number));
            if let (Some((number, submission)), false) = (undecided, stop.load(Ordering::Relaxed)) {
                match judge.decide(number, submission) {
                    Ok(verdict) => count += self.decided(&opened, number, verdict)?,
                    Err(failed) if failed.kind == Kind::Undecided => {
                        tracing::warn!("{}", visible(&failed.what));
                        passed_over.submissions.insert(number);
                    }
                    Err(failed) => return Err(failed),
                }
                continue;
            }
            let mut tasks = tasks(&opened.plan, &facts);
            tasks.retain(|task| !passed_over.has(task));
            let mut waiting = waiting(&facts, now(&facts));
            waiting.retain(|(number, _)| !passed_over.requests.contains(number));
            let left = tasks.len() + waiting.len() + usize::from(undecided.is_some());
            let event = match (tasks.first(), waiting.first()) {
                (None, None) if undecided.is_none() => break,
                _ if stop.load(Ordering::Relaxed) => Ok(None),
                (Some(Task::Try { module }), _) => {
                    judge.try_out(module).map(|tried| Some(Event::Tried(tried)))
                }
                (Some(Task::Judge { module, requirement }), _) => {
                    judge.judge(module, requirement, &stop).map(|judged| judged.map(Event::Judged))
                }
                // The signal came just now.
                (None, None) => continue,
                (None, Some((number, asked))) => {
                    let scrimmage = Scrimmage { number: *number, request: &asked.what };
                    judge.scrimmage(&facts, &scrimmage, &stop).map(|played| played.map(Event::Scrimmaged))
                }
            };
            let event = match event {
                // Whoever is undecided on this machine waits for another one, and is in nobody's way.
                Err(failed) if failed.kind == Kind::Undecided => {
                    let request = waiting.first().map(|(number, _)| *number);
                    let named = passed_over.add(&facts, tasks.first(), request);
                    tracing::warn!("{named}: {}", visible(&failed.what));
                    continue;
                }
                event => event?,
            };
            let Some(event) = event else {
                return Err(Error::new(
                    Kind::Incomplete,
                    format!("interrupted; {left} are left to be played"),
                )
                .hint("run the same command again to play them"));
            };
            let recorded = write(&opened, |_, _| Ok(vec![event.clone()]))?;
            self.tell(&recorded.facts, &event)?;
            count += 1;
        }
        passed_over.ending()?;
        if count == 0 && !self.json {
            out::line("nothing waits to be played")?;
        }
        Ok(())
    }

    /// Writes down what the door says now; returns how many hand-ins that decides.
    fn decided(&self, opened: &OpenClass, number: u32, verdict: Verdict) -> Result<u32, Error> {
        let mut keeping = opened.folder.keeping();
        let door = verdict.keep(&mut keeping)?;
        keeping.finish()?;
        let mut count = 0;
        let recorded = write(opened, |facts, _| {
            // Whoever is forgotten meanwhile has nothing to be decided about, nor what another process has decided.
            let Some(submission) = facts.submission(number).filter(|one| one.is_undecided()) else {
                return Ok(Vec::new());
            };
            count = 1;
            Ok(vec![Event::Decided(Decision { by: submission.by.clone(), submission: number, door })])
        })?;
        let Some(submission) = recorded.facts.submission(number).filter(|_| count > 0) else { return Ok(0) };
        let who = Who::handed_in(submission);
        let contenders = recorded.facts.contenders();
        let alias = contenders.iter().find(|one| one.who == who).map_or("", |one| one.alias);
        let word = words::door_word(submission);
        let reasons: &[String] =
            if let Door::Refused { reasons } = &submission.door { reasons.as_slice() } else { &[] };
        if self.json {
            let decided = json!({ "submission": number, "said": word, "reasons": reasons });
            out::line(&json!({ "entries": [alias], "decided": decided }).to_string())?;
        } else {
            out::line(&format!("{}: submission {number} is {word}", inert(alias)))?;
            for reason in reasons.iter().flat_map(|reason| reason.lines()) {
                out::line(&format!("  {}", inert(reason)))?;
            }
        }
        Ok(count)
    }

    fn tell(&self, facts: &Facts, event: &Event) -> Done {
        if let Event::Scrimmaged(played) = event {
            let all = requests::all(facts, now(facts));
            let Some(asked) = all.iter().find(|asked| asked.number == played.request) else { return Ok(()) };
            let told = if self.json { asked.as_json().to_string() } else { asked.words() };
            return out::line(&told);
        }
        let (module, what, words): (&Hash, Value, String) = match event {
            Event::Tried(tried) => {
                (&tried.module, json!(TrialsOfVersion::from(tried)), badges::trial_words(tried))
            }
            Event::Judged(judged) => (
                &judged.module,
                json!(JudgementReport::from(judged)),
                format!("{}: {}", inert(&judged.requirement), badges::judged_words(judged)),
            ),
            _ => return Ok(()),
        };
        let whose = whose(facts, module);
        if self.json {
            let mut told = json!({ "module": module.to_string(), "entries": whose });
            told[event.kind()] = what;
            return out::line(&told.to_string());
        }
        let whose: Vec<String> = whose.iter().map(|alias| inert(alias)).collect();
        out::line(&format!("{}: {words}", whose.join(", ")))
    }
}

/// What was not decided or played, because nothing is decided about a bot on this machine. It waits.
#[derive(Default)]
struct PassedOver {
    submissions: BTreeSet<u32>,
    modules: BTreeSet<String>,
    requests: BTreeSet<u32>,
}

impl PassedOver {
    /// Passes over the first task, or the request if there is none; returns its name.
    fn add(&mut self, facts: &Facts, task: Option<&Task<'_>>, request: Option<u32>) -> String {
        match task {
            Some(Task::Try { module } | Task::Judge { module, .. }) => {
                self.modules.insert(module.to_string());
                whose(facts, module).iter().map(|alias| inert(alias)).collect::<Vec<_>>().join(", ")
            }
            None => {
                self.requests.extend(request);
                format!("request {}", request.unwrap_or_default())
            }
        }
    }

    fn has(&self, task: &Task<'_>) -> bool {
        let (Task::Try { module } | Task::Judge { module, .. }) = task;
        self.modules.contains(&module.to_string())
    }

    /// The end of the command.
    fn ending(&self) -> Done {
        let count = self.submissions.len() + self.modules.len() + self.requests.len();
        if count == 0 {
            return Ok(());
        }
        let what = format!("{count} hand-ins, bots or requests wait: undecided on this machine");
        Err(Error::new(Kind::Undecided, what)
            .hint("run the same command on a faster machine, or when less else is running"))
    }
}

/// Aliases of those who handed a module in.
fn whose(facts: &Facts, module: &Hash) -> Vec<String> {
    let has_it = |who: &Who| {
        facts.submissions_of(who).iter().any(|(_, submission)| submission.module() == Some(*module))
    };
    let contenders = facts.contenders().into_iter().filter(|contender| has_it(&contender.who));
    contenders.map(|contender| contender.alias.to_owned()).collect()
}

/// The right to play for a class, which one process has at a time.
pub(super) fn lock(opened: &OpenClass) -> Result<RunLock, Error> {
    RunLock::take_file(opened.folder.private().join("lock")).map_err(|error| Error::of(Kind::Input, &error))
}

/// Says that something was judged by another engine or text than the next versions are.
fn warn_of_outdated(opened: &OpenClass, judge: &Judge<'_>) -> Done {
    let facts = opened.facts()?;
    if engine::warn(opened, &facts) {
        return Ok(());
    }
    let outdated =
        outdated(&opened.plan, &facts, &|requirement| judge.key(requirement), judge.engine()).len();
    if outdated > 0 {
        tracing::warn!(
            "{outdated} results of active versions are of an earlier text or another engine; `muster class rejudge` \
             shows what would change"
        );
    }
    Ok(())
}
