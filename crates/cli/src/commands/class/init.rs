//! `muster class init`: a folder with a text to fill in.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use class::{ClassFolder, ClassPlan, Record};
use classroom::read_plan;
use explain::{Error, Kind};
use game::visible_path;
use games::GAMES;
use serde_json::json;

use super::opening::{open, refuse};
use crate::commands::game::find_game;
use crate::exit::Done;
use crate::out;

/// `muster class init`
#[derive(Args)]
pub(crate) struct InitCommand {
    /// The class's folder. If it has a class.toml, that is taken as it is.
    folder: PathBuf,
    /// The class's name.
    #[arg(long, default_value = "Bots")]
    name: String,
    /// The game; `muster game list` lists the names.
    #[arg(long)]
    game: Option<String>,
    /// The time zone of all deadlines, a name of the IANA database: Europe/Berlin.
    #[arg(long)]
    zone: Option<String>,
    /// The last moment at which something may be received, on the clocks of the zone: "2026-12-01 23:59".
    #[arg(long)]
    deadline: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl InitCommand {
    pub(crate) fn run(self) -> Done {
        let folder = ClassFolder::at(&self.folder);
        let plan = if folder.text().exists() {
            read_plan(&folder).map_err(refuse)?
        } else {
            self.write_text(&folder)?
        };
        Record::create(&folder)?;
        // Later texts are compared with this one.
        open(folder.root())?.facts()?;
        let deadline = plan.zone.show(plan.deadline);
        if self.json {
            let told = json!({ "folder": folder.root().display().to_string(), "name": plan.name, "deadline": deadline });
            return out::line(&told.to_string());
        }
        let text = visible_path(&folder.text());
        out::line(&format!("{text}: {}, deadline {deadline} ({})", plan.name, plan.zone.name()))?;
        out::line(&format!("next: muster class roster {} STUDENTS.csv", visible_path(folder.root())))
    }

    /// Writes the text from the options, once it is known to be right.
    fn write_text(&self, folder: &ClassFolder) -> Result<ClassPlan, Error> {
        let (Some(game), Some(zone), Some(deadline)) = (&self.game, &self.zone, &self.deadline) else {
            return Err(Error::input("a class needs a game, a time zone and a deadline")
                .hint("for example --game tank-war --zone Europe/Berlin --deadline \"2026-12-01 23:59\""));
        };
        let game = find_game(game)?.name();
        let text = text(&self.name, game, zone, deadline);
        let path = folder.text();
        let plan = ClassPlan::parse("the options", &text, GAMES).map_err(|problems| {
            let told = problems.list().iter().fold(None, |failed: Option<Error>, problem| {
                let failed = failed.unwrap_or_else(|| Error::input(problem.message.clone()));
                Some(problem.hints.iter().fold(failed, |failed, hint| failed.hint(hint.clone())))
            });
            told.unwrap_or_else(|| Error::input("the options cannot be used"))
        })?;
        // Whole or not at all: the next one takes what is there for the teacher's text.
        let written = files::create_dir_all(folder.root()).and_then(|()| match path.symlink_metadata() {
            Ok(_) => Ok(()),
            Err(_) => files::replace(&path, None, |file| file.write_all(text.as_bytes())),
        });
        match written {
            Ok(()) => Ok(plan),
            Err(error) => {
                Err(Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(&path))))
            }
        }
    }
}

fn text(name: &str, game: &str, zone: &str, deadline: &str) -> String {
    // A basic string of TOML and one of JSON are written alike.
    let quoted = |text: &str| json!(text).to_string();
    format!(
        "[class]\nname = {}\ngame = {}\nzone = {}\ndeadline = {}\n\n\
         # Days after the deadline that everybody may use.\n# late_days = 2\n\n\
         # A section with a deadline of its own.\n# [section.A]\n# deadline = {}\n\n\
         # How often each student or team may hand in.\n# [quota]\n# per_day = 10\n# per_hour = 3\n# interval = \"5m\"\n\n\
         # What a version is to show; `muster class work` plays the games.\n# [[requirement]]\n# name = \"better than dice\"\n\
         # against = \"builtin:random\"\n# percent = 60\n# games = 200\n\n\
         # When a version fails in too many of its matches.\n# [failing]\n# percent = 10\n# pause = false\n\n\
         # Friendly games on request, which count for nothing.\n# [scrimmage]\n# per_day = 5\n# games = 20\n\
         # opponents = [\"builtin:random\"]\n",
        quoted(name),
        quoted(game),
        quoted(zone),
        quoted(deadline),
        quoted(deadline),
    )
}
