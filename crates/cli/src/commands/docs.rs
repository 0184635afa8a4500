//! `muster docs`: generates pages of `docs/` from the program. The command is hidden: users have `--help`, and the
//! tests use it to check the pages.

mod commands_page;
#[cfg(feature = "network")]
mod json_page;

use clap::{Args, Command, ValueEnum};
use terminal::out;

use crate::exit::Done;

/// `muster docs`
#[derive(Args)]
pub(crate) struct DocsCommand {
    /// The page.
    #[arg(value_enum)]
    page: Page,
}

#[derive(Clone, Copy, ValueEnum)]
enum Page {
    /// docs/commands.md
    Commands,
    /// docs/api.md
    Api,
    /// docs/json.md
    Json,
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
        };
        out::line(page.trim_end())
    }
}
