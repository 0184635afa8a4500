//! The site on disk: written next to the old one, then moved into its place.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use game::{Game, Outcome, PerSeat, Seat};
use ledger::{Ledger, MatchRow, RunFolder};
use replay::{Recording, Replay, ReplayError};
use run::RecordedRun;

use crate::ReportError;
use crate::charts;
use crate::export::{self, Actions, MatchesFile, ResultLine, ResultsFile};
use crate::facts::{limit_facts, metric_names};
use crate::fold::{Folded, fold, is_knockout, played};
use crate::gather::{CountedMatches, gather};
use crate::grades::gradebook;
use crate::model::{Fact, Report};
use crate::page::{self, MatchPages, MatchSheet, SeatLine, Shell, ShownPly, ShownPosition};
use crate::selection::{Room, keys};

/// Boards of one match at most; the rest of a longer one is in the exports.
const BOARDS: u32 = 2_000;
/// What the root is the hash of, in the site.
const ROOT: &str = "data/root.txt";
/// Bytes of a signature at most.
const SIGNATURE: u64 = 4096;

/// Renders the report of the run in a folder: its `site/`, and `private/gradebook.csv` where the tournament has
/// grades. The old site stays in place until the new one is complete. `games` are the known games.
///
/// The same record gives the same bytes, on any machine.
///
/// # Errors
/// When the record cannot be read or was damaged, or the folder cannot be written to.
pub fn write(folder: &RunFolder, games: &[&'static dyn Game]) -> Result<PathBuf, ReportError> {
    write_with(folder, games, Room::default())
}

pub(crate) fn write_with(
    folder: &RunFolder,
    games: &[&'static dyn Game],
    room: Room,
) -> Result<PathBuf, ReportError> {
    let run = RecordedRun::open_read_only(folder)?;
    let folded = fold(&run, games, room)?;
    let report = gather(&folded);
    let site = folder.site();
    let place = Place::prepare(folder)?;
    let writing = Writing {
        folded: &folded,
        report: &report,
        shell: Shell::new(&report.tournament.name),
        root: place.new.clone(),
    };
    let written = writing
        .pages()
        .and_then(|()| writing.data())
        .and_then(|()| writing.matches(&run.ledger))
        .and_then(|()| write_gradebook(folder, &folded));
    let written = written.and_then(|()| keep_signature(&site, &place.new));
    if let Err(error) = written {
        // Best effort: half a site takes room on a disk that may be full. The next report removes it too.
        drop(remove(&place.new));
        return Err(error);
    }
    place.exchange(&site)?;
    Ok(site)
}

/// Where the new site is written.
struct Place {
    new: PathBuf,
    /// Nobody else renders into the folder meanwhile.
    _lock: File,
}

impl Place {
    fn prepare(folder: &RunFolder) -> Result<Place, ReportError> {
        let new = folder.site().with_file_name(".site.new");
        folder.refuse_linked()?;
        let lock_path = folder.private().join("report.lock");
        let lock = open_lock(&lock_path).map_err(ReportError::file("open", &lock_path))?;
        lock.lock().map_err(ReportError::file("lock", &lock_path))?;
        remove(&new)?;
        for part in ["matches", "data"] {
            let part = new.join(part);
            fs::create_dir_all(&part).map_err(ReportError::file("create the folder", &part))?;
        }
        Ok(Place { new, _lock: lock })
    }

    /// Puts the new site where the old one is.
    fn exchange(self, site: &Path) -> Result<(), ReportError> {
        let moved = ReportError::file("move into place", site);
        if fs::symlink_metadata(site).is_err() {
            return fs::rename(&self.new, site).map_err(moved);
        }
        if swap(&self.new, site).is_ok() {
            return remove(&self.new);
        }
        // Where two folders cannot be exchanged at once, there is a moment without a site, but never half of one.
        let old = site.with_file_name(".site.old");
        remove(&old)?;
        fs::rename(site, &old).and_then(|()| fs::rename(&self.new, site)).map_err(moved)?;
        remove(&old)
    }
}

/// A run's folder may come from a stranger: a link in the lock's place leads nowhere.
fn open_lock(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    }
    options.open(path)
}

/// Removes a folder with its contents, or the file in its place. Of a link, only the link is removed.
fn remove(path: &Path) -> Result<(), ReportError> {
    let removed = match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(ReportError::file("remove", path)(error))
        }
        _ => Ok(()),
    }
}

