//! Finding the bot among the files of a student.

use std::path::Path;

use course_files::archives::{is_archive, is_unopened_archive, original_name};

use super::NotTaken;

/// File stem that marks the bot among the files that it imports.
const NAME: &str = "bot";
/// Directories of files that tools fetch or generate, in addition to hidden ones.
const OF_TOOLS: &[&str] =
    &["node_modules", "bower_components", "site-packages", "dist-packages", "__pycache__", "__pypackages__"];
/// Usual names of virtual environments, which a student may also use for their own directory.
const ENVIRONMENTS: &[&str] = &["venv", "env", "virtualenv"];
/// The file that marks a directory as a virtual environment.
const ENVIRONMENT: &str = "pyvenv.cfg";
/// Directories of generated files.
const OUTPUTS: &[&str] = &["dist", "build", "out", "target"];
/// Endings of files with types and no code.
const TYPES: &[&str] = &[".d.ts", ".d.mts"];

/// A file of a student.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    /// Its index among all files.
    pub(super) at: usize,
    pub(super) name: &'a str,
    pub(super) bytes: &'a [u8],
}

/// The rules that tell the files of a student apart.
#[derive(Clone, Copy)]
pub struct Naming<'a> {
    /// Returns `true` if a file is a script, by its name.
    pub is_script: &'a dyn Fn(&Path) -> bool,
    /// Returns `true` if a file is part of a kit, by its text.
    pub is_kit: &'a dyn Fn(&[u8]) -> bool,
    /// The names of the kits' files, without their endings.
    pub kit_names: &'a [String],
}

impl Naming<'_> {
    /// Returns the index of the bot among a student's files, which are given with their names, perhaps with folders.
    /// The bot is the only module or script that is not part of the kit, or the only one of these that is named
    /// `bot`.
    ///
    /// # Errors
    /// If none of them is the bot, or several may be.
    pub fn find_bot(&self, files: &[(&str, &[u8])]) -> Result<usize, NotTaken> {
        let own = files.iter().enumerate().map(|(at, (name, bytes))| Candidate { at, name, bytes });
        self.bot(&own.collect::<Vec<_>>())
    }

    /// Returns `true` if a file may be a bot, by its name. Ignores a number added by a course system or a browser.
    pub(super) fn may_be_bot(&self, file: &str) -> bool {
        let name = original_name(file);
        let path = Path::new(&*name);
        let is_module = path.extension().is_some_and(|ending| ending == "wasm");
        (is_module || (self.is_script)(path))
            && !TYPES.iter().any(|ending| name.ends_with(ending))
            && !name.split('/').any(is_of_tools)
    }

    pub(super) fn bot(&self, own: &[Candidate<'_>]) -> Result<usize, NotTaken> {
        if own.is_empty() {
            return Err(NotTaken::NoFile);
        }
        let is_own = |file: &Candidate<'_>| self.may_be_bot(file.name) && !is_in_environment(file.name, own);
        let may_be: Vec<Candidate<'_>> = own.iter().copied().filter(is_own).collect();
        let (kit, bots): (Vec<Candidate<'_>>, Vec<Candidate<'_>>) =
            may_be.iter().copied().partition(|file| (self.is_kit)(file.bytes));
        let is_in = |names: &'static [&'static str]| {
            move |file: &Candidate<'_>| folders(file.name).any(|folder| is_one_of(folder, names))
        };
        // A student may have given one of their own files the name of a kit file.
        let is_named_as_kit = |file: &Candidate<'_>| {
            stem(&original_name(file.name)).is_some_and(|stem| self.kit_names.iter().any(|name| name == stem))
        };
        let bots = without(bots, is_named_as_kit);
        // A directory named like an environment counts only if it has all remaining candidates.
        let bots = without(bots, is_in(ENVIRONMENTS));
        let is_named = |file: &Candidate<'_>| {
            stem(&original_name(file.name)).is_some_and(|stem| stem.eq_ignore_ascii_case(NAME))
        };
        let named: Vec<Candidate<'_>> = bots.iter().copied().filter(is_named).collect();
        let meant = if named.is_empty() { bots.clone() } else { named };
        let meant = if have_one_name(&meant) { without(meant, is_in(OUTPUTS)) } else { meant };
        match meant.as_slice() {
            [] if !kit.is_empty() => Err(NotTaken::KitAlone { files: names(&kit) }),
            [] => Err(no_bot(own)),
            // Handed in twice.
            &[first, ref others @ ..]
                if have_one_name(&meant) && others.iter().all(|one| one.bytes == first.bytes) =>
            {
                Ok(first.at)
            }
            _ => Err(NotTaken::SeveralBots { names: names(&bots) }),
        }
    }
}

