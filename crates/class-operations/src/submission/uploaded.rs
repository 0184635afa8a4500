//! Uploads from a browser: a bot, alone or with further files, or an archive of them.

use std::path::Path;

use class_model::{Naming, NotTaken, WriteSummary};
use course_files::archives::{EntryRefusal, Limits, is_archive};
use explain::{Error, Kind};
use job::Validator;

use super::{Deciding, HandIn, HandInTime, Received, SubmitReport, pack_several, take};
use crate::named_file::NamedFile;
use crate::open_class::OpenClass;
use crate::validation::{Bundle, LARGEST_SOURCE, is_kit, kit_names};

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
    uploaded: Vec<NamedFile>,
    at: HandInTime,
) -> Result<Received, Error> {
    Ok(take_files(class, validator, student, uploaded, at, Deciding::Later)?.0)
}

/// Hands in a student's files, one of which is the bot, or a zip archive of them, as [`submit`](super::submit) does.
///
/// # Errors
/// As [`receive_files`] and [`submit`](super::submit).
pub fn submit_files(
    class: &OpenClass,
    validator: &dyn Validator,
    student: &str,
    files: Vec<NamedFile>,
    at: HandInTime,
) -> Result<SubmitReport, Error> {
    let (received, recorded) = take_files(class, validator, student, files, at, Deciding::AtOnce)?;
    SubmitReport::new(class, &received, &recorded)
}

/// Takes the bot among the files; if there are several files, all of them are its source.
fn take_files(
    class: &OpenClass,
    validator: &dyn Validator,
    student: &str,
    files: Vec<NamedFile>,
    at: HandInTime,
    deciding: Deciding,
) -> Result<(Received, WriteSummary), Error> {
    let files = opened(files)?;
    let files: Vec<(&str, &[u8])> = files.iter().map(|file| (file.name.as_str(), &*file.bytes)).collect();
    let is_script = |path: &Path| validator.language(&path.to_string_lossy()).is_some();
    let kit_names = kit_names(class.plan.game);
    let naming = Naming { is_script: &is_script, is_kit: &is_kit, kit_names: &kit_names };
    let own = files[naming.find_bot(&files).map_err(|why| no_bot(&why))?];
    let bundle = Bundle::pack(own, &files);
    let mut bot = bundle.bot();
    if !is_script(bot.path) {
        // No script imports a module, so it keeps its own name even if that is not portable.
        bot.name = own.0.rsplit('/').next().unwrap_or(own.0);
    }
    // A script's imports are unknown until it is built, so all its files are kept.
    let source = pack_several(&files).map(|bytes| NamedFile { name: "sources.zip".to_owned(), bytes });
    take(class, validator, &HandIn { student, bot: &bot, source: source.as_ref(), at }, deciding)
}

/// Returns the files, with archives replaced by their contents and exact duplicates dropped.
fn opened(uploaded: Vec<NamedFile>) -> Result<Vec<NamedFile>, Error> {
    let limits = Limits::default();
    let mut files: Vec<NamedFile> = Vec::new();
    let mut left = LARGEST_SOURCE;
    for file in uploaded {
        let own = if is_archive(&file.name) {
            let limits = Limits { total: left, ..limits };
            let contents = course_files::archives::unpack_all(&file.bytes, &limits)
                .map_err(|why| Error::input(format!("{}: {why}", file.name)))?;
            if contents.is_empty() {
                return Err(Error::input(format!("{}: {}", file.name, EntryRefusal::Empty)));
            }
            contents.into_iter().map(|(name, bytes)| NamedFile { name, bytes }).collect()
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
