//! A tournament's file and those it names, read and checked.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use config::{BotPlan, EntrantPlan, FileError, FileSource, Plan, Problems, SizeClass};
use explain::{Error, meant_file};
use game::visible_path;
use games::GAMES;
use runner::{Candidate, Entered};

use super::class::entering::Lineup;
use crate::host;

/// Bots' files by name and size class: a file is read no further than its class admits.
type Bots = BTreeMap<(String, SizeClass), Arc<[u8]>>;

/// Reads the tournament and its bots' files. A file that is missing is one more problem of the text.
pub(crate) fn read(path: &Path, lineup: Lineup<'_>) -> Result<Entered, Error> {
    let shown = path.display().to_string();
    let text = text_of(path)?;
    let base = path.parent().unwrap_or(Path::new(""));
    let unread = |name: &str, error: &std::io::Error| unread(base, name, error);
    let bots: RefCell<Bots> = RefCell::default();
    let source = FileSource {
        read_text: &|name| host::read_named_text(&base.join(name)).map_err(|error| unread(name, &error)),
        check_bot: &|name, size| {
            let key = (name.to_owned(), size);
            if !bots.borrow().contains_key(&key) {
                let bytes = host::read_bot(&base.join(name), &size.caps())
                    .or_else(|error| lineup.kept(name).ok_or(error));
                bots.borrow_mut().insert(key, bytes.map_err(|error| unread(name, &error))?);
            }
            Ok(())
        },
        read_class: &|class| lineup.list(base, class),
    };
    let plan = config::parse_with(&shown, &text, GAMES, &source).map_err(|problems| refuse(&problems))?;
    let bots = bots.into_inner();
    let module = |entrant: &EntrantPlan| match &entrant.bot {
        BotPlan::Builtin(_) => None,
        BotPlan::File(file) => bots.get(&(file.clone(), entrant.size)).cloned(),
    };
    let candidates = plan.entrants.iter();
    let candidates =
        candidates.map(|entrant| Candidate { plan: entrant.clone(), module: module(entrant) }).collect();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Entered { plan, text, name, candidates })
}

/// Reads the tournament alone: its bots' files may be missing.
pub(crate) fn read_plan(path: &Path) -> Result<Plan, Error> {
    let base = path.parent().unwrap_or(Path::new(""));
    let source = FileSource {
        read_text: &|name| {
            host::read_named_text(&base.join(name)).map_err(|error| unread(base, name, &error))
        },
        check_bot: &|_, _| Ok(()),
        read_class: &|class| Lineup::Active.list(base, class),
    };
    let shown = path.display().to_string();
    config::parse_with(&shown, &text_of(path)?, GAMES, &source).map_err(|problems| refuse(&problems))
}

fn text_of(path: &Path) -> Result<String, Error> {
    host::read_text(path).map_err(|error| {
        let failed = Error::input(format!("cannot read {}: {error}", visible_path(path)));
        match (error.kind(), meant_file(path)) {
            (ErrorKind::NotFound, Some(near)) => {
                failed.hint(format!("did you mean {}?", visible_path(&near)))
            }
            (ErrorKind::NotFound, None) => failed.hint("give the path of a tournament's TOML file"),
            _ => failed,
        }
    })
}

/// Why a file that the text names cannot be read, and which one was probably meant.
fn unread(base: &Path, name: &str, error: &std::io::Error) -> FileError {
    let looked_for = base.join(name);
    let near = meant_file(&looked_for).filter(|_| error.kind() == ErrorKind::NotFound);
    let near = near.as_deref().map(|near| near.strip_prefix(base).unwrap_or(near));
    FileError {
        why: format!("{error} (looked for {})", looked_for.display()),
        hint: near.map(|near| format!("did you mean `{}`?", near.display())),
    }
}

#[expect(clippy::print_stderr, reason = "problems of a text are many lines with carets, told as they are")]
fn refuse(problems: &Problems) -> Error {
    use std::io::IsTerminal;
    eprintln!("{}\n", problems.render(std::io::stderr().is_terminal()));
    Error::input(format!("{} in the tournament; nothing was played", problems.count()))
}
