//! `muster check DIRECTORY`: a table with a line for every module below it.

use explain::{Error, Kind};
use job::NotAdmitted;
use play::{BotOfDirectory, BotStanding, CheckReport, DirectoryReport, Trials, modules_below};
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::inert;

use super::CheckCommand;
use super::admitted_bot::ms;
use super::checked_file::CheckedFile;
use crate::exit::Done;

/// Maximum number of bots that the last message names.
const NAMED: usize = 10;

/// Checks every module, and fails if one is refused, is undecided on this machine, or fails.
pub(super) fn check(command: &CheckCommand) -> Done {
    if command.save.is_some() {
        return Err(Error::input("--save writes a trial match of one bot").hint("give a .wasm file"));
    }
    let directory = &command.bot;
    let modules = modules_below(directory)?;
    let place = command.isolate.place(1)?;
    let mut lines = Vec::new();
    for path in &modules {
        let name = path.strip_prefix(directory).unwrap_or(path).display().to_string();
        let checked = command.plan(path).and_then(|plan| CheckedFile::new(place.workbench(), path, plan));
        lines.push(Line { name, checked: of_the_host(checked)? });
    }
    if command.json {
        out::json(&DirectoryReport { bots: lines.iter().map(|line| line.report(command)).collect() })?;
    } else {
        let rows: Vec<Vec<String>> = lines.iter().map(Line::row).collect();
        out::line(&table::render(&HEAD, &rows))?;
    }
    ending(&lines)
}

/// Turns a file that cannot be read into a line of the table. A failure of the host ends the command.
fn of_the_host(checked: Result<CheckedFile, Error>) -> Result<Result<CheckedFile, String>, Error> {
    match checked {
        Ok(checked) => Ok(Ok(checked)),
        Err(failed) if failed.kind == Kind::Input => Ok(Err(failed.what)),
        Err(failed) => Err(failed),
    }
}

fn ending(lines: &[Line]) -> Done {
    let failed: Vec<String> =
        lines.iter().filter(|line| !line.is_good()).map(|line| inert(&line.name)).collect();
    if failed.is_empty() {
        return Ok(());
    }
    let more = match failed.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let what =
        if lines.iter().any(Line::is_undecided) { "refused, undecided or fail" } else { "refused or fail" };
    let names = failed[..failed.len().min(NAMED)].join(", ");
    let message = format!("{} of {} bots are {what}: {names}{more}", failed.len(), lines.len());
    Err(Error::new(Kind::Refused, message)
        .hint("run `muster check` on one of these files to see why and what to do"))
}

const HEAD: [(&str, Align); 9] = [
    ("bot", Align::Left),
    ("game", Align::Left),
    ("won", Align::Right),
    ("faults", Align::Right),
    ("start ms", Align::Right),
    ("median ms", Align::Right),
    ("longest ms", Align::Right),
    ("memory KiB", Align::Right),
    ("what", Align::Left),
];

/// One bot of the table.
struct Line {
    /// The path relative to the directory.
    name: String,
    /// The checked file, or the reason why it cannot be checked.
    checked: Result<CheckedFile, String>,
}

impl Line {
    fn is_good(&self) -> bool {
        let decided = self.checked.as_ref().ok().and_then(|checked| checked.decided.as_ref().ok());
        decided.is_some_and(|accepted| accepted.standing() == BotStanding::Plays)
    }

    fn is_undecided(&self) -> bool {
        let decided = self.checked.as_ref().map(|checked| &checked.decided);
        matches!(decided, Ok(Err(NotAdmitted::Undecided(_))))
    }

    fn row(&self) -> Vec<String> {
        let without_trials = |what: String| {
            let mut row = vec![self.name.clone()];
            row.resize(HEAD.len() - 1, String::new());
            row.push(what);
            row
        };
        match self.checked.as_ref().map(|checked| &checked.decided) {
            Err(why) => without_trials(why.clone()),
            Ok(Err(NotAdmitted::Undecided(why))) => without_trials(why.to_string()),
            Ok(Err(NotAdmitted::Refused(refusal))) => {
                let first = refusal.objections().first().map(ToString::to_string).unwrap_or_default();
                without_trials(format!("refused: {first}"))
            }
            Ok(Ok(accepted)) => match accepted.main_game() {
                Some(trials) => self.tried(trials),
                None => without_trials("no game".to_owned()),
            },
        }
    }

    fn tried(&self, trials: &Trials) -> Vec<String> {
        let what = match trials.kinds().first().and_then(|kind| kind.first()) {
            Some(first) => first.loss.failure.name(),
            None => "plays".to_owned(),
        };
        vec![
            self.name.clone(),
            trials.game.name().to_owned(),
            format!("{} of {}", trials.wins, trials.matches),
            trials.faults.len().to_string(),
            ms(trials.start.start),
            ms(trials.spending.median),
            ms(trials.spending.max),
            (trials.most_memory() / 1024).to_string(),
            what,
        ]
    }

    fn report(&self, command: &CheckCommand) -> BotOfDirectory {
        let report = match &self.checked {
            Err(why) => CheckReport::unreadable(why),
            Ok(checked) => match &checked.decided {
                Err(why) => CheckReport::not_admitted(why, checked.bytes),
                Ok(tried) => CheckReport::admitted(tried, &checked.plan.check, &command.commands(checked)),
            },
        };
        BotOfDirectory { bot: self.name.clone(), good: self.is_good(), report }
    }
}
