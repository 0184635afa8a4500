//! `muster new`: creates a project for a bot.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use clap::Args;
use explain::{Error, Kind, what_helps};
use game::visible_path;
use kit::{File, LANGUAGES, Language, UNAVAILABLE};
use terminal::out;

use super::game::find_game;
use crate::exit::Done;

/// `muster new`
#[derive(Args)]
pub(crate) struct NewCommand {
    /// The game: a name (see `muster game list`), or a file with rules (.py, .js, .ts, .wasm, .wat).
    #[arg(long)]
    game: String,
    /// The language: python, javascript, typescript, c, cpp, rust, go, zig, assemblyscript, d or nim.
    #[arg(long)]
    lang: String,
    /// The directory to create; an existing one must be empty.
    directory: PathBuf,
}

impl NewCommand {
    pub(crate) fn run(self) -> Done {
        let game = find_game(&self.game)?;
        let language = find_language(&self.lang)?;
        if let [first, ..] = kit::misnomers(game).as_slice() {
            return Err(Error::input(format!("{} has no kits: {first}", game.title()))
                .hint("`muster game check` lists such names; its author can change them"));
        }
        let files = kit::project(language, game);
        let directory = &self.directory;
        write_project(directory, &files)?;
        if let Some(module) = game.module() {
            let path = directory.join(kit::MODULE);
            files::write(&path, module).map_err(|error| unwritable(&path, &error))?;
        }
        let shown = visible_path(directory);
        out::line(&format!("created a bot for {} in {}, in {shown}:", game.title(), language.title))?;
        let module = game.module().map(|_| kit::MODULE);
        for path in files.iter().map(|file| file.path.as_str()).chain(module) {
            out::line(&format!("  {path}"))?;
        }
        out::line(&format!("{shown}/README.md shows how to build and try it"))
    }
}

/// Writes the files of a new project.
pub(super) fn write_project(directory: &Path, files: &[File]) -> Done {
    if leads_nowhere(directory) {
        return Err(Error::input(format!(
            "{} is a link to a path that does not exist",
            visible_path(directory)
        ))
        .hint("create the directory that it points to, or choose another one"));
    }
    if !is_free(directory).map_err(|error| unwritable(directory, &error))? {
        return Err(Error::input(format!("{} is not empty", visible_path(directory)))
            .hint("choose a directory that is empty or does not exist"));
    }
    files.iter().try_for_each(|file| write(directory, file))
}

fn find_language(name: &str) -> Result<&'static Language, Error> {
    if let Some(language) = Language::find(name) {
        return Ok(language);
    }
    let names: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
    let hint = format!("the languages are {}", names.join(", "));
    let message = match UNAVAILABLE.iter().find(|(other, _)| *other == name) {
        Some((_, why)) => format!("a bot cannot be written in {name}: {why}"),
        None => format!("unknown language `{name}`"),
    };
    Err(Error::input(message).hint(hint))
}

/// Returns `true` if the path is a dangling link.
fn leads_nowhere(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) && !path.exists()
}

/// Returns `true` if a directory is empty or does not exist.
fn is_free(directory: &Path) -> io::Result<bool> {
    match fs::read_dir(directory) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

fn write(directory: &Path, file: &File) -> Done {
    let path = directory.join(&file.path);
    let made = path.parent().map_or(Ok(()), files::create_dir_all);
    made.and_then(|()| files::write(&path, &file.text)).map_err(|error| unwritable(&path, &error))?;
    make_executable(&path, &file.text).map_err(|error| unwritable(&path, &error))
}

/// Makes a script executable.
#[cfg(unix)]
fn make_executable(path: &Path, text: &str) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    if text.starts_with("#!") {
        files::set_permissions(path, fs::Permissions::from_mode(0o755))
    } else {
        Ok(())
    }
}

#[cfg(not(unix))]
fn make_executable(_: &Path, _: &str) -> io::Result<()> {
    Ok(())
}

fn unwritable(path: &Path, error: &io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path)))
        .hint(what_helps(path, error))
}
