//! Asks a bot again and prints the result.

use std::path::Path;

use class_operations::bots::named_module;
use explain::{Error, Kind};
use game::{ply_number, visible_path};
use job::{MatchSettings, NotAdmitted, Plays, ReadyModule, SizeClass};
use play::{CallLine, LastAnswer, RetraceEnd, RetraceQuestion, RetraceSummary, Workbench};
use referee::ClockKind;
use run_folder::MatchParts;
use terminal::logs;
use terminal::out;
use terminal::text::inert;
use terminal::ticks::shown;

use super::seat_perspective::SeatPerspective;
use crate::exit::{Done, undecided_here};
use terminal::failure::failure_lines;

/// The placeholder in commands for a module with an unknown file.
const UNKNOWN_FILE: &str = "MY.wasm";

/// Asks the module of the match, or another one, and prints the result.
pub(super) fn tell(
    opened: &MatchParts,
    side: &SeatPerspective<'_>,
    other: Option<&Path>,
    bench: &dyn Workbench,
) -> Done {
    let Some(module) = find_module(opened, side, other, bench)? else {
        return Ok(());
    };
    let record = side.record;
    let settings = MatchSettings::new(side.game, opened.rules.clone(), record.limits);
    let question = RetraceQuestion {
        settings: &settings,
        record,
        played: side.recording.played,
        module: &module,
        until: RetraceEnd::Difference,
    };
    out::line("")?;
    let which = match other {
        Some(path) => visible_path(path),
        None => "the bot of the match".to_owned(),
    };
    out::line(&format!("asked again from ply 1: {which}"))?;
    tell_caveats(side, &module, bench)?;
    let retraced = bench.retrace(&question).map_err(|error| Error::wrap(Kind::Host, &error))?;
    tell_outcome(&retraced)?;
    tell_next(opened, side, &retraced, other)
}

/// Returns the module to ask; prints a reason and returns `None` if there is none.
fn find_module(
    opened: &MatchParts,
    side: &SeatPerspective<'_>,
    other: Option<&Path>,
    bench: &dyn Workbench,
) -> Result<Option<ReadyModule>, Error> {
    if let Some(path) = other {
        // A large module is allowed, since only its author waits for it.
        let size = SizeClass::Script;
        let bytes = named_module(&path.to_string_lossy(), Some(side.game), &size.caps())?;
        return admit(bench, &bytes, size).map(Some);
    }
    match (&side.record.plays, &opened.run) {
        (Plays::Builtin(builtin), _) => {
            out::line(&format!("{builtin} played here; there is no module to ask again"))?;
            Ok(None)
        }
        (Plays::Module { hash, size }, Some(run)) => {
            let bytes = run.ledger.module(*hash).map_err(Error::from)?;
            let bytes = bytes.ok_or_else(|| Error::input("the run does not have the module"))?;
            admit(bench, &bytes, *size).map(Some)
        }
        (Plays::Module { hash, .. }, None) => {
            out::line(&format!("the BLAKE3 hash of the module that played is {hash}"))?;
            out::line(&format!("hint: ask it again with --bot {UNKNOWN_FILE}"))?;
            Ok(None)
        }
    }
}

/// Admits a module that has played before.
pub(crate) fn admit(bench: &dyn Workbench, bytes: &[u8], size: SizeClass) -> Result<ReadyModule, Error> {
    let admitted = bench.admit(bytes, size).map_err(|error| Error::wrap(Kind::Host, &error))?;
    admitted.map(|checked| checked.ready).map_err(|why| not_admitted(&why))
}

fn not_admitted(why: &NotAdmitted) -> Error {
    match why {
        NotAdmitted::Undecided(why) => undecided_here("the module", why),
        NotAdmitted::Refused(refusal) => {
            Error::input(format!("the module is refused: {}", inert(&refusal.to_string())))
                .hint("`muster check` shows what to do about each reason")
        }
    }
}

/// Prints the reasons why the answers may differ from those of the match.
fn tell_caveats(side: &SeatPerspective<'_>, module: &ReadyModule, bench: &dyn Workbench) -> Done {
    let record = side.record;
    if matches!(&record.plays, Plays::Module { hash, .. } if *hash != module.hash) {
        out::line("  note: it is not the module that played")?;
    }
    if bench.validator().fingerprint(side.game) != record.engine {
        out::line("  note: another engine played the match; times may differ")?;
    }
    let kind = record.limits.clock[side.seat].kind;
    if kind != ClockKind::Fuel {
        let word = kind.word();
        out::line(&format!(
            "  note: the clock of the match is `{word}`; times and timeouts are not repeatable"
        ))?;
    }
    Ok(())
}

fn tell_outcome(retraced: &RetraceSummary) -> Done {
    let answers = match retraced.answers {
        0 => "no answer as recorded".to_owned(),
        1 => "1 answer as recorded".to_owned(),
        answers => format!("{answers} answers as recorded"),
    };
    let Some(last) = &retraced.last else {
        return out::line(&format!("  {answers}, to the end of the match"));
    };
    let ply = ply_number(last.ply);
    match (&last.recorded, &last.here) {
        (Err(_), Err(_)) if last.is_same_fault() => {
            out::line(&format!("  {answers}, then the same fault at ply {ply}"))?;
        }
        (Err(recorded), here) => {
            let which = if here.is_ok() { "no fault" } else { "a different fault" };
            let fault = recorded.name();
            out::line(&format!(
                "  {answers}, then {which} at ply {ply}, where it failed by {fault} in the match"
            ))?;
        }
        (Ok(recorded), _) => {
            out::line(&format!(
                "  {answers}, then a different one at ply {ply}; in the match: {}",
                inert(recorded)
            ))?;
        }
    }
    tell_last(last)?;
    for line in logs::lines(retraced.closing.logged_in(last.ply)) {
        out::line(&format!("  logs: {line}"))?;
    }
    Ok(())
}

/// Prints the last answer.
fn tell_last(last: &LastAnswer) -> Done {
    let time = shown(last.spent);
    match &last.here {
        Ok(text) => out::line(&format!("  here: {}, after {time}", inert(text))),
        Err(failure) => {
            out::line(&format!("  here, after {time}:"))?;
            failure_lines(failure).iter().try_for_each(|line| out::line(&format!("    {line}")))
        }
    }
}

/// Prints the command that tries just the last position.
fn tell_next(
    opened: &MatchParts,
    side: &SeatPerspective<'_>,
    retraced: &RetraceSummary,
    other: Option<&Path>,
) -> Done {
    let Some(last) = &retraced.last else { return Ok(()) };
    let file = other.map_or_else(|| UNKNOWN_FILE.to_owned(), |path| path.display().to_string());
    let line = CallLine {
        bot: &file,
        game: side.game,
        rules: &opened.rules,
        limits: &side.record.limits,
        position: &last.position,
        seat: side.seat,
        settings: &side.record.settings,
    };
    out::line(&format!("hint: ask it about this position alone: {}", line.command()))
}
