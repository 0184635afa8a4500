//! The texts of the class's tournaments, checked before they are saved.

use std::io::{ErrorKind, Write};
use std::path::{Component, Path, PathBuf};

use class_model::{Event, Facts, Hash};
use config::FileError;
use explain::{Error, Kind};
use game::{visible, visible_path};
use runner::Forecast;

use super::carrying_out::refuse_other_class;
use super::{ClassTournament, ENDING, TournamentState, class_tournaments, state_of};
use crate::open_class::OpenClass;
use crate::runs::{Lineup, TournamentEntry, TournamentError};
use crate::warning::Warning;

/// Maximum number of characters in the name of a tournament's file.
const LONGEST_NAME: usize = 60;

/// A tournament's text without problems.
pub struct CheckedTournament {
    /// The matches that it would play if it began now, and the maximum time for them.
    pub forecast: Forecast,
    /// Warnings about students who do not play, or may still hand in.
    pub warnings: Vec<Warning>,
}

/// A tournament's text, to be saved.
#[derive(Clone, Copy, Debug)]
pub struct SavedTournament<'a> {
    /// The name of the file without the extension, and of the run's folder.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// The hash of the saved text that was edited; `None` for a new tournament.
    pub before: Option<Hash>,
}

/// Returns the text of a tournament of the class.
///
/// # Errors
/// If there is no such tournament, or its text cannot be read.
pub fn tournament_text(class: &OpenClass, facts: &Facts, name: &str) -> Result<String, Error> {
    find(class, facts, name)?
        .ok_or_else(|| Error::new(Kind::NotFound, "the class has no such tournament"))?;
    let path = path(class, name);
    files::read_text(&path, config::LONGEST_TEXT as u64).map_err(|error| unwritten("read", &path, &error))
}

/// Checks a tournament's text: as it would begin now, with the files that it names, which must be in the class's folder.
///
/// # Errors
/// The text's problems.
pub fn check_tournament(
    class: &OpenClass,
    name: &str,
    text: &str,
) -> Result<Result<CheckedTournament, Error>, TournamentError> {
    // Another name would lead out of the folder, to which the files of the text are confined.
    let mut parts = Path::new(name).components();
    if !matches!((parts.next(), parts.next()), (Some(Component::Normal(one)), None) if one == name) {
        return Ok(Err(bad_name(name)));
    }
    let path = path(class, name);
    // The text names files relative to this folder, which must exist for `..` to lead anywhere.
    if let Some(folder) = path.parent() {
        drop(files::create_dir_unless_there(folder));
    }
    let entry = TournamentEntry::parse_confined(&path, text.to_owned(), Lineup::Active, &refuse_outside)?;
    let checked = || {
        refuse_other_class(class, &path, &entry.entered.plan)?;
        Ok(Forecast::from_plan(&entry.entered.plan)?)
    };
    Ok(checked().map(|forecast| CheckedTournament { forecast, warnings: entry.warnings }))
}

/// Saves a tournament's text, which has no problems and has not begun.
///
/// # Errors
/// If the name cannot be that of a file, another tournament has it, the text has problems or was changed meanwhile, or
/// the tournament has begun; or if the text cannot be written.
pub fn save_tournament(
    class: &OpenClass,
    SavedTournament { name, text, before }: SavedTournament<'_>,
) -> Result<(), Error> {
    let facts = class.facts()?;
    refuse_unsaved(&facts, name, find(class, &facts, name)?.as_ref())?;
    match check_tournament(class, name, text) {
        Ok(checked) => drop(checked?),
        Err(TournamentError::Text(problems)) => {
            return Err(Error::input(format!("the text has {}; nothing was saved", problems.count())));
        }
        Err(error) => return Err(error.into()),
    }
    let path = path(class, name);
    let written = Event::TournamentWritten { name: name.to_owned(), text: Hash::digest(text.as_bytes()) };
    let save = |facts: &Facts| {
        // Another process may have begun or changed it since.
        refuse_unsaved(facts, name, find(class, facts, name)?.as_ref())?;
        let saved = match files::read_text(&path, config::LONGEST_TEXT as u64) {
            Ok(text) => Some(Hash::digest(text.as_bytes())),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(unwritten("read", &path, &error)),
        };
        if saved.is_some() && before.is_none() {
            let what = format!("a tournament with the short name {} exists", visible(name));
            return Err(Error::new(Kind::Conflict, what).hint("choose another name"));
        }
        if saved != before {
            return Err(Error::new(Kind::Conflict, "the text was changed meanwhile; nothing was saved")
                .hint("open the page in another tab and compare"));
        }
        files::replace(&path, None, |file| file.write_all(text.as_bytes()))
            .map_err(|error| unwritten("write", &path, &error))
    };
    class.write(|facts, _| save(facts).map(|()| vec![written])).map(drop)
}

/// Refuses to save a tournament under a new name that is not plain, or that has begun or is ordered.
fn refuse_unsaved(facts: &Facts, name: &str, known: Option<&ClassTournament>) -> Result<(), Error> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    let is_name = !name.is_empty() && name.len() <= LONGEST_NAME && !name.starts_with('-');
    if known.is_none() && !(is_name && name.chars().all(is_plain)) {
        return Err(bad_name(name));
    }
    if state_of(facts, name) != TournamentState::New {
        return Err(Error::new(
            Kind::Conflict,
            "the tournament has begun: its text can no longer change here",
        )
        .hint("add another tournament; or change the file and apply it with `muster run --adopt`"));
    }
    if known.is_some_and(|known| known.order.as_ref().is_some_and(|(_, order)| order.ended.is_none())) {
        return Err(Error::new(Kind::Conflict, "the tournament is ordered").hint("stop the order first"));
    }
    Ok(())
}

fn bad_name(name: &str) -> Error {
    let what = format!("\"{}\" cannot be the short name of a tournament", visible(name));
    Error::input(what).hint(format!("use up to {LONGEST_NAME} letters without accents, digits, `-` and `_`"))
}

fn path(class: &OpenClass, name: &str) -> PathBuf {
    class.folder.tournaments().join(format!("{name}{ENDING}"))
}

fn find(class: &OpenClass, facts: &Facts, name: &str) -> Result<Option<ClassTournament>, Error> {
    Ok(class_tournaments(class, facts)?.into_iter().find(|tournament| tournament.name == name))
}

/// Refuses a file outside of the class's folder. Texts may come from a browser, whose user need not have access to
/// other files of this machine.
fn refuse_outside(name: &str) -> Result<(), FileError> {
    // Names are relative to `tournaments/`.
    let mut depth = 1_usize;
    for part in Path::new(name).components() {
        depth = match part {
            Component::Normal(_) => depth + 1,
            Component::CurDir => depth,
            Component::ParentDir if depth > 0 => depth - 1,
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                let why = "it is outside of the class's folder".to_owned();
                return Err(FileError { why, hint: Some("put the file into the class's folder".to_owned()) });
            }
        };
    }
    Ok(())
}

fn unwritten(verb: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot {verb} {}: {error}", visible_path(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_class_are_read() {
        for inside in ["..", "../bots/a.wasm", "openings.txt", "./x/../y", "../tournaments/../class.toml"] {
            assert!(refuse_outside(inside).is_ok(), "{inside}");
        }
        for outside in ["../..", "/etc/passwd", "../../other", "x/../../../y", "../a/../../b"] {
            assert!(refuse_outside(outside).is_err(), "{outside}");
        }
    }
}
