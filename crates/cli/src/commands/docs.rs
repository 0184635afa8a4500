//! `muster docs`: generates pages of `docs/` and manual pages from the program. The command is hidden: users have
//! `--help`; the tests check the pages with it, and packages contain the manual pages.

mod commands_page;
#[cfg(feature = "network")]
mod json_page;

use std::path::PathBuf;

use clap::{Args, Command, ValueEnum};
use explain::{Error, Kind};
use game::visible_path;
use terminal::out;

use crate::exit::Done;

/// `muster docs`
#[derive(Args)]
pub(crate) struct DocsCommand {
    /// The page.
    #[arg(value_enum)]
    page: Page,
    /// The folder for the manual.
    #[arg(long, value_name = "DIR", required_if_eq("page", "manual"))]
    into: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Page {
    /// docs/commands.md
    Commands,
    /// docs/api.md
    Api,
    /// docs/json.md
    Json,
    /// The manual pages of a package, one for each command.
    Manual,
}

impl DocsCommand {
    pub(crate) fn run(self, program: Command) -> Done {
        let page = match self.page {
            #[cfg(feature = "network")]
            Page::Api => service::api_page(),
            // They describe the service, too.
            #[cfg(not(feature = "network"))]
            Page::Api | Page::Json => return Err(crate::exit::built_without_network("write that page")),
            #[cfg(feature = "network")]
            Page::Json => json_page::render(),
            Page::Commands => commands_page::render(program),
            Page::Manual => {
                let folder = self.into.unwrap_or_default();
                let failed = |error| {
                    Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(&folder)))
                };
                return clap_mangen::generate_to(program, &folder).map_err(failed);
            }
        };
        out::line(page.trim_end())
    }
}
