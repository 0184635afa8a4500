//! The site on disk, from a run's folder to its new site.

mod boards;
mod data;
mod gzip;
mod staging;

use std::fs;
use std::io::ErrorKind;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use game::Game;
use ledger::{Root, RunFolder};
use results::{Extent, Gradebook, OptionalParts, RunResults, is_knockout};
use run_folder::RecordedRun;
use viewer::BOARD_STYLE;

#[cfg(test)]
pub(crate) use self::boards::drawn;
use self::boards::{featured, write_boards};
#[cfg(test)]
pub(crate) use self::data::CHUNK_VERSION;
use self::data::{
    DataSummary, Private, SiteBefore, list_file, write_index, write_list, write_matches, write_rules,
};
pub(crate) use self::data::{ListedGame, listed_game, packed};
pub use self::data::{ListedMatch, MatchEnd, MatchList, match_list};
pub(crate) use self::gzip::{SMALL, gzip};
pub(crate) use self::staging::{StagingFolder, remove, with_file};
use crate::ReportError;
use crate::charts;
use crate::describe::describe;
use crate::export;
use crate::model::Report;
use crate::page::{self, FeaturedMatch, Shell};
use crate::site_limits::SiteLimits;
use crate::tier::Tier;

/// The folders of a site.
const FOLDERS: [&str; 5] = ["app", "data/e", "data/l", "data/m", "matches"];
/// The text that the root is the hash of, in the site.
const ROOT: &str = "data/root.txt";
/// Maximum number of letters of an entrant's name in its folder's name.
const NAME: usize = 40;
/// Maximum number of bytes of a signature.
const SIGNATURE: u64 = 4096;