#[cfg(target_os = "linux")]
fn swap(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(target_os = "linux"))]
fn swap(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A new file being written, with its name for errors.
fn with_file(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), ReportError> {
    let write = || {
        let mut out = BufWriter::new(File::create_new(path)?);
        fill(&mut out)?;
        out.flush()
    };
    write().map_err(ReportError::file("write", path))
}

/// Copies the signature from the old site if the root is still the same.
fn keep_signature(old: &Path, new: &Path) -> Result<(), ReportError> {
    let signed = |site: &Path| fs::read(site.join(ROOT)).ok();
    let signature = old.join(format!("{ROOT}.minisig"));
    let is_small = |found: fs::Metadata| found.is_file() && found.len() <= SIGNATURE;
    if signed(new).is_none_or(|root| Some(root) != signed(old))
        || !fs::symlink_metadata(&signature).is_ok_and(is_small)
    {
        return Ok(());
    }
    let copy = new.join(format!("{ROOT}.minisig"));
    fs::copy(&signature, &copy).map(drop).map_err(ReportError::file("write", &copy))
}

/// Grades are private, and the file is whole or absent. Without grades an older file is taken away.
fn write_gradebook(folder: &RunFolder, folded: &Folded) -> Result<(), ReportError> {
    let path = folder.private().join("gradebook.csv");
    let Some(book) = gradebook(folded) else {
        return remove(&path);
    };
    let new = path.with_extension("new");
    remove(&new)?;
    with_file(&new, |out| export::gradebook(&book.inputs, &book.lines, out))?;
    fs::rename(&new, &path).map_err(ReportError::file("write", &path))
}

struct Writing<'a> {
    folded: &'a Folded,
    report: &'a Report,
    shell: Shell,
    root: PathBuf,
}

impl Writing<'_> {
    fn file(&self, name: &str, text: &str) -> Result<(), ReportError> {
        let path = self.root.join(name);
        fs::write(&path, text).map_err(ReportError::file("write", &path))
    }

    fn pages(&self) -> Result<(), ReportError> {
        let charts = charts::all(self.report);
        self.file("index.html", &page::index(self.report, &charts, &self.shell))?;
        for chart in &charts {
            let path = self.root.join("data").join(&chart.file);
            fs::write(&path, &chart.csv).map_err(ReportError::file("write", &path))?;
        }
        self.file("matches.html", &page::matches(self.report, &self.shell))
    }

    fn data(&self) -> Result<(), ReportError> {
        let data = self.root.join("data");
        with_file(&data.join("report.json"), |out| export::report(self.report, out))?;
        if let Some(root) = &self.folded.root {
            self.file(ROOT, root.text())?;
        }
        with_file(&data.join("standings.csv"), |out| export::standings(self.report, out))?;
        for (number, stage) in (1..).zip(&self.folded.stages) {
            if !is_knockout(&stage.plan().format) {
                let path = data.join(export::crosstable_file(number));
                with_file(&path, |out| export::write_crosstable(self.report, stage, out))?;
            }
        }
        Ok(())
    }

    /// The exports of all matches, and the pages of those that have one.
    fn matches(&self, ledger: &Ledger) -> Result<(), ReportError> {
        let data = self.root.join("data");
        let open = |name: &str| {
            let path = data.join(name);
            let file = File::create(&path).map_err(ReportError::file("write", &path))?;
            Ok::<_, ReportError>((path, BufWriter::with_capacity(1 << 16, file)))
        };
        let (results_path, results) = open("results.jsonl")?;
        let (table_path, table) = open("matches.csv")?;
        let mut results = ResultsFile::new(results);
        let mut table = MatchesFile::new(table, &metric_names(self.folded.plan.game))
            .map_err(ReportError::file("write", &table_path))?;
        let pages = keys(&self.folded.listed);
        let counting: Vec<CountedMatches> =
            self.folded.stages.iter().map(|stage| CountedMatches::new(self.folded, stage)).collect();
        ledger.for_each_match(None, |stored| {
            let row = stored.row;
            if self.folded.keys.binary_search(&row.key).is_err() {
                return Ok(());
            }
            let counts =
                counting.get(usize::from(row.key.stage())).is_none_or(|counting| counting.counts(row.key));
            let played = played(&row)?;
            let failed = |source| ReportError::Replay { key: row.key, source };
            let plan = &self.folded.plan;
            let spec = plan.stages.get(usize::from(row.key.stage()));
            let rules = spec.map_or(&plan.rules, |spec| &spec.rules);
            let recording = Recording {
                game: plan.game,
                rules,
                limits: spec.map_or(&plan.limits, |spec| &spec.limits),
                start: row.start.as_deref(),
                played: &played,
                closings: PerSeat::default(),
            };
            let replay = || Replay::new(recording);
            let actions = replay().and_then(Actions::of).map_err(failed)?;
            let key = row.key.to_string();
            let line = self.line(&row, &key, &actions, counts);
            results.push(&line).map_err(ReportError::file("write", &results_path))?;
            table.push(&line).map_err(ReportError::file("write", &table_path))?;
            if pages.contains(&row.key) {
                let sheet = sheet(self.folded, &row, counts);
                let pages =
                    replay().and_then(|replay| boards(&self.shell, &sheet, replay)).map_err(failed)?;
                for (name, page) in pages {
                    self.file(&format!("matches/{name}"), &page)?;
                }
            }
            Ok::<(), ReportError>(())
        })?;
        results.finish().map_err(ReportError::file("write", &results_path))?;
        table.finish().map_err(ReportError::file("write", &table_path))
    }
}

