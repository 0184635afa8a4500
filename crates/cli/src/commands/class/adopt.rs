//! `muster class adopt`: a changed text is the class's from now on, also where it takes versions out.

use std::path::PathBuf;

use clap::Args;
use game::visible_path;
use serde_json::json;

use super::change::{self, Change};
use super::opened::Opened;
use crate::exit::Done;
use crate::out;

/// `muster class adopt`
#[derive(Args)]
#[command(after_help = "\
Every command that reads class.toml compares it with the text that was adopted last. A change by which no version stops \
counting is adopted by itself. One that takes versions out, such as an earlier deadline, is refused until this command \
confirms it; `muster class submit` goes on under the text before.")]
pub(crate) struct AdoptCommand {
    /// The class's folder.
    folder: PathBuf,
    /// Say which versions would stop counting, and adopt nothing.
    #[arg(long)]
    dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl AdoptCommand {
    pub(crate) fn run(self) -> Done {
        let opened = Opened::at(&self.folder)?;
        let mut change = opened.change(&opened.unchecked_facts()?);
        if !self.dry_run {
            opened.write_unchecked(|facts, _| {
                change = opened.change(facts);
                let is_same = matches!(change, Change::None);
                Ok(if is_same { Vec::new() } else { vec![opened.adopted()] })
            })?;
        }
        let displaced = change.displaced();
        let text = visible_path(&opened.folder.text());
        if self.json {
            let versions: Vec<_> = displaced
                .iter()
                .map(|one| {
                    json!({ "alias": one.alias, "submission": one.submission, "why": change::why(&opened.plan, &one.why) })
                })
                .collect();
            let told = json!({
                "dry_run": self.dry_run,
                "changed": !matches!(change, Change::None),
                "stop_counting": versions,
            });
            return out::line(&told.to_string());
        }
        for one in displaced {
            out::line(&format!("  {}", change::words(&opened.plan, one)))?;
        }
        let would = if self.dry_run { "would be adopted" } else { "is adopted" };
        out::line(&match (&change, displaced.len()) {
            (Change::None, _) => format!("{text} is what was adopted before"),
            (_, 0) => format!("{text} {would}: every version that counted still does"),
            (_, 1) => format!("{text} {would}: 1 version stops counting"),
            (_, count) => format!("{text} {would}: {count} versions stop counting"),
        })
    }
}
