//! `muster demo`: plays a tournament of built-in bots and opens its report.

use std::env;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use explain::{Error, Kind};
use game::visible_path;

use super::run::RunCommand;
use crate::exit::Done;
use crate::isolation::PlaceOptions;

const TOURNAMENT: &str = include_str!("demo/tournament.toml");

/// `muster demo`
#[derive(Args)]
pub(crate) struct DemoCommand {
    /// A folder for the tournament's text and its report. If it has a demo already, the demo resumes.
    #[arg(default_value = "muster-demo")]
    folder: PathBuf,
    #[command(flatten)]
    place: PlaceOptions,
    /// Begin a new run, of the tournament as edited. The earlier run is kept: it moves to a numbered folder.
    #[arg(long)]
    fresh: bool,
    /// Do not open the report in a browser.
    #[arg(long)]
    no_open: bool,
}

impl DemoCommand {
    pub(crate) fn run(self) -> Done {
        let tournament = self.folder.join("tournament.toml");
        let unwritable = |error| {
            let what = format!("cannot write {}: {error}", visible_path(&tournament));
            Error::new(Kind::Host, what).hint("choose another folder: muster demo FOLDER")
        };
        // A person may have edited the text.
        if !tournament.exists() {
            files::create_dir_all(&self.folder).map_err(unwritable)?;
            files::write(&tournament, TOURNAMENT.as_bytes()).map_err(unwritable)?;
        }
        let run = self.folder.join("run");
        RunCommand::new(tournament, run.clone(), self.place, self.fresh).run()?;
        if !self.no_open && std::io::stdout().is_terminal() {
            open(&run.join("site").join("index.html"));
        }
        Ok(())
    }
}

/// Opens a file in the user's browser, if there is a desktop. Otherwise the path that was printed has to do.
fn open(page: &Path) {
    let (program, has_desktop) = if cfg!(target_os = "macos") {
        ("open", true)
    } else {
        ("xdg-open", ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some()))
    };
    if has_desktop {
        drop(Command::new(program).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn());
    }
}