impl Writing<'_> {
    fn line<'a>(
        &'a self,
        row: &'a MatchRow,
        key: &'a str,
        actions: &'a Actions,
        counts: bool,
    ) -> ResultLine<'a> {
        let name = |seat: Seat| {
            self.folded.entrants.get(row.entrants[seat].index()).map_or("", |row| row.name.as_str())
        };
        let stage = self.folded.plan.stages.get(usize::from(row.key.stage()));
        ResultLine {
            key,
            stage: stage.map_or("", |spec| spec.name.as_str()),
            round: row.key.round() + 1,
            entrants: Seat::BOTH.map(name),
            start: row.start.as_deref(),
            outcome: match row.outcome {
                Outcome::Win(Seat::First) => "first",
                Outcome::Win(Seat::Second) => "second",
                Outcome::Draw => "draw",
            },
            reason: row.reason.to_string(),
            counts,
            plies: row.plies,
            metrics: Seat::BOTH.map(|seat| row.metrics[seat].as_slice()),
            spent: Seat::BOTH.map(|seat| row.spent[seat].0),
            memory: row.memory.0,
            actions: &actions.texts,
            ticks: &actions.ticks,
            offered: &actions.offered,
        }
    }
}

/// The pages of a match, each with its file's name.
fn boards(
    shell: &Shell,
    sheet: &MatchSheet,
    mut replay: Replay<'_>,
) -> Result<Vec<(String, String)>, ReplayError> {
    let mut pages = MatchPages::new(shell, sheet);
    while let Some(ply) = replay.next_ply()? {
        if ply.number < BOARDS {
            pages.push(&ShownPly::of(&replay.frame(), &ply));
        }
        replay.advance(&ply);
    }
    let note = (sheet.plies > BOARDS).then(|| {
        format!(
            "The plies from {} on are not drawn; all actions are in data/results.jsonl.",
            game::ply_number(BOARDS)
        )
    });
    Ok(pages.finish(&ShownPosition::of(&replay.frame()), note.as_deref()))
}

/// The contents of the page of a match besides its boards.
fn sheet(folded: &Folded, row: &MatchRow, counts: bool) -> MatchSheet {
    let spec = folded.plan.stages.get(usize::from(row.key.stage()));
    let faults = row.reason.faults();
    let seat = |seat: Seat| {
        let entrant = folded.entrants.get(row.entrants[seat].index());
        SeatLine {
            name: entrant.map_or_else(String::new, |entrant| entrant.name.clone()),
            bot: entrant.map_or_else(String::new, |entrant| entrant.bot.clone()),
            fault: faults[seat].map(|fault| (fault.to_string(), fault.explanation())),
            metrics: metric_names(folded.plan.game)
                .into_iter()
                .zip(row.metrics[seat].iter().copied())
                .collect(),
            spent: row.spent[seat],
            memory: row.memory[seat],
        }
    };
    let rules = spec.map_or(&folded.plan.rules, |spec| &spec.rules);
    let mut facts = vec![Fact::new("Rules", rules.to_string())];
    facts.extend(spec.into_iter().flat_map(|spec| limit_facts(&spec.limits)));
    facts.extend(row.start.iter().map(|start| Fact::new("Start", start.as_str())));
    MatchSheet {
        key: row.key.to_string(),
        place: match spec {
            Some(spec) => format!("{}, round {}", spec.name, row.key.round() + 1),
            None => String::new(),
        },
        tournament: folded.plan.name.clone(),
        seat_names: folded.plan.game.seats(),
        seats: PerSeat::from_fn(seat),
        winner: row.outcome.winner(),
        reason: row.reason.to_string(),
        plies: row.plies,
        facts,
        counts,
    }
}
