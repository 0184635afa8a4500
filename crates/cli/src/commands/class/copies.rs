//! `muster class copies`: lists bots that are so similar that the teacher should compare them.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use class_operations::NamedFile;
use class_operations::near_copies::{
    ComparedVersion, CopiesReport, LARGEST_GIVEN, Languages, SimilarPair, copies_page, near_copies,
};
use copies::Kind as Written;
use explain::{Error, Kind};
use game::visible_path;
use script::{INTERPRETERS, Interpreter, Types};
use terminal::out;
use terminal::text::inert;

use super::opening::open;
use crate::exit::Done;
use crate::host;

/// Maximum number of functions shown of a pair; `--json` has all.
const SHOWN: usize = 6;

/// `muster class copies`
#[derive(Args)]
#[command(after_help = "\
Compares the active version of each student or team, or the last accepted one. Code from the starters of `muster new` is \
ignored, and so is code that a fifth of the class has; between two students, code from the sample bots is ignored, too, and \
students who submitted a sample bot are listed. The list is for you to review and is no verdict: two students may have \
learned from the same book. If a module is too small, its source is compared, if one was submitted. Submitted sources are \
shown side by side, with the lines that have the same tokens. `--html` writes all of this as one page, which is as private \
as the class.")]
pub(crate) struct CopiesCommand {
    /// The class's folder.
    folder: PathBuf,
    /// A module or script that all students were given, whose code is ignored. May be repeated.
    #[arg(long, value_name = "FILE")]
    given: Vec<PathBuf>,
    /// Write the list as one page of HTML, with the submitted sources of each pair side by side; `-` writes the page to
    /// standard output, and nothing else.
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// Link students and submissions in that page to their pages in the service, below this address of the class
    #[arg(long, value_name = "URL", requires = "html")]
    links: Option<String>,
    /// Print JSON, with all functions of each pair.
    #[arg(long)]
    json: bool,
}

/// Reads scripts in the languages that this program runs.
struct Scripts<'s> {
    types: Types<'s>,
}

impl Languages for Scripts<'_> {
    fn language_of(&self, name: &Path) -> Option<Written> {
        let interpreter = Interpreter::for_path(name)?;
        Some(if interpreter.language == "Python" { Written::Python } else { Written::JavaScript })
    }

    fn without_types(&self, name: &str, text: String) -> Option<String> {
        self.types.strip(name, text).ok()
    }

    fn interpreters(&self) -> Box<dyn Iterator<Item = Vec<u8>>> {
        Box::new(INTERPRETERS.iter().map(Interpreter::module))
    }
}

impl CopiesCommand {
    pub(crate) fn run(self) -> Done {
        let to_output = self.html.as_deref() == Some(Path::new("-"));
        if to_output && self.json {
            return Err(Error::input(
                "--html - and --json cannot be combined: both write to standard output",
            ));
        }
        let class = open(&self.folder)?;
        let facts = class.facts()?;
        let sandbox = host::sandbox(1)?;
        let scripts = Scripts { types: Types::new(&sandbox) };
        let given = self.given.iter().map(|path| host::read_file(path, LARGEST_GIVEN));
        let given: Vec<NamedFile> = given.collect::<Result<_, _>>()?;
        let report = near_copies(&class, &facts, &scripts, &given)?;
        if let Some(path) = &self.html {
            let page = copies_page(&class.plan.name, &report, self.links.as_deref());
            if to_output {
                return out::line(&page);
            }
            files::replace(path, files::private(), |file| file.write_all(page.as_bytes())).map_err(
                |error| Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path))),
            )?;
        }
        if self.json { out::json(&report) } else { print(&report) }
    }
}

fn print(report: &CopiesReport) -> Done {
    let count = report.compared.len();
    let all = count * count.saturating_sub(1) / 2;
    let pairs = report.pairs.iter().filter(|pair| pair.other.is_some()).count();
    let bots = if count == 1 { "bot" } else { "bots" };
    out::line(&format!("{count} {bots} compared: {pairs} of {all} pairs are worth a look, nothing more"))?;
    for pair in &report.pairs {
        print_pair(pair)?;
    }
    if !report.not_compared.is_empty() {
        out::line("\nnot compared:")?;
        for one in &report.not_compared {
            let (alias, why) = (inert(&one.alias), inert(&one.why));
            out::line(&format!("  {alias} (submission {}): {why}", one.submission))?;
        }
    }
    Ok(())
}

fn print_pair(pair: &SimilarPair) -> Done {
    let one = called(&pair.one);
    let other = pair.other.as_ref().map_or_else(
        || format!("and the sample bot {}", pair.baseline.as_deref().unwrap_or_default()),
        |other| format!("and {}", called(other)),
    );
    let percent = 100.0 * pair.share;
    out::line(&format!("\n{one} {other}: {percent:.0} % of the smaller one{}", certainty(pair)))?;
    let unit = pair.counted_in;
    for found in pair.functions.iter().take(SHOWN) {
        let share = 100.0 * found.share;
        let [one, other] = [&found.one, &found.other].map(|function| function.place_words(pair.kind));
        let sizes = format!("{} and {} {unit}", found.one.size, found.other.size);
        out::line(&format!("  {one} ~ {other}: {share:.0} %, {sizes}"))?;
    }
    for found in pair.passages.iter().take(SHOWN) {
        out::line(&format!("  {} ~ {}: {} tokens", found.one, found.other, found.tokens))?;
    }
    if pair.passages.len() > SHOWN {
        out::line(&format!(
            "  and {} more passages, which --html and --json show",
            pair.passages.len() - SHOWN
        ))?;
    }
    if pair.functions.len() > SHOWN {
        out::line(&format!("  and {} more, which --json shows", pair.functions.len() - SHOWN))?;
    }
    Ok(())
}

fn called(version: &ComparedVersion) -> String {
    format!("{} (submission {})", inert(&version.alias), version.submission)
}

/// Describes the certainty of a pair. A small bot may share code with another that many would write.
fn certainty(pair: &SimilarPair) -> String {
    if pair.is_small {
        format!("; less certain, because it is small ({} fingerprints)", pair.smaller)
    } else {
        String::new()
    }
}
