//! Reading and checking of a tournament's file and of the files that it names.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use class_model::ClassFolder;
use config::{BotPlan, EntrantPlan, FileError, FileSource, Plan, Problems, SizeClass};
use explain::{Error, Explain, Kind, meant_file};
use game::{Game, visible_path};
use games::GAMES;
use runner::{Candidate, EnteredTournament};
use tournament::{Edition, Grade};

use super::lineup::Lineup;
use crate::bots::read_bot;
use crate::open_class::read_plan;
use crate::warning::Warning;

/// A tournament with everything that its text names.
pub struct TournamentEntry {
    /// The text, its plan and the bots.
    pub entered: EnteredTournament,
    /// Warnings for the user.
    pub warnings: Vec<Warning>,
}

/// The reason why a tournament cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// Its file cannot be read.
    #[error("cannot read {}: {error}", visible_path(.path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// Its text has problems, including unreadable files that it names. [`Problems::render`] shows them with their
    /// lines.
    #[error("{} in the tournament; nothing was played", .0.count())]
    Text(Problems),
}

impl Explain for TournamentError {
    fn kind(&self) -> Kind {
        Kind::Input
    }

    fn hints(&self) -> Vec<String> {
        match self {
            TournamentError::Unreadable { path, error } if error.kind() == ErrorKind::NotFound => {
                vec![match meant_file(path) {
                    Some(near) => format!("did you mean {}?", visible_path(&near)),
                    None => "give the path of a tournament's TOML file".to_owned(),
                }]
            }
            TournamentError::Unreadable { .. } | TournamentError::Text(_) => Vec::new(),
        }
    }
}

/// Bot files by name and size class. The size class limits how much of a file is read.
type Bots = BTreeMap<(String, SizeClass), Arc<[u8]>>;

/// Reads a tournament and its bot files.
///
/// # Errors
/// If the file cannot be read, or its text has problems.
pub fn read_tournament(path: &Path, lineup: Lineup<'_>) -> Result<TournamentEntry, TournamentError> {
    TournamentEntry::parse(path, text_of(path)?, lineup)
}

impl TournamentEntry {
    /// Returns the tournament with this text. `path` is the file that has the text or will have it.
    pub(crate) fn parse(
        path: &Path,
        text: String,
        lineup: Lineup<'_>,
    ) -> Result<TournamentEntry, TournamentError> {
        TournamentEntry::parse_confined(path, text, lineup, &|_| Ok(()))
    }

    /// Returns the tournament with this text, which may name only the files that `is_allowed` accepts.
    pub(crate) fn parse_confined(
        path: &Path,
        text: String,
        lineup: Lineup<'_>,
        is_allowed: &dyn Fn(&str) -> Result<(), FileError>,
    ) -> Result<TournamentEntry, TournamentError> {
        let base = path.parent().unwrap_or(Path::new(""));
        let bots: RefCell<Bots> = RefCell::default();
        let warnings: RefCell<Vec<Warning>> = RefCell::default();
        let source = FileSource {
            open_game: &|name| {
                if games::is_file(name) {
                    is_allowed(name)?;
                }
                open_game(base, name)
            },
            read_text: &|name| is_allowed(name).and_then(|()| read_text(base, name)),
            check_bot: &|name, size| {
                is_allowed(name)?;
                let key = (name.to_owned(), size);
                if !bots.borrow().contains_key(&key) {
                    let bytes = read_bot(&base.join(name), &size.caps())
                        .or_else(|error| lineup.module(name).ok_or(error))
                        .map_err(|error| unreadable(base, name, &error))?;
                    bots.borrow_mut().insert(key, bytes);
                }
                Ok(())
            },
            read_class: &|class| {
                is_allowed(&class.path)?;
                let (listed, more) = lineup.list(base, class)?;
                warnings.borrow_mut().extend(more);
                Ok(listed)
            },
        };
        let plan = parse(path, &text, &source, lineup.edition())?;
        warnings.borrow_mut().extend(about_places(&plan));
        let bots = bots.into_inner();
        let module = |entrant: &EntrantPlan| match &entrant.bot {
            BotPlan::Builtin(_) | BotPlan::Opponent(_) => entrant.bot.built_in_module(),
            BotPlan::File(file) => bots.get(&(file.clone(), entrant.size)).cloned(),
        };
        let candidates = plan.entrants.iter();
        let candidates =
            candidates.map(|entrant| Candidate { plan: entrant.clone(), module: module(entrant) }).collect();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(TournamentEntry {
            entered: EnteredTournament { plan, text, name, candidates },
            warnings: warnings.into_inner(),
        })
    }
}

