//! `muster verify`: plays a run again and compares it with its record.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use explain::{Error, Kind};
use game::{PerSeat, ply_number, visible_path};
use games::GAMES;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use job::Executor;
use ledger::{Root, RunFolder};
use replay::{Recording, Replay, ReplayError};
use run_folder::{EarlierState, RootSignature};
use runner::{OneMatch, RunCheck, RunError, Verification, VerificationEvent};
use terminal::out;
use terminal::text::inert;
use tournament::MatchKey;

use super::evidence;
use super::signature::SignatureOptions;
use crate::exit::Done;
use crate::isolation::PlaceOptions;
use crate::progress::show_search;

/// The path of the root's text in the run's site.
const PUBLISHED: &str = "data/root.txt";
/// Maximum size of the root's text in bytes. It has a line for each entrant, file, ruling, adopted change and stage.
const MOST: u64 = 16 << 20;
/// Maximum number of differences to list.
const LISTED: usize = 20;

/// `muster verify`
#[derive(Args)]
#[command(after_help = "\
Under the fuel clock, the bots play every match again. Under the cpu and wall clocks they cannot: the recorded actions \
are checked against the rules, and results rest on the record alone. The last line counts those results.

A complete run has a root: one hash over all its inputs and its whole record. With a root that was noted when the run \
was published, --root detects any later change. An earlier root of the run is recognized too: later rulings and adopted \
changes are listed, and the root does not cover what they changed. The root in the run's site, data/root.txt, is \
compared; the rest of the site is not, and `muster report RUN` rewrites it. crates/ledger/README.md explains which \
measure protects against what.

Exit codes: 0 everything is as recorded; 3 the run is incomplete, and its record so far is correct; 4 something differs \
from the record, the record is damaged or contradicts itself, or the root or the signature does not match; 5 the host \
failed, so something could not be read or replayed; 7 a bot was slow in the record but not here, or vice versa, and \
everything else is as recorded.")]
pub(crate) struct VerifyCommand {
    /// The folder of a run, or of a sequential test; or an archive of `muster evidence`.
    #[arg(value_name = "RUN|FILE.zip")]
    run: PathBuf,
    /// Replay only this match, ply by ply: its id as in the report, for example 1.3.2.1.
    #[arg(long = "match", value_name = "ID", conflicts_with_all = ["root", "public_key", "signature"])]
    one: Option<MatchKey>,
    /// Check that this is the run's root, or one from before its rulings and adopted changes.
    #[arg(long, value_name = "HASH", value_parser = hash)]
    root: Option<String>,
    #[command(flatten)]
    signature: SignatureOptions,
    #[command(flatten)]
    place: PlaceOptions,
}

/// Parses a root in hexadecimal digits, in either case.
fn hash(text: &str) -> Result<String, String> {
    let text = text.trim().to_ascii_lowercase();
    let is_hash = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then_some(text).ok_or_else(|| "a root is 64 hexadecimal digits".to_owned())
}

impl VerifyCommand {
    pub(crate) fn run(self) -> Done {
        if self.run.is_file() {
            return self.verify_evidence();
        }
        let folder = RunFolder::at(&self.run);
        let signed = self.signature.read(&folder)?;
        let place = self.place.place()?;
        let recorded = RunCheck::open(&folder, GAMES, place.validator())
            .map_err(|error| explain_for(&folder, &error))?;
        let executor = place.executor(self.place.jobs())?;
        if let Some(key) = self.one {
            return show(&recorded, key, &*executor);
        }
        let published = published_root(&folder)?;
        verify(&recorded, &*executor, published.as_deref(), self.root.as_deref(), signed.as_ref())
    }
}

impl VerifyCommand {
    /// Verifies an archive of one match. It has no other matches, and no signature.
    fn verify_evidence(&self) -> Done {
        if self.one.is_some() || self.signature.is_asked_for() || self.place.fleet.is_given() {
            let path = visible_path(&self.run);
            return Err(Error::input(format!("{path} is one match: only --root applies to it")));
        }
        evidence::verify(&self.run, self.root.as_deref(), &self.place.isolate)
    }
}

