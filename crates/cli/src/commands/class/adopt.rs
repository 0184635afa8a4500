//! `muster class adopt`: adopts a changed class.toml, even if versions stop counting.

use std::path::PathBuf;

use clap::Args;
use class_operations::OpenClass;
use class_operations::class_text::Adoption;
use game::visible_path;
use terminal::out;
use terminal::text::inert;

use super::opening::{open, print_warnings};
use crate::exit::Done;

/// `muster class adopt`
#[derive(Args)]
#[command(after_help = "\
Every command that reads class.toml compares it with the text that was adopted last. A change that stops no version from \
counting is adopted automatically. A change that stops versions from counting, such as an earlier deadline, is refused until \
this command confirms it; meanwhile, `muster class submit` uses the previous text.")]
pub(crate) struct AdoptCommand {
    /// The class's folder.
    folder: PathBuf,
    /// Show the changes and the versions that would stop or start counting, and adopt nothing.
    #[arg(long)]
    dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl AdoptCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let adoption = if self.dry_run {
            class_operations::class_text::preview_adoption(&class)?
        } else {
            class_operations::class_text::adopt(&class)?
        };
        print(&class, &adoption, self.json)
    }
}

/// Prints an adoption, or the effects that it would have.
pub(super) fn print(class: &OpenClass, adoption: &Adoption, json: bool) -> Done {
    print_warnings(&adoption.warnings);
    if json {
        return out::json(adoption);
    }
    for one in &adoption.differences {
        let [key, before, after] = [&one.key, &one.before, &one.after].map(|text| inert(text));
        out::line(&format!("{key}: {before} -> {after}"))?;
    }
    match adoption.deadlines_moved {
        0 => {}
        1 => out::line("1 student or team has a different final deadline")?,
        count => out::line(&format!("{count} students and teams have a different final deadline"))?,
    }
    if !adoption.stop_counting.is_empty() {
        out::line("stop counting:")?;
    }
    for one in &adoption.stop_counting {
        out::line(&format!("  {}: submission {}, {}", inert(&one.alias), one.submission, one.why))?;
    }
    if !adoption.start_counting.is_empty() {
        out::line("start counting:")?;
    }
    for one in &adoption.start_counting {
        out::line(&format!("  {}: submission {}", inert(&one.alias), one.submission))?;
    }
    let text = visible_path(&class.folder.text());
    let would = if adoption.dry_run { "would be adopted" } else { "is adopted" };
    out::line(&match (adoption.changed, adoption.stop_counting.len()) {
        (false, _) => format!("{text} has not changed since it was adopted"),
        (true, 0) => format!("{text} {would}: every version that counted still does"),
        (true, 1) => format!("{text} {would}: 1 version stops counting"),
        (true, count) => format!("{text} {would}: {count} versions stop counting"),
    })
}