/// Returns the error that none of the files is a bot, with advice about the first file that has any.
fn no_bot(own: &[Candidate<'_>]) -> NotTaken {
    let advice = own.iter().find_map(|file| {
        let advice = advice(file.name)?;
        Some(format!("{} {advice}", file.name))
    });
    NotTaken::NoBot { files: names(own), advice }
}

/// Returns advice about a file that is not a bot.
fn advice(file: &str) -> Option<&'static str> {
    let ending = Path::new(file).extension()?.to_str()?.to_lowercase();
    if is_archive(file) {
        return Some(
            "is an archive inside an archive, which is not opened: hand in the files, or a single .zip archive",
        );
    }
    if is_unopened_archive(file) {
        return Some("is an archive of an unsupported format: hand in the files, or a .zip archive");
    }
    match ending.as_str() {
        "ipynb" => Some("is a notebook: save its code as a .py file and hand that in"),
        "rs" | "c" | "h" | "cc" | "cpp" | "cxx" | "hpp" | "go" | "zig" | "nim" | "d" | "java" | "kt"
        | "cs" | "swift" | "hs" => Some("is source code: compile it and hand in the .wasm file"),
        "wat" => Some("is a module in text format: hand in the .wasm file"),
        "txt" if Path::new(file).file_stem().is_some_and(|stem| Path::new(stem).extension().is_some()) => {
            Some("has an extra .txt ending: hand it in without .txt")
        }
        _ => None,
    }
}

/// Returns the files that do not match; all of them if each does.
fn without<'a>(files: Vec<Candidate<'a>>, is: impl Fn(&Candidate<'a>) -> bool) -> Vec<Candidate<'a>> {
    let left: Vec<Candidate<'a>> = files.iter().copied().filter(|file| !is(file)).collect();
    if left.is_empty() { files } else { left }
}

fn names(files: &[Candidate<'_>]) -> Vec<String> {
    files.iter().map(|file| file.name.to_owned()).collect()
}

/// Returns `true` if all files have the same name, ignoring folders.
fn have_one_name(files: &[Candidate<'_>]) -> bool {
    let name = |file: &Candidate<'_>| {
        let path = original_name(file.name);
        path.rsplit('/').next().map(str::to_owned)
    };
    files.windows(2).all(|two| name(&two[0]) == name(&two[1]))
}

/// Returns `true` for a directory of a tool, and for a hidden file.
fn is_of_tools(part: &str) -> bool {
    part.starts_with('.') || is_one_of(part, OF_TOOLS)
}

fn is_one_of(part: &str, names: &[&str]) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(part))
}

fn folders(path: &str) -> impl Iterator<Item = &str> {
    path.rsplit_once('/').map(|(folders, _)| folders.split('/')).into_iter().flatten()
}

/// Returns `true` if a file is in a virtual environment, judging by the other files there.
fn is_in_environment(file: &str, own: &[Candidate<'_>]) -> bool {
    let mark = |other: &Candidate<'_>| other.name.strip_suffix(ENVIRONMENT).map(str::to_owned);
    own.iter().filter_map(mark).any(|folder| folder.ends_with('/') && file.starts_with(&folder))
}

fn stem(name: &str) -> Option<&str> {
    Path::new(name).file_stem()?.to_str()
}