/// Reads a tournament without its bot files, which may be missing.
///
/// # Errors
/// As [`read_tournament`], except for bot files.
pub fn read_tournament_plan(path: &Path) -> Result<(Plan, Vec<Warning>), TournamentError> {
    let base = path.parent().unwrap_or(Path::new(""));
    let warnings: RefCell<Vec<Warning>> = RefCell::default();
    let source = FileSource {
        open_game: &|name| open_game(base, name),
        read_text: &|name| read_text(base, name),
        check_bot: &|_, _| Ok(()),
        read_class: &|class| {
            let (listed, more) = Lineup::Active.list(base, class)?;
            warnings.borrow_mut().extend(more);
            Ok(listed)
        },
    };
    let plan = parse(path, &text_of(path)?, &source, Edition::NOW)?;
    warnings.borrow_mut().extend(about_places(&plan));
    Ok((plan, warnings.into_inner()))
}

fn parse(
    path: &Path,
    text: &str,
    source: &FileSource<'_>,
    edition: Edition,
) -> Result<Plan, TournamentError> {
    let name = path.display().to_string();
    config::parse_as_of(edition, (&name, text), GAMES, source).map_err(TournamentError::Text)
}

/// Returns a warning if the grade formula reads places.
fn about_places(plan: &Plan) -> Option<Warning> {
    let why = "the grade formula reads `place`, which may be decided by lot: entrants that are level share a `rank`";
    plan.grade.as_ref().is_some_and(Grade::reads_places).then(|| Warning(why.to_owned()))
}

fn text_of(path: &Path) -> Result<String, TournamentError> {
    files::read_text(path, config::LONGEST_TEXT as u64)
        .map_err(|error| TournamentError::Unreadable { path: path.to_owned(), error })
}

/// Reads a text file that the tournament names.
fn read_text(base: &Path, name: &str) -> Result<String, FileError> {
    files::read_text(&base.join(name), config::LONGEST_TEXT as u64)
        .map_err(|error| unreadable(base, name, &error))
}

/// Returns the word for a class's game in the text of one of its tournaments: the name, which refers to the rules in
/// force when the tournament begins, or the key if a built-in game has the same name.
pub fn tournament_word(game: &dyn Game) -> &str {
    let is_taken = game.module().is_some() && games::find(game.name()).is_some();
    if is_taken { game.key() } else { game.name() }
}

/// Opens the game that the tournament names: a file, or the game of the class around it by its name or key.
fn open_game(base: &Path, name: &str) -> Result<&'static dyn Game, FileError> {
    if games::is_file(name) {
        return games::open_file(&base.join(name)).map_err(|why| FileError::from_lines(&why));
    }
    let folder = ClassFolder::at(base.join(".."));
    let found = folder.holds_class().then(|| read_plan(&folder)).transpose();
    let of_class =
        found.map_err(|error| FileError::from(Error::from(error).what.as_str()))?.map(|plan| plan.game);
    let known = of_class.filter(|game| game.name() == name).or_else(|| games::find(name));
    known.ok_or_else(|| FileError {
        why: "the class's folder has no such rules".to_owned(),
        hint: of_class.map(|game| format!("the class plays \"{}\"", game.name())),
    })
}

/// Returns the error for an unreadable file that the text names, with the file that was probably meant.
fn unreadable(base: &Path, name: &str, error: &io::Error) -> FileError {
    let path = base.join(name);
    let near = meant_file(&path).filter(|_| error.kind() == ErrorKind::NotFound);
    let near = near.as_deref().map(|near| near.strip_prefix(base).unwrap_or(near));
    FileError {
        why: format!("{error} (looked for {})", path.display()),
        hint: near.map(|near| format!("did you mean `{}`?", near.display())),
    }
}
