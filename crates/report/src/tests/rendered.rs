//! Reports of runs that are opened for each report.

use std::path::PathBuf;

use game::Game;
use ledger::RunFolder;
use results::Extent;
use run_folder::RecordedRun;

use crate::site_limits::SiteLimits;
use crate::{ReportError, Tier, site};

pub(super) fn write(folder: &RunFolder, games: &[&'static dyn Game]) -> Result<PathBuf, ReportError> {
    crate::write(folder, &RecordedRun::open_read_only(folder)?, games)
}

pub(super) fn write_with(
    folder: &RunFolder,
    games: &[&'static dyn Game],
    room: SiteLimits,
) -> Result<PathBuf, ReportError> {
    site::write_with(folder, &RecordedRun::open_read_only(folder)?, games, room, None)
        .map(|written| written.site)
}

pub(super) fn write_for(
    folder: &RunFolder,
    games: &[&'static dyn Game],
    tier: Tier,
) -> Result<PathBuf, ReportError> {
    crate::write_for(folder, &RecordedRun::open_read_only(folder)?, games, tier)
}

pub(super) fn write_through(
    folder: &RunFolder,
    games: &[&'static dyn Game],
    extent: Extent,
) -> Result<PathBuf, ReportError> {
    crate::write_through(folder, &RecordedRun::open_read_only(folder)?, games, extent)
}
