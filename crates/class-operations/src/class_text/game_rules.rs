//! The rules of a class whose game is from a file: stored in its folder, and replaced on request.

use std::path::Path;

use class_model::{ClassFolder, Hash};
use explain::{Error, Kind};
use files::TemporaryDir;
use game::{Game, visible_path};

use super::adoption::Adoption;
use super::saving::{SaveText, preview_text, save_text, text_on_disk, write_file};
use super::setting_fields::{SettingField, SettingKind, set_fields};
use crate::named_file::NamedFile;
use crate::open_class::{OpenClass, OpenError, read_text};

/// Keeps the rules of a game from a file in a class's folder: its module, named by its hash, with an archive of
/// a script's files beside it. Does nothing for a built-in game.
///
/// # Errors
/// If they cannot be written.
pub(super) fn keep_rules(folder: &ClassFolder, game: &dyn Game) -> Result<(), Error> {
    let Some(module) = game.module() else { return Ok(()) };
    let rules = folder.rules();
    files::create_dir_all(&rules).map_err(|error| {
        Error::new(Kind::Host, format!("cannot create {}: {error}", visible_path(&rules)))
    })?;
    let name = Hash::digest(module);
    let sources = games::origin(game).map(|origin| origin.sources).unwrap_or_default();
    let sources: Vec<_> = sources.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    if !sources.is_empty()
        && let Some(archive) = course_files::archives::pack(&sources)
    {
        write_file(&rules.join(format!("{name}.zip")), &archive)?;
    }
    write_file(&rules.join(format!("{name}.wasm")), module)
}

/// Returns a class's text with another game, and stores the game's rules in the class's folder.
///
/// # Errors
/// If the text is not TOML, or the rules cannot be written.
pub fn with_rules(folder: &ClassFolder, text: &str, game: &dyn Game) -> Result<String, Error> {
    keep_rules(folder, game)?;
    with_game(text, game)
}

/// Sets the game in the text of a class that does not exist yet, and stores its rules.
///
/// # Errors
/// If the text cannot be read or written, or as [`with_rules`].
pub fn set_game(folder: &ClassFolder, game: &dyn Game) -> Result<(), Error> {
    let text = with_rules(folder, &read_text(folder)?, game)?;
    write_file(&folder.text(), text.as_bytes())
}

fn with_game(text: &str, game: &dyn Game) -> Result<String, Error> {
    let field = SettingField {
        path: "class.game".to_owned(),
        label: "The game".to_owned(),
        kind: SettingKind::Text,
        value: String::new(),
    };
    set_fields(text, &[(field, game.key().to_owned())])
}

/// Replaces the rules of a class's game and adopts the changed class text. With `dry_run`, only previews the effects.
///
/// # Errors
/// If students handed in versions for a game with another name, or as [`save_text`].
pub fn change_game(class: &OpenClass, game: &dyn Game, dry_run: bool) -> Result<Adoption, OpenError> {
    let on_disk = text_on_disk(class)?;
    let base = Hash::digest(on_disk.as_bytes());
    let text = with_game(&on_disk, game).map_err(OpenError::Record)?;
    let effects = preview_text(class, &text, &base)?;
    if dry_run {
        return Ok(effects);
    }
    if !effects.stop_counting.is_empty() {
        let (own, other) = (class.plan.game.title(), game.title());
        let what =
            format!("the class plays {own}, and its versions cannot play {other}; nothing was changed");
        return Err(OpenError::Record(
            Error::new(Kind::Refused, what).hint("create another class: `muster class init`"),
        ));
    }
    keep_rules(&class.folder, game).map_err(OpenError::Record)?;
    save_text(class, SaveText { text, base, preview: effects.hash() })
}

/// Opens the rules of an uploaded file.
///
/// # Errors
/// If the file cannot be stored temporarily, or its rules cannot be opened.
pub fn open_rules(file: &NamedFile) -> Result<&'static dyn Game, Error> {
    let unwritten = |error| Error::new(Kind::Host, format!("cannot store {}: {error}", file.name));
    let name = Path::new(&file.name).file_name().ok_or_else(|| Error::input("the file has no name"))?;
    let folder = TemporaryDir::create_in(&std::env::temp_dir(), ".muster-rules-").map_err(unwritten)?;
    let path = folder.path().join(name);
    files::write(&path, &file.bytes).map_err(unwritten)?;
    games::open_file(&path).map_err(|lines| {
        let within = format!("{}/", visible_path(folder.path()));
        Error::from_lines(&lines.replace(&within, ""))
    })
}