/// Returns the error for a folder that cannot be opened.
fn explain_for(folder: &RunFolder, error: &RunError) -> Error {
    match error {
        RunError::Ledger(error) => folder.explain(error),
        error => explain(error),
    }
}

fn explain(error: &RunError) -> Error {
    let explained = Error::from(error);
    match error {
        RunError::Different { .. } => explained
            .hint("a run can be verified only with the engine that played it; the run is not damaged"),
        _ => explained,
    }
}

/// Returns the root's text in the run's site; `None` if there is none.
fn published_root(folder: &RunFolder) -> Result<Option<Vec<u8>>, Error> {
    let path = folder.site().join(PUBLISHED);
    if !path.is_file() {
        return Ok(None);
    }
    let unread = |error| Error::new(Kind::Host, format!("cannot read {}: {error}", visible_path(&path)));
    files::read_bounded(&path, MOST).map(Some).map_err(unread)
}

fn verify(
    recorded: &RunCheck,
    executor: &dyn Executor,
    published: Option<&[u8]>,
    root: Option<&str>,
    signed: Option<&RootSignature>,
) -> Done {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {human_pos} matches  {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    let seen = recorded.verify(executor, &mut |event| match event {
        VerificationEvent::FindingOpenings { name, found, of } => {
            // A short search needs no progress line.
            if bar.elapsed() > Duration::from_secs(1) {
                show_search(&bar, name, found, of);
            }
        }
        VerificationEvent::Checked { matches } => {
            bar.set_message("");
            bar.set_position(matches);
        }
    });
    bar.finish_and_clear();
    let seen = seen.map_err(|error| explain(&error))?;
    for (key, what) in &seen.unconfirmed {
        out::line(&format!("match {key}: {what}; the moves and logs before that are as recorded"))?;
    }
    for (key, what) in &seen.unproven {
        out::line(&format!("match {key}: {what}"))?;
    }
    if let Some(failure) = seen.failure() {
        seen.differences.iter().take(LISTED).try_for_each(|difference| out::line(&inert(difference)))?;
        return Err(failure);
    }
    let mut differences = Vec::new();
    if let Some(root) = root {
        differences.extend(print_root(recorded, &seen, root)?);
    }
    if let Some(signed) = signed {
        differences.extend(print_signature(recorded, &seen, signed)?);
    }
    if let Some(root) = seen.root.as_ref().filter(|_| root.is_none()) {
        out::line(&format!("root: {root}"))?;
    }
    if let Some(published) = published {
        differences.extend(print_published(recorded, &seen, published)?);
    }
    out::line(&seen.summary())?;
    seen.withheld_words().map_or(Ok(()), |words| out::line(&words))?;
    if let Some(first) = differences.first() {
        return Err(Error::new(Kind::Damaged, inert(first)));
    }
    seen.reservation().map_or(Ok(()), Err)
}

/// Prints the state of the run that has this root. Returns a contradiction, if any.
fn print_root(recorded: &RunCheck, seen: &Verification, wanted: &str) -> Result<Option<String>, Error> {
    let is_wanted = |root: &Root| root.to_string() == wanted;
    if seen.root.as_ref().is_some_and(is_wanted) {
        out::line(&format!("root: {wanted}, as given"))?;
        return Ok(None);
    }
    if let Some(earlier) = recorded.earlier(&is_wanted).map_err(|error| explain(&error))? {
        out::line(&format!("{wanted} is an earlier root of the run:"))?;
        return print_since(seen, earlier);
    }
    let now = match &seen.root {
        Some(root) => format!("its root is {root}"),
        None => "the run is not complete and has none".to_owned(),
    };
    Ok(Some(format!("{wanted} is neither the root of this run nor an earlier one: {now}")))
}

/// Compares the root in the run's site. Returns a contradiction, if any.
fn print_published(
    recorded: &RunCheck,
    seen: &Verification,
    published: &[u8],
) -> Result<Option<String>, Error> {
    let is_published = |root: &Root| root.text().as_bytes() == published;
    if seen.root.as_ref().is_some_and(is_published) {
        return Ok(None);
    }
    let Some(earlier) = recorded.earlier(&is_published).map_err(|error| explain(&error))? else {
        return Ok(Some(format!("site/{PUBLISHED} is neither the root of this run nor an earlier one")));
    };
    out::line(&format!(
        "site/{PUBLISHED} is of {}, an earlier root of the run: `muster report` rewrites the site",
        earlier.root
    ))?;
    Ok(earlier.differences.into_iter().next())
}

fn print_signature(
    recorded: &RunCheck,
    seen: &Verification,
    signed: &RootSignature,
) -> Result<Option<String>, Error> {
    let is_signed = |root: &Root| signed.is_for(root);
    if seen.root.as_ref().is_some_and(is_signed) {
        out::line(&format!("the root is signed: {}", signed.comment()))?;
        return Ok(None);
    }
    match recorded.earlier(&is_signed).map_err(|error| explain(&error))? {
        Some(earlier) => {
            out::line(&format!(
                "the signature is for {}, an earlier root of the run ({}):",
                earlier.root,
                signed.comment()
            ))?;
            print_since(seen, earlier)
        }
        None => Ok(Some(signed.refusal())),
    }
}

/// Prints the changes since an earlier state. Returns a contradiction, if any.
fn print_since(seen: &Verification, earlier: EarlierState) -> Result<Option<String>, Error> {
    earlier.lines().iter().try_for_each(|line| out::line(line))?;
    if let Some(root) = &seen.root {
        out::line(&format!("root: {root}"))?;
    }
    Ok(earlier.differences.into_iter().next())
}

/// Plays one match again and prints it ply by ply beside its record.
fn show(recorded: &RunCheck, key: MatchKey, executor: &dyn Executor) -> Done {
    let row = recorded
        .find(key)
        .map_err(|error| explain(&error))?
        .ok_or_else(|| Error::input(format!("the run has no match {key}")))?;
    let one = recorded.replay(&row, executor).map_err(|error| explain(&error))?;
    show_plies(recorded, &one)?;
    let OneMatch { difference, unconfirmed, .. } = one;
    match (difference, unconfirmed) {
        (None, None) => out::line("as recorded"),
        (None, Some(what)) => Err(Error::new(Kind::Unconfirmed, format!("match {key}: {}", inert(&what)))),
        (Some(what), _) => {
            Err(Error::new(Kind::Damaged, format!("match {key} is not as recorded: {}", inert(&what))))
        }
    }
}

fn show_plies(recorded: &RunCheck, one: &OneMatch) -> Done {
    let OneMatch { row, again: record, .. } = one;
    let old = row.played().map_err(|error| Error::wrap(Kind::Damaged, &error))?;
    let settings = recorded.settings(row).map_err(|error| explain(&error))?;
    let recording = Recording {
        game: settings.game,
        rules: &settings.rules,
        limits: &settings.limits,
        start: row.start.as_deref(),
        played: &record.played,
        closings: PerSeat::default(),
    };
    let failed = |error: ReplayError| Error::wrap(Kind::Damaged, &error);
    let mut replay = Replay::new(recording).map_err(failed)?;
    out::line(&format!("start  {}", replay.frame().position()))?;
    let mut old = old.iter();
    while let Some(ply) = replay.next_ply().map_err(failed)? {
        for played in ply.played {
            let letter = settings.game.seats()[played.seat].letter;
            let text = replay.frame().position().format_action(played.seat, played.action);
            let mark = if old.next() == Some(played) { "as recorded" } else { "NOT as recorded" };
            let offered = if played.offered { ", an offer" } else { "" };
            out::line(&format!(
                "{:>5}  {letter}:{text}  {} ticks{offered}  {mark}",
                ply_number(ply.number),
                played.spent.0
            ))?;
        }
        replay.advance(&ply);
        out::line(&format!("       {}", replay.frame().position()))?;
    }
    out::line(&format!("end    {}", inert(&record.ending())))
}
