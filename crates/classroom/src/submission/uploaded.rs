//! What a student hands in at once from a browser: a bot, alone or with the files that it came with, or an archive of them.

use std::collections::BTreeMap;
use std::path::Path;

use class::{NotTaken, find_bot};
use explain::{Error, Kind};
use handin::{Limits, is_archive};
use job::Validator;

use super::received::{Received, receive};
use super::{Receipt, SubmittedFile, SubmittedSource};
use crate::open_class::OpenClass;
use crate::validation::{Bundle, LARGEST_SOURCE};

/// A file that was uploaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadedFile {
    /// Its name as the browser says it.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Receives what a student has uploaded: one file, several of which one is the bot, or a zip archive in the place of any of
/// them. With a module, everything else is kept as what it was made from; with a script, all of it. It waits for a verdict.
///
/// # Errors
/// If none of the files is a bot, or several may be; if an archive cannot be read, or its files are too large; if the class
/// takes nothing from the student at this moment; or if it cannot be written.
pub fn receive_files(
    class: &OpenClass,
    validator: &dyn Validator,
    student: &str,
    uploaded: Vec<UploadedFile>,
    receipt: Receipt,
) -> Result<Received, Error> {
    let files = opened(uploaded)?;
    let files: Vec<(&str, &[u8])> = files.iter().map(|file| (file.name.as_str(), &*file.bytes)).collect();
    let is_script = |path: &Path| validator.language(&path.to_string_lossy()).is_some();
    let bot = find_bot(&files, class.plan.game, &is_script).map_err(|why| no_bot(&why))?;
    let (path, bytes) = files[bot];
    let name = path.rsplit('/').next().unwrap_or(path);
    // Which files a script is made of is known once it is built; it is kept with all that it came with.
    let packed = if files.len() > 1 { handin::pack(&files) } else { None };
    let source = packed.as_deref().map(|bytes| SubmittedSource { name: "sources.zip", bytes });
    let none = BTreeMap::new();
    let bundle = is_script(Path::new(path)).then(|| Bundle::of(files[bot], &files));
    let (name, beside) = bundle.as_ref().map_or((name, &none), |bundle| (bundle.name(), bundle.files()));
    let file = SubmittedFile { name, path: Path::new(path), bytes, beside, source };
    receive(class, validator, student, &file, receipt)
}

/// The files with what is in the archives among them, each under a name of its own.
fn opened(uploaded: Vec<UploadedFile>) -> Result<Vec<UploadedFile>, Error> {
    let limits = Limits::default();
    let mut files: Vec<UploadedFile> = Vec::new();
    let mut left = LARGEST_SOURCE;
    for file in uploaded {
        let own = if is_archive(&file.name) {
            let limits = Limits { total: left, ..limits };
            let contents = handin::unpack_all(&file.bytes, &limits)
                .map_err(|why| Error::input(format!("{}: {why}", file.name)))?;
            contents.into_iter().map(|(name, bytes)| UploadedFile { name, bytes }).collect()
        } else {
            vec![file]
        };
        for file in own {
            let length = file.bytes.len() as u64;
            left = left.checked_sub(length).ok_or_else(too_large)?;
            if !files.contains(&file) {
                files.push(file);
            }
        }
    }
    Ok(files)
}

fn too_large() -> Error {
    Error::input(format!("the files have more than {} MiB together", LARGEST_SOURCE >> 20))
}

fn no_bot(why: &NotTaken) -> Error {
    let error = Error::new(Kind::Input, why.to_string());
    match why {
        NotTaken::SeveralBots { .. } => error.hint("call one of them bot, or hand in that file alone"),
        _ => error
            .hint("choose the bot, and with a script the files that it imports; or a zip archive of them"),
    }
}
