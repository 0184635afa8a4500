//! Creating a class: a folder with a text to fill in, and an empty record.

use std::io::Write;
use std::path::Path;

use class_model::{Actor, ClassFolder, ClassPlan, Record};
use explain::{Error, Kind};
use files::TemporaryDir;
use game::{Game, visible_path};
use games::GAMES;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::game_rules::keep_rules;
use crate::open_class::{OpenClass, OpenError};
use crate::roster::{RosterFile, import_roster};

/// The values of a new class's text. All other settings are included as comments.
#[derive(Clone, Copy)]
pub struct FirstText<'a> {
    /// The class's name.
    pub name: &'a str,
    /// The game.
    pub game: &'static dyn Game,
    /// The time zone of all deadlines: a name of the IANA database.
    pub zone: &'a str,
    /// The deadline, in local time of the zone.
    pub deadline: &'a str,
    /// Maximum number of submissions in any 24 hours; `None` for no limit.
    pub per_day: Option<u32>,
}

/// A new class.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NewClassReport {
    /// The path of its folder.
    folder: String,
    /// Its name.
    name: String,
    /// Its deadline, in local time of its zone.
    deadline: String,
}

impl Shape for NewClassReport {
    const NAME: &'static str = "class-init";
    const VERSION: u32 = 1;
}

impl NewClassReport {
    /// Reports a new class.
    pub fn new(class: &OpenClass) -> NewClassReport {
        NewClassReport {
            folder: class.folder.root().display().to_string(),
            name: class.plan.name.clone(),
            deadline: class.plan.zone.deadline_text(class.plan.deadline),
        }
    }
}

/// Creates a class in a folder that already contains its text.
///
/// # Errors
/// If there already is a class, the text cannot be read or has problems, or the record cannot be written.
pub fn create(path: &Path) -> Result<OpenClass, OpenError> {
    create_by(path, Actor::COMMAND_LINE)
}

fn create_by(path: &Path, actor: Actor) -> Result<OpenClass, OpenError> {
    let class = OpenClass::of_text(ClassFolder::at(path))?.acting(actor);
    Record::create(&class.folder)?;
    // Later texts are compared with this one.
    class.facts().map_err(OpenError::Record)?;
    Ok(class)
}

/// Creates a class with its first students in a folder that does not exist yet or is empty: as a whole, or not at all.
///
/// # Errors
/// If the text or the roster has problems, the folder has files, or the class cannot be written.
pub fn create_with_roster(
    path: &Path,
    text: &FirstText<'_>,
    roster: Option<&RosterFile<'_>>,
    actor: &Actor,
) -> Result<(), Error> {
    let failed = |error| Error::new(Kind::Host, format!("cannot create {}: {error}", visible_path(path)));
    let above = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    files::create_dir_all(above).map_err(failed)?;
    let making = TemporaryDir::create_in(above, ".new-class-").map_err(failed)?;
    text.write(making.path())?;
    let class = create_by(making.path(), actor.clone())?;
    if let Some(roster) = roster {
        import_roster(&class, roster)?;
    }
    drop(class);
    making.persist(path).and_then(|()| files::sync_dir(above)).map_err(failed)
}

impl FirstText<'_> {
    /// Writes the text into a class's folder atomically, since the next command would take a partial text for the
    /// teacher's. An existing text is kept.
    ///
    /// # Errors
    /// If the text would have problems or cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let text = self.text();
        check(&text)?;
        let folder = ClassFolder::at(path);
        let path = folder.text();
        keep_rules(&folder, self.game)?;
        let written = files::create_dir_all(folder.root()).and_then(|()| match path.symlink_metadata() {
            Ok(_) => Ok(()),
            Err(_) => files::replace(&path, None, |file| file.write_all(text.as_bytes())),
        });
        written
            .map_err(|error| Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(&path))))
    }

    fn text(&self) -> String {
        // JSON's string syntax is valid for TOML's basic strings.
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let [name, game, zone, deadline] = [self.name, self.game.key(), self.zone, self.deadline].map(quoted);
        let quota = match self.per_day {
            None => "# [quota]\n# per_day = 10\n".to_owned(),
            Some(per_day) => format!("[quota]\nper_day = {per_day}\n"),
        };
        format!(
            "[class]\nname = {name}\ngame = {game}\nzone = {zone}\ndeadline = {deadline}\n\
             # Accepted languages; they also set the size limit for modules.\n\
             languages = [\"wasm\", \"javascript\", \"python\"]\n\n\
             # Late days for each student or team.\n# late_days = 2\n\n\
             # A section with its own deadline.\n# [section.A]\n# deadline = {deadline}\n\n\
             # How often each student or team may hand in.\n{quota}# per_hour = 3\n# interval = \"5m\"\n\n\
             # A requirement for each version; `muster class work` plays the games.\n# [[requirement]]\n# name = \"better than dice\"\n\
             # against = \"builtin:random\"\n# percent = 60\n# games = 200\n\n\
             # When a version counts as failing, in percent of its matches.\n# [failing]\n# percent = 10\n# pause = false\n\n\
             # Friendly games on request; they do not affect the ladder, badges or grades.\n# [scrimmage]\n# per_day = 5\n# games = 20\n\
             # opponents = [\"builtin:random\"]\n",
        )
    }
}

/// Refuses a text with problems. Each problem stems from an option that the text was made from.
fn check(text: &str) -> Result<(), Error> {
    let Err(problems) = ClassPlan::parse("the options", text, GAMES) else { return Ok(()) };
    let error = problems.list().iter().fold(None, |error: Option<Error>, problem| {
        let error = error.unwrap_or_else(|| Error::input(problem.message.clone()));
        Some(error.hint_all(problem.hints.iter().cloned()))
    });
    Err(error.unwrap_or_else(|| Error::input("the options cannot be used")))
}
