//! Evidence verified: the entrant's moves played again, the result judged again by the rules.

use std::path::Path;
use std::sync::Arc;

use explain::{Error, Kind};
use game::{PerSeat, Rules, Seat, visible_path};
use job::{MatchSettings, Plays, SeatMatch, SeatRecord};
use play::{Retrace, Retraced};
use referee::{ClockKind, Ticks};
use replay::{Claim, Recording, Replay, rejudge};
use sandbox::Sandbox;

use super::membership::Membership;
use super::package::Package;
use crate::commands::game::find_game;
use crate::commands::why::admit;
use crate::exit::Done;
use crate::terminal::text::{inert, shortened};
use crate::{host, out};

/// The most bytes of an archive: a little more than its files can have.
const MOST: u64 = 256 << 20;

/// What is unproven without a root.
const NO_ROOT: &str =
    "everything that the rules and the module do not show: without a root, nothing ties it to a run";

/// Verifies an archive by itself, and that it names this root, if one is given.
pub(crate) fn verify(path: &Path, root: Option<&str>) -> Done {
    let file = visible_path(path);
    let bytes = files::read_bounded(path, MOST)
        .map_err(|error| Error::input(format!("cannot read {file}: {error}")))?;
    let package = Package::read(&bytes).map_err(|why| {
        Error::new(Kind::Damaged, format!("{file} is not sound evidence: {}", inert(&why)))
            .hint("`muster evidence` writes it; a run is verified by its folder")
    })?;
    let Package { about, record, module, membership, .. } = &package;
    let course = record.course().map_err(|error| no(&format!("the match contradicts itself: {error}")))?;
    let game = find_game(&record.game)?;
    let rules =
        Rules::parse(game.options(), &record.rules).map_err(|error| no(&format!("its rules: {error}")))?;
    let settings = MatchSettings::new(game, rules, record.limits);
    let (number, entrant) = (inert(&about.number), shortened(&about.entrant));
    out::line(&format!("match {number} for {entrant}, {}", game.title()))?;
    let shown = membership.as_ref().map(|membership| membership.root_of(record, &course)).transpose();
    let shown = shown.map_err(|what| no(&format!("it does not lead to the root that it names: {what}")))?;
    if shown != about.root {
        return Err(no("the match is not one of the run with the root that it names"));
    }
    judge(&settings, record, &course)?;
    if let (Some(module), Plays::Module { size, .. }) = (module, &record.plays) {
        let sandbox = host::sandbox(1)?;
        let here = play::engine_fingerprint(&sandbox, game);
        if here != record.engine {
            return Err(Error::input("another engine played the match")
                .hint(play::advice_on_engine(&record.engine, &here))
                .hint("its moves can be verified only with the engine that played it; the result is right by the rules"));
        }
        let bot = admit(&sandbox, module, *size)?;
        let retrace = Retrace {
            settings: &settings,
            start: record.start.as_deref(),
            seat: record.seat,
            bot: &bot,
            text: Arc::from(record.settings.as_str()),
            dice: record.dice,
            course: &course,
        };
        ask_again(&retrace, &sandbox, record.limits.clock[record.seat].kind)?;
    }
    let unproven = membership.as_ref().map_or(Some(NO_ROOT), Membership::unproven);
    if let Some(unproven) = unproven {
        out::line(&format!("  unproven: {unproven}"))?;
    }
    tell_root(about.root.as_deref(), root)
}

fn no(why: &str) -> Error {
    Error::new(Kind::Damaged, inert(why))
}

/// Judges the result by the rules. After a forfeit, the actions before it are judged: how the other entrant failed is not
/// in the archive.
fn judge(settings: &MatchSettings, record: &SeatRecord, course: &SeatMatch) -> Done {
    let recording = Recording {
        game: settings.game,
        rules: &settings.rules,
        limits: &settings.limits,
        start: record.start.as_deref(),
        played: &course.played,
        closings: PerSeat::default(),
    };
    let unsound = |why: String| no(&format!("it cannot have been played so: {why}"));
    if course.verdict.reason.forfeits().iter().next().is_some() {
        let mut replay = Replay::new(recording).map_err(|error| unsound(error.to_string()))?;
        while replay.forward().map_err(|error| unsound(error.to_string()))?.is_some() {}
        return out::line("  actions: allowed by the rules; it ended by a forfeit");
    }
    let spent = |seat: Seat| {
        let own = course.played.iter().filter(|played| played.seat == seat);
        Ticks(own.map(|played| played.spent.0).fold(0, u64::saturating_add))
    };
    let claim = Claim {
        losses: PerSeat::default(),
        spent: PerSeat::from_fn(spent),
        has_bot: PerSeat::from_fn(|_| true),
        closings: PerSeat::default(),
    };
    let again = rejudge(&recording, claim).map_err(|error| unsound(error.to_string()))?;
    if again.verdict != course.verdict {
        return Err(no(&format!("by the rules the result is another one: {}", again.verdict.reason)));
    }
    out::line(&format!("  result: as the rules say, {}", inert(&course.verdict.reason.to_string())))
}

/// Has the module answer again.
fn ask_again(retrace: &Retrace<'_>, sandbox: &Sandbox, clock: ClockKind) -> Done {
    let again = retrace.run(sandbox).map_err(|error| Error::of(Kind::Host, &error))?;
    let Retraced { answers, last, closing } = &again;
    let course = retrace.course;
    let fault = match last {
        None if course.loss.is_none() => "",
        Some(last) if last.is_same_fault() => ", then the same fault",
        _ => {
            return Err(differs(
                clock,
                &format!("after {answers} answers as recorded, the bot does something else"),
            ));
        }
    };
    out::line(&format!("  bot: {answers} answers as recorded{fault}"))?;
    if closing.log != course.closing.log || closing.log_dropped != course.closing.log_dropped {
        return Err(differs(clock, "the log is not the one on record"));
    }
    out::line("  log: as recorded")
}

/// What is not as recorded; without a clock of fuel, it need not be.
fn differs(clock: ClockKind, what: &str) -> Error {
    match clock {
        ClockKind::Fuel => no(what),
        other => Error::new(Kind::Unconfirmed, what).hint(format!(
            "the clock of the match is `{}`, under which play is not repeatable",
            other.word()
        )),
    }
}

fn tell_root(named: Option<&str>, wanted: Option<&str>) -> Done {
    match (named, wanted) {
        (Some(named), Some(wanted)) if named != wanted => Err(no(&format!("it names another root: {named}"))),
        (None, Some(_)) => Err(no("it names no root, because the run was not complete")),
        (Some(named), _) => {
            out::line(&format!("  root: {named}, of a run that everything above is of"))?;
            if wanted.is_some() {
                return Ok(());
            }
            out::line("hint: compare it with the one that was published: --root ROOT")
        }
        (None, None) => out::line("  root: none, because the run was not complete"),
    }
}