/// Renders the report of a run into its folder: its `site/`, and `private/gradebook.csv` if the tournament has grades.
/// The old site stays in place until the new one is complete. `games` are the known games.
///
/// The same record gives the same bytes, on any machine.
///
/// # Errors
/// Fails if the record cannot be read or was damaged, or if the folder cannot be written to.
pub fn write(
    folder: &RunFolder,
    run: &RecordedRun,
    games: &[&'static dyn Game],
) -> Result<PathBuf, ReportError> {
    write_with(folder, run, games, SiteLimits::default(), None).map(|written| written.site)
}

/// Does the same as [`write()`], and caches the parts of the site in the folder `kept`, so that the next report of the
/// run makes only the new parts. `kept` is a folder of the user's own, outside the run. If it cannot be written to,
/// nothing is cached.
///
/// # Errors
/// See [`write()`].
pub fn write_keeping(
    folder: &RunFolder,
    run: &RecordedRun,
    games: &[&'static dyn Game],
    kept: Option<&Path>,
) -> Result<WrittenReport, ReportError> {
    write_with(folder, run, games, SiteLimits::default(), kept)
}

/// A written report.
#[derive(Clone, Debug)]
pub struct WrittenReport {
    /// The folder of its site.
    pub site: PathBuf,
    /// The run's root, if the run is complete.
    pub root: Option<Root>,
    /// Number of the viewer's match files that were reused from the previous site.
    pub kept: usize,
}

/// Renders the report of a run for some of its readers: the public site, and the data that only they may see. The
/// report is written to a folder of its own in the run's private part, whose path is returned. `site/` does not change.
///
/// # Errors
/// Fails if the record cannot be read or was damaged, or if the folder cannot be written to.
pub fn write_for(
    folder: &RunFolder,
    run: &RecordedRun,
    games: &[&'static dyn Game],
    tier: Tier,
) -> Result<PathBuf, ReportError> {
    let above = folder.private().join("for");
    folder.refuse_linked()?;
    create_unlinked(&above)?;
    files::restrict_dir(&above).map_err(ReportError::file("restrict access to", &above))?;
    let site = above.join(folder_name(run, tier));
    let mut results = RunResults::read(run, games, OptionalParts::all(SiteLimits::default().pages))?;
    let place = StagingFolder::prepare(folder, &site, &FOLDERS)?;
    let private = Private { run, subject: &run.subject(games)?, tier };
    let written = write_site(&private, &mut results, SiteLimits::default(), (&place.new, None))
        .and_then(|_| keep_signature(&folder.site(), &place.new))
        .and_then(|()| close(&place.new));
    finish(place, &site, written).map(|()| site)
}

/// Restricts a folder and everything in it to the current user.
fn close(folder: &Path) -> Result<(), ReportError> {
    const ACTION: &str = "restrict access to";
    files::restrict_dir(folder).map_err(ReportError::file(ACTION, folder))?;
    for entry in fs::read_dir(folder).map_err(ReportError::file(ACTION, folder))? {
        let path = entry.map_err(ReportError::file(ACTION, folder))?.path();
        if path.is_dir() {
            close(&path)?;
        } else {
            files::restrict_file(&path).map_err(ReportError::file(ACTION, &path))?;
        }
    }
    Ok(())
}

/// Renders the public report of the first part of a tournament, as if the rest had not been played yet. The report is
/// written to a folder of its own in the run's private part, whose path is returned. `site/` does not change.
///
/// # Errors
/// Fails if the record cannot be read or was damaged, or if the folder cannot be written to.
pub fn write_through(
    folder: &RunFolder,
    run: &RecordedRun,
    games: &[&'static dyn Game],
    extent: Extent,
) -> Result<PathBuf, ReportError> {
    let above = folder.private().join("through");
    folder.refuse_linked()?;
    create_unlinked(&above)?;
    let site = above.join(extent.to_string());
    let mut results = RunResults::read(
        run,
        games,
        OptionalParts { extent, ..OptionalParts::all(SiteLimits::default().pages) },
    )?;
    let place = StagingFolder::prepare(folder, &site, &FOLDERS)?;
    let private = Private { run, subject: &run.subject(games)?, tier: Tier::Public };
    let written = write_site(&private, &mut results, SiteLimits::default(), (&place.new, None));
    finish(place, &site, written).map(|_| site)
}

/// Returns a name that is safe on every file system: the entrant's number, from 1, and letters of its name.
fn folder_name(run: &RecordedRun, tier: Tier) -> String {
    let Some(id) = tier.reader() else { return "organiser".to_owned() };
    let name = run.entrants.get(id.index()).map_or("", |entrant| entrant.name.as_str());
    let letters = name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' });
    let letters: String = letters.take(NAME).map(|letter| letter.to_ascii_lowercase()).collect();
    format!("{}-{}", id.0 + 1, letters.trim_matches('-')).trim_end_matches('-').to_owned()
}

/// Creates a folder. A run's folder may be untrusted, so a link in its place is refused.
fn create_unlinked(path: &Path) -> Result<(), ReportError> {
    let failed = ReportError::file("create the folder", path);
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(failed(ErrorKind::NotADirectory.into())),
        Err(_) => files::create_dir(path).map_err(failed),
    }
}

pub(crate) fn write_with(
    folder: &RunFolder,
    run: &RecordedRun,
    games: &[&'static dyn Game],
    room: SiteLimits,
    kept: Option<&Path>,
) -> Result<WrittenReport, ReportError> {
    let mut results = RunResults::read(run, games, OptionalParts::all(room.pages))?;
    let site = folder.site();
    let place = StagingFolder::prepare(folder, &site, &FOLDERS)?;
    let private = Private { run, subject: &run.subject(games)?, tier: Tier::Public };
    let list = kept.and_then(|kept| list_file(kept, &site));
    let data = site.join("data");
    let before = list.as_deref().map(|list| SiteBefore { list, data: &data });
    let written = write_site(&private, &mut results, room, (&place.new, before)).and_then(|data| {
        write_gradebook(folder, &results)?;
        keep_signature(&site, &place.new)?;
        Ok(data)
    });
    let data = finish(place, &site, written)?;
    if let Some(list) = list.filter(|_| !data.listed.is_empty()) {
        write_list(&list, &data.listed);
    }
    Ok(WrittenReport { site, root: results.root, kept: data.kept })
}

/// Moves the written site to its place, or removes it after an error.
fn finish<T>(place: StagingFolder, site: &Path, written: Result<T, ReportError>) -> Result<T, ReportError> {
    match written {
        Ok(written) => place.exchange(site).map(|()| written),
        Err(error) => {
            // Best effort: half a site takes space on a disk that may be full. The next report removes it too.
            drop(remove(&place.new));
            Err(error)
        }
    }
}

/// Writes a whole site into an empty folder.
fn write_site(
    private: &Private<'_>,
    results: &mut RunResults,
    room: SiteLimits,
    (root, before): (&Path, Option<SiteBefore<'_>>),
) -> Result<DataSummary, ReportError> {
    let ledger = &private.run.ledger;
    let shell = Shell::new(&results.plan.name);
    // Drawing the boards determines which matches have them.
    let with_boards = Shell::styled(&results.plan.name, BOARD_STYLE);
    results.decisive = write_boards(results, ledger, &with_boards, room, &root.join("matches"))?;
    let featured = featured(results, ledger)?;
    let (results, tier) = (&*results, private.tier);
    let data = root.join("data");
    let (report, written) = thread::scope(|scope| {
        let rest = scope.spawn(|| {
            let report = describe(results, tier);
            let writing = Writing { results, report: &report, featured: featured.as_ref(), shell, root };
            writing.app().and_then(|()| writing.pages()).and_then(|()| writing.data()).map(|()| report)
        });
        let written = write_matches(results, ledger, room, &data, before);
        let report = rest.join().unwrap_or_else(|panic| resume_unwind(panic));
        report.and_then(|report| Ok((report, written?)))
    })?;
    private.write(&results.keys, &written.chunks, &data)?;
    write_index(results, &report, &written, private.tier, &data)?;
    Ok(written)
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
    files::copy(&signature, &copy).map(drop).map_err(ReportError::file("write", &copy))
}

/// Writes the gradebook, which is private: the file is whole or absent. Without grades, an older file is removed.
fn write_gradebook(folder: &RunFolder, results: &RunResults) -> Result<(), ReportError> {
    let path = folder.private().join("gradebook.csv");
    let Some(book) = Gradebook::new(results) else {
        return remove(&path);
    };
    let new = path.with_extension("new");
    remove(&new)?;
    with_file(&new, |out| export::gradebook(&book, out))?;
    files::restrict_file(&new).map_err(ReportError::file("restrict access to", &new))?;
    let placed = files::sync_file(&new).and_then(|()| files::rename(&new, &path));
    placed.and_then(|()| files::sync_dir(&folder.private())).map_err(ReportError::file("write", &path))
}

struct Writing<'a> {
    results: &'a RunResults,
    report: &'a Report,
    featured: Option<&'a FeaturedMatch>,
    shell: Shell,
    root: &'a Path,
}

impl Writing<'_> {
    fn file(&self, name: &str, text: &str) -> Result<(), ReportError> {
        let path = self.root.join(name);
        files::write(&path, text).map_err(ReportError::file("write", &path))
    }

    /// Writes the viewer, which is the same in every site.
    fn app(&self) -> Result<(), ReportError> {
        for file in viewer::files() {
            let path = self.root.join(file.name);
            let folder = path.parent().unwrap_or(self.root);
            files::create_dir_all(folder).map_err(ReportError::file("create the folder", folder))?;
            self.file(file.name, file.text)?;
        }
        let small = |bytes: &[u8]| gzip(bytes, SMALL);
        let rules = small(viewer::RULES);
        self.file("app/rules.js", &viewer::rules_script(&rules))?;
        self.file("app/single.js", &viewer::single_script(&rules, small))?;
        self.file("app/bots.js", &viewer::bots_script(self.results.plan.game.key(), small))
    }

    fn pages(&self) -> Result<(), ReportError> {
        let charts = charts::all(self.report);
        let with_boards = Shell::styled(&self.results.plan.name, BOARD_STYLE);
        self.file("index.html", &page::index(self.report, &charts, self.featured, &with_boards))?;
        if self.report.test.is_none() {
            self.file("hall.html", &page::hall(self.report, self.featured))?;
        }
        for chart in &charts {
            let path = self.root.join("data").join(&chart.file);
            files::write(&path, &chart.csv).map_err(ReportError::file("write", &path))?;
        }
        self.file("matches/index.html", &page::matches(self.report, &self.shell))
    }

    fn data(&self) -> Result<(), ReportError> {
        let data = self.root.join("data");
        write_rules(self.results, &data)?;
        with_file(&data.join("report.json"), |out| export::report(self.report, out))?;
        if let Some(root) = &self.results.root {
            self.file(ROOT, root.text())?;
        }
        with_file(&data.join("standings.csv"), |out| export::standings(self.report, out))?;
        for (number, stage) in (1..).zip(&self.results.stages) {
            if !is_knockout(&stage.plan().format) {
                let path = data.join(export::crosstable_file(number));
                let shown = (stage, self.results.standings(number - 1));
                with_file(&path, |out| export::write_crosstable(self.report, shown, out))?;
            }
        }
        Ok(())
    }
}
