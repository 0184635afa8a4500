//! The site of a season on disk.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use super::copy::copy_site;
use super::losses::losses;
use super::meetings::Meetings;
use super::{
    BOTS, CycleReport, SeasonSite, bot_page, charts, copied_to, crosstable, cycles, data, file_of, index,
};
use crate::ReportError;
use crate::page::Shell;
use crate::site::{StagingFolder, remove, with_file};

/// The additional style of these pages.
const STYLE: &str = include_str!("season.css");

/// A file that every season's site has, and no other site.
const MARK: &str = "data/results.csv";

/// Writes the site of a season into a folder. An old site of a season stays in place until the new one is complete; any
/// other folder with content is refused. The file `lock` keeps other writers out.
///
/// The same season gives the same bytes.
///
/// # Errors
/// Fails if the folder holds something else, or cannot be written to.
pub fn write_season(folder: &Path, lock: &Path, site: &SeasonSite<'_>) -> Result<(), ReportError> {
    let folder = std::path::absolute(folder).map_err(ReportError::file("find", folder))?;
    refuse_other(&folder)?;
    let place = StagingFolder::beside(&folder, lock, &["bots", "data"])?;
    if let Err(error) = write_into(&place.new, site) {
        // Best effort: half a site takes space on a disk that may be full. The next site removes it too.
        drop(remove(&place.new));
        return Err(error);
    }
    place.exchange(&folder)
}

/// Refuses a folder that holds anything but the site of a season, as its content would be lost.
fn refuse_other(folder: &Path) -> Result<(), ReportError> {
    let refused = || Err(ReportError::NotASeasonsSite { path: folder.to_owned() });
    let found = match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        found => found.map_err(ReportError::file("read", folder))?,
    };
    if !found.is_dir() || folder.file_name().is_none() {
        return refused();
    }
    let mut entries = fs::read_dir(folder).map_err(ReportError::file("read", folder))?;
    if entries.next().is_some() && !folder.join(MARK).is_file() { refused() } else { Ok(()) }
}

/// Returns the pages of a season with their files, by path relative to the site's folder. The reports of cycles are not
/// among them.
pub fn season_pages(site: &SeasonSite<'_>) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let Ok(()) = each_file(site, |name, bytes| {
        files.insert(name.to_owned(), bytes.to_vec());
        Ok::<(), Infallible>(())
    });
    files
}

fn write_into(root: &Path, site: &SeasonSite<'_>) -> Result<(), ReportError> {
    each_file(site, |name, bytes| with_file(&root.join(name), |out| out.write_all(bytes)))?;
    for (number, cycle) in (1..).zip(&site.cycles) {
        if let CycleReport::Copied(from) = &cycle.report {
            copy_site(from, &root.join(copied_to(number)))?;
        }
    }
    Ok(())
}

/// Calls `file` with the path and bytes of every file of a season.
fn each_file<E>(site: &SeasonSite<'_>, mut file: impl FnMut(&str, &[u8]) -> Result<(), E>) -> Result<(), E> {
    let shell = Shell::styled(site.name, STYLE);
    let meetings = Meetings::new(site);
    let charts = charts::all(site);
    file("index.html", index::page(site, &charts, &shell).as_bytes())?;
    file("crosstable.html", crosstable::page(site, &shell).as_bytes())?;
    file("cycles.html", cycles::page(site, &shell).as_bytes())?;
    let losses = losses(site);
    for standing in site.standings {
        let lost = losses.get(standing.bot.index()).map_or(&[][..], Vec::as_slice);
        let page = bot_page::page(site, standing, &meetings, lost, &shell);
        file(&format!("{BOTS}{}", file_of(standing.bot)), page.as_bytes())?;
    }
    for (name, bytes) in &site.files {
        file(&format!("data/{name}"), bytes)?;
    }
    for chart in charts.iter().filter(|chart| !chart.csv.is_empty()) {
        file(&format!("data/{}", chart.file), &chart.csv)?;
    }
    file(MARK, &data::results(site))?;
    file(data::CROSSTABLE, &data::crosstable(site))
}
