//! `muster class init`: creates a class's folder with a text to fill in.

use std::path::PathBuf;

use clap::Args;
use class_model::ClassFolder;
use class_operations::class_text::{FirstText, NewClassReport, create, set_game};
use explain::Error;
use game::visible_path;
use terminal::out;

use super::opening::refuse;
use crate::commands::game::find_game;
use crate::exit::Done;

/// `muster class init`
#[derive(Args)]
pub(crate) struct InitCommand {
    /// The class's folder. An existing class.toml is kept; with --game, only its game is set.
    folder: PathBuf,
    /// The class's name.
    #[arg(long, default_value = "Bots")]
    name: String,
    /// The game: a name (see `muster game list`), or a file with rules (.py, .js, .ts, .wasm, .wat). The folder keeps a
    /// file's rules, so the file is not needed later.
    #[arg(long)]
    game: Option<String>,
    /// The time zone of all deadlines, by its IANA name: Europe/Berlin.
    #[arg(long)]
    zone: Option<String>,
    /// The deadline, in this time zone: "2026-12-01 23:59".
    #[arg(long)]
    deadline: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl InitCommand {
    pub(crate) fn run(self) -> Done {
        let folder = ClassFolder::at(&self.folder);
        if !folder.text().exists() {
            self.first_text()?.write(&self.folder)?;
        } else if let Some(game) = self.game.as_deref().filter(|_| !folder.holds_class()) {
            set_game(&folder, find_game(game)?)?;
        }
        let class = create(&self.folder).map_err(refuse)?;
        if self.json {
            return out::json(&NewClassReport::new(&class));
        }
        let (text, folder) = (visible_path(&class.folder.text()), visible_path(class.folder.root()));
        let (plan, deadline) = (&class.plan, class.plan.zone.deadline_text(class.plan.deadline));
        out::line(&format!("{text}: {}, deadline {deadline} ({})", plan.name, plan.zone.name()))?;
        out::line(&format!("next: muster class roster {folder} STUDENTS.csv"))
    }

    fn first_text(&self) -> Result<FirstText<'_>, Error> {
        let (Some(game), Some(zone), Some(deadline)) = (&self.game, &self.zone, &self.deadline) else {
            return Err(Error::input("a class needs a game, a time zone and a deadline")
                .hint("for example --game tank-war --zone Europe/Berlin --deadline \"2026-12-01 23:59\""));
        };
        Ok(FirstText { name: &self.name, game: find_game(game)?, zone, deadline, per_day: None })
    }
}
