//! `muster class rejudge`: judges all active versions by the current text of the class, with a preview.

use std::path::{Path, PathBuf};

use clap::Args;
use class_model::{BadgeChange, Effect, Hash};
use class_operations::OpenClass;
use class_operations::judging::{
    Judge, RejudgementState, RejudgementSummary, apply_rejudgement, badges, lock, preview_rejudgement,
};
use explain::Error;
use game::visible_path;
use ledger::RunLock;
use terminal::out;
use terminal::table::{self, Align};

use super::opening::{open, print_warnings, warn_of_engine};
use crate::exit::Done;
use crate::host;
use crate::isolation::PlaceOptions;

/// `muster class rejudge`
#[derive(Args)]
#[command(after_help = "\
Re-judges results that come from an earlier text of a requirement, an earlier opponent or another engine, and shows what \
would change. Nothing changes until you apply the preview. Applying it plays nothing, and is refused if it would by then \
change anything other than what the preview showed.")]
pub(crate) struct RejudgeCommand {
    /// The class's folder.
    folder: PathBuf,
    /// Apply the preview with this hash.
    #[arg(long, value_name = "PREVIEW", conflicts_with_all = ["jobs", "fleet"])]
    apply: Option<String>,
    #[command(flatten)]
    place: PlaceOptions,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl RejudgeCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let lock = lock(&class)?;
        let summary = match &self.apply {
            None => self.preview(&class, &lock)?,
            Some(preview) => apply_rejudgement(&class, &lock, &hash(preview)?)?,
        };
        print_warnings(&summary.warnings);
        if self.json { out::json(&summary.report()) } else { print(&self.folder, &summary) }
    }

    fn preview(&self, class: &OpenClass, lock: &RunLock) -> Result<RejudgementSummary, Error> {
        let place = self.place.place()?;
        let executor = place.executor(self.place.jobs())?;
        let judge = Judge::new(class, place.validator(), &*executor)?;
        warn_of_engine(class, &class.facts()?);
        preview_rejudgement(&judge, lock, &host::stop_on_interrupt())
    }
}

fn hash(preview: &str) -> Result<Hash, Error> {
    preview.parse().map_err(|_| {
        Error::input("the name of a preview has 64 hexadecimal digits")
            .hint("`muster class rejudge DIR` creates one and prints its name")
    })
}

fn print(folder: &Path, summary: &RejudgementSummary) -> Done {
    if summary.state == RejudgementState::UpToDate {
        return out::line("nothing to re-judge: all active versions were judged by the current text");
    }
    let head = [
        ("alias", Align::Left),
        ("version", Align::Right),
        ("requirement", Align::Left),
        ("before", Align::Left),
        ("after", Align::Left),
        ("", Align::Left),
    ];
    out::line(&table::render(&head, &summary.changes.iter().map(row).collect::<Vec<_>>()))?;
    let [gained, lost, same] =
        [Effect::Gained, Effect::Lost, Effect::Same].map(|effect| summary.count(effect));
    out::line(&format!("badges gained: {gained}, lost: {lost}, unchanged: {same}"))?;
    match summary.state {
        RejudgementState::Preview(preview) => {
            let folder = visible_path(folder);
            out::line(&format!(
                "nothing was changed; to apply this: muster class rejudge {folder} --apply {preview}"
            ))
        }
        RejudgementState::UpToDate | RejudgementState::Applied => out::line("applied"),
    }
}

fn row(change: &BadgeChange) -> Vec<String> {
    let mark = match change.effect() {
        Effect::Same => "",
        effect => badges::effect_word(effect),
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
