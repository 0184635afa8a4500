//! `muster class freeze`, `muster class release`: who is shown new results.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use class::{Event, Facts, Reader, seen_by};
use explain::{Error, Kind};
use serde_json::json;

use super::opened::Opened;
use crate::exit::Done;
use crate::out;

/// `muster class freeze`
#[derive(Args)]
#[command(
    after_help = "The teacher's own commands go on showing everything; --as shows what others may see."
)]
pub(crate) struct FreezeCommand {
    /// The class's folder.
    folder: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// `muster class release`
#[derive(Args)]
pub(crate) struct ReleaseCommand {
    /// The class's folder.
    folder: PathBuf,
    /// To whom. What all may see, participants may see, too.
    #[arg(long, value_name = "READER")]
    to: ReaderWord,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Who looks at results, other than the teacher.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum ReaderWord {
    /// The students of the class.
    Participants,
    /// Anybody.
    All,
}

impl ReaderWord {
    pub(super) fn reader(self) -> Reader {
        match self {
            ReaderWord::Participants => Reader::Participants,
            ReaderWord::All => Reader::All,
        }
    }
}

impl FreezeCommand {
    pub(crate) fn run(self) -> Done {
        let opened = Opened::at(&self.folder)?;
        let recorded = opened.write(|facts, _| match facts.frozen(Reader::Participants) {
            Some(freeze) => {
                let since = opened.shown(freeze.since);
                Err(Error::input(format!("results are frozen since {since}"))
                    .hint("`muster class release` shows them again"))
            }
            None => Ok(vec![Event::Frozen]),
        })?;
        if self.json {
            return out::line(&json!({ "frozen": recorded.at.to_string() }).to_string());
        }
        out::line(&format!("frozen: {}", opened.shown(recorded.at)))
    }
}

impl ReleaseCommand {
    pub(crate) fn run(self) -> Done {
        let opened = Opened::at(&self.folder)?;
        let to = self.to.reader();
        let recorded = opened.write(|facts, _| {
            if to.released().iter().all(|reader| facts.frozen(*reader).is_none()) {
                return Err(Error::input(format!("results are not frozen for {}", reader_word(to))));
            }
            Ok(vec![Event::Released { to }])
        })?;
        let not_for_them: Vec<&str> = to
            .released()
            .iter()
            .filter(|reader| !opened.plan.visible.includes(**reader))
            .map(|reader| reader_word(*reader))
            .collect();
        if self.json {
            let told = json!({
                "released_to": reader_word(to),
                "at": recorded.at.to_string(),
                "not_visible_to": not_for_them,
            });
            return out::line(&told.to_string());
        }
        out::line(&format!("released to {}: {}", reader_word(to), opened.shown(recorded.at)))?;
        if not_for_them.is_empty() {
            return Ok(());
        }
        out::line(&format!(
            "note: by `visible` in the class's text, results are not for {}",
            not_for_them.join(" or ")
        ))
    }
}

/// A reader in words.
pub(super) fn reader_word(reader: Reader) -> &'static str {
    match reader {
        Reader::Participants => "participants",
        Reader::All => "all",
    }
}

/// The class as a reader may see it; the teacher sees everything.
pub(super) fn seen(opened: &Opened, reader: Option<ReaderWord>, facts: Facts) -> Result<Facts, Error> {
    let Some(reader) = reader.map(ReaderWord::reader) else { return Ok(facts) };
    seen_by(&opened.plan, &facts, reader).ok_or_else(|| {
        Error::new(Kind::Refused, format!("results are not for {}", reader_word(reader)))
            .hint("`visible` in the class's text says who may see them")
    })
}
