//! Uploads from a browser: a bot, alone or with further files, or an archive of them.

use std::collections::BTreeMap;
use std::path::Path;

use class_model::{Naming, NotTaken};
use course_files::archives::{EntryRefusal, Limits, is_archive};
use explain::{Error, Kind};
use job::Validator;

use super::received::{Received, receive};
use super::{Receipt, SubmitSummary, SubmittedFile, SubmittedSource, submit};
use crate::open_class::OpenClass;
use crate::validation::{Bundle, LARGEST_SOURCE, is_kit, kit_names};

/// An uploaded file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadedFile {
    /// File name as sent by the browser.
    pub name: String,
    /// Contents.
    pub bytes: Vec<u8>,
}

/// Receives a student's upload: one file, or several of which one is the bot. Each of them may be a zip archive. If
/// there are several files, all of them are kept as the bot's source. The hand-in waits for a verdict.
///
/// # Errors
/// If none of the files is a bot, or several may be; if an archive cannot be read, or its files are too large; if the
/// class takes nothing from the student at this moment; or if the class cannot be written.
pub fn receive_files(
    class: &OpenClass,
    validator: &dyn Validator,
    student: &str,
    uploaded: Vec<UploadedFile>,
    receipt: Receipt,
) -> Result<Received, Error> {
    with_bot(validator, uploaded, |file| receive(class, validator, student, file, receipt))
}

/// Hands in a student's files, one of which is the bot, or a zip archive of them, as [`submit`] does.
///
/// # Errors
/// As [`receive_files`] and [`submit`].
pub fn submit_files(
    class: &OpenClass,
    validator: &dyn Validator,
    student: &str,
    files: Vec<UploadedFile>,
    receipt: Receipt,
) -> Result<SubmitSummary, Error> {
    with_bot(validator, files, |file| submit(class, validator, student, file, receipt))
}

/// Calls `hand_in` with the bot among the files; if there are several files, all of them are its source.
fn with_bot<T>(
    validator: &dyn Validator,
    files: Vec<UploadedFile>,
    hand_in: impl FnOnce(&SubmittedFile<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let files = opened(files)?;
    let files: Vec<(&str, &[u8])> = files.iter().map(|file| (file.name.as_str(), &*file.bytes)).collect();
    let is_script = |path: &Path| validator.language(&path.to_string_lossy()).is_some();
    let naming = Naming { is_script: &is_script, is_kit: &is_kit, kit_names: kit_names() };
    let bot = naming.find_bot(&files).map_err(|why| no_bot(&why))?;
    let (path, bytes) = files[bot];
    let name = path.rsplit('/').next().unwrap_or(path);
    // A script's imports are unknown until it is built, so all its files are kept.
    let packed = if files.len() > 1 { course_files::archives::pack(&files) } else { None };
    let source = packed.as_deref().map(|bytes| SubmittedSource { name: "sources.zip", bytes });
    let none = BTreeMap::new();
    let bundle = is_script(Path::new(path)).then(|| Bundle::of(files[bot], &files));
    let (name, beside) = bundle.as_ref().map_or((name, &none), |bundle| (bundle.name(), bundle.files()));
    hand_in(&SubmittedFile { name, path: Path::new(path), bytes, beside, source })
}

/// Returns the files, with archives replaced by their contents and exact duplicates dropped.
fn opened(uploaded: Vec<UploadedFile>) -> Result<Vec<UploadedFile>, Error> {
    let limits = Limits::default();
    let mut files: Vec<UploadedFile> = Vec::new();
    let mut left = LARGEST_SOURCE;
    for file in uploaded {
        let own = if is_archive(&file.name) {
            let limits = Limits { total: left, ..limits };
            let contents = course_files::archives::unpack_all(&file.bytes, &limits)
                .map_err(|why| Error::input(format!("{}: {why}", file.name)))?;
            if contents.is_empty() {
                return Err(Error::input(format!("{}: {}", file.name, EntryRefusal::Empty)));
            }
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
    Error::input(format!("the files are larger than {} MiB in total", LARGEST_SOURCE >> 20))
}

fn no_bot(why: &NotTaken) -> Error {
    let error = Error::new(Kind::Input, why.to_string());
    match why {
        NotTaken::SeveralBots { .. } => error.hint("name one of them bot, or hand in only that file"),
        NotTaken::NoBot { advice: Some(_), .. } | NotTaken::KitAlone { .. } => error,
        _ => error
            .hint("choose the bot, together with the files that it imports if it is a script, or a zip archive of them"),
    }
}
