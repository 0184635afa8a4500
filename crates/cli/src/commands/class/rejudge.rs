//! `muster class rejudge`: all active versions by the class's text as it is now, with a preview.

use std::path::PathBuf;

use clap::Args;
use class::{Change, Effect, Event, Facts, Hash, Rejudgement, Task, outdated};
use classroom::badges::JudgementReport;
use classroom::{OpenClass, badges};
use explain::{Error, Kind};
use serde_json::{Value, json};

use super::engine;
use super::judging::{Judge, Opponents};
use super::opening::{open, write};
use super::work::lock;
use crate::exit::Done;
use crate::terminal::table::{self, Align};
use crate::{host, out};

/// Bytes of a preview.
const LARGEST: u64 = 1 << 30;

/// `muster class rejudge`
#[derive(Args)]
#[command(after_help = "\
Judges again what was judged by an earlier text of a requirement, against an earlier opponent or by another engine, and \
shows what would change. Nothing changes until the preview is applied, which plays nothing: it is refused if by then it \
would change anything else than what was shown.")]
pub(crate) struct RejudgeCommand {
    /// The class's folder.
    folder: PathBuf,
    /// Apply the preview of this hash.
    #[arg(long, value_name = "PREVIEW", conflicts_with = "jobs")]
    apply: Option<String>,
    /// How many matches are played at once [default: one per processor].
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl RejudgeCommand {
    pub(crate) fn run(self) -> Done {
        let opened = open(&self.folder)?;
        let _lock = lock(&opened)?;
        match &self.apply {
            None => self.preview(&opened),
            Some(preview) => self.apply(&opened, preview),
        }
    }

    fn preview(&self, opened: &OpenClass) -> Done {
        let judge = Judge::new(opened, self.jobs.map_or_else(host::default_jobs, usize::from))?;
        let facts = opened.facts()?;
        engine::warn(opened, &facts);
        let stop = host::stop_on_interrupt();
        let tasks = outdated(&opened.plan, &facts, &|requirement| judge.key(requirement), judge.engine());
        let (mut tried, mut judged) = (Vec::new(), Vec::new());
        for task in &tasks {
            match task {
                Task::Try { module } => tried.push(judge.try_out(module)?),
                Task::Judge { module, requirement } => {
                    let Some(one) = judge.judge(module, requirement, &stop)? else {
                        return Err(Error::new(Kind::Incomplete, "interrupted; nothing was changed"));
                    };
                    judged.push(one);
                }
            }
        }
        let rejudgement = Rejudgement::new(&opened.plan, &facts, tried, judged);
        let changes = rejudgement.changes(&opened.plan, &facts);
        if tasks.is_empty() {
            return self.tell(&changes, &rejudgement, Told::UpToDate);
        }
        let text = json!(rejudgement).to_string();
        let preview = opened.folder.keep(text.as_bytes())?;
        // Known to the record, so that it goes when a student is forgotten whose bot it is about.
        write(opened, |facts, _| {
            let is_known = facts.previews().contains(&preview);
            Ok(if is_known { Vec::new() } else { vec![Event::Previewed { preview }] })
        })?;
        self.tell(&changes, &rejudgement, Told::Preview(preview))
    }

    fn apply(&self, opened: &OpenClass, preview: &str) -> Done {
        let hash: Hash = preview.parse().map_err(|_| {
            Error::input("a preview is named by 64 hexadecimal digits")
                .hint("`muster class rejudge DIR` makes one and prints its name")
        })?;
        let bytes = opened.folder.read(&hash, LARGEST)?;
        let rejudgement: Rejudgement = serde_json::from_slice(&bytes)
            .map_err(|error| Error::input(format!("this file is not a preview: {error}")))?;
        let opponents = Opponents::read(opened)?;
        let mut changes = Vec::new();
        write(opened, |facts, _| {
            check(opened, facts, &rejudgement, &opponents)?;
            changes = rejudgement.changes(&opened.plan, facts);
            let tried = rejudgement.tried.iter().cloned().map(Event::Tried);
            let judged = rejudgement.judged.iter().cloned().map(Event::Judged);
            Ok(tried.chain(judged).chain([Event::Rejudged { preview: hash }]).collect())
        })?;
        self.tell(&changes, &rejudgement, Told::Applied)
    }

    fn tell(&self, changes: &[Change], rejudgement: &Rejudgement, told: Told) -> Done {
        let count = |effect| changes.iter().filter(|change| change.effect() == effect).count();
        let [gained, lost, same] = [Effect::Gained, Effect::Lost, Effect::Same].map(count);
        if self.json {
            let changes: Vec<Value> = changes.iter().map(as_json).collect();
            let preview = match told {
                Told::Preview(hash) => Some(hash.to_string()),
                Told::UpToDate | Told::Applied => None,
            };
            let told = json!({
                "applied": matches!(told, Told::Applied),
                "preview": preview,
                "changes": changes,
                "gained": gained,
                "lost": lost,
                "same": same,
                "tried_again": rejudgement.tried.len(),
            });
            return out::line(&told.to_string());
        }
        if matches!(told, Told::UpToDate) {
            return out::line("nothing to judge again: all active versions were judged by the text as it is");
        }
        let head = [
            ("alias", Align::Left),
            ("version", Align::Right),
            ("requirement", Align::Left),
            ("before", Align::Left),
            ("after", Align::Left),
            ("", Align::Left),
        ];
        out::line(&table::render(&head, &changes.iter().map(row).collect::<Vec<_>>()))?;
        out::line(&format!("badges gained: {gained}, lost: {lost}, as before: {same}"))?;
        match told {
            Told::Preview(hash) => {
                let folder = game::visible_path(&self.folder);
                out::line(&format!(
                    "nothing was changed; to apply this: muster class rejudge {folder} --apply {hash}"
                ))
            }
            Told::UpToDate | Told::Applied => out::line("applied"),
        }
    }
}

/// What became of a rejudgement.
#[derive(Clone, Copy)]
enum Told {
    UpToDate,
    Preview(Hash),
    Applied,
}

/// Refuses a preview that would change anything else than what it showed.
fn check(opened: &OpenClass, facts: &Facts, rejudgement: &Rejudgement, opponents: &Opponents) -> Done {
    let again = "preview again: `muster class rejudge DIR`";
    let is_current = |judged: &class::Judged| {
        let requirements = &mut opened.plan.requirements.iter();
        requirements
            .find(|requirement| requirement.name == judged.requirement)
            .is_some_and(|requirement| opponents.key(&opened.plan, requirement) == judged.key)
    };
    if let Some(judged) = rejudgement.judged.iter().find(|judged| !is_current(judged)) {
        let message = format!("the requirement \"{}\" was changed since the preview", judged.requirement);
        return Err(Error::input(message).hint(again));
    }
    if !rejudgement.is_as_shown(&opened.plan, facts) {
        let message = "the preview shows other changes than it would make now: versions, aliases or badges are no \
                       longer what they were";
        return Err(Error::input(message).hint(again));
    }
    Ok(())
}

fn as_json(change: &Change) -> Value {
    json!({
        "alias": change.alias,
        "submission": change.submission,
        "requirement": change.requirement,
        "effect": effect_word(change.effect()),
        "before": change.before.as_ref().map(JudgementReport::from),
        "after": JudgementReport::from(&change.after),
    })
}

fn effect_word(effect: Effect) -> &'static str {
    match effect {
        Effect::Gained => "gained",
        Effect::Lost => "lost",
        Effect::Same => "same",
    }
}

fn row(change: &Change) -> Vec<String> {
    let mark = match change.effect() {
        Effect::Same => "",
        effect => effect_word(effect),
    };
    let before = change.before.as_ref().map_or_else(|| "-".to_owned(), badges::judged_cell);
    vec![
        change.alias.clone(),
        change.submission.to_string(),
        change.requirement.clone(),
        before,
        badges::judged_cell(&change.after),
        mark.to_owned(),
    ]
}
