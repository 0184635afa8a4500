//! The command line of a native program.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use explain::{Explain, Kind};
use game::visible_path;
use thiserror::Error;

/// A program with its arguments, as a user types it: a file, or `python3 bot.py`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeCommand {
    /// The program's file.
    pub(super) program: PathBuf,
    /// Its arguments.
    pub(super) arguments: Vec<String>,
}

/// A reason why a command cannot be run.
#[derive(Debug, Error)]
pub enum NativeCommandError {
    /// There is no such file, and the text is not a command either.
    #[error("cannot find the file {text}")]
    NoFile {
        /// The whole text.
        text: String,
    },
    /// The first word does not name a program.
    #[error("cannot find the program {program} of `{text}`")]
    NoProgram {
        /// The first word.
        program: String,
        /// The whole text.
        text: String,
    },
    /// The file is not executable.
    #[error("{} is not executable", visible_path(.file))]
    NotRunnable {
        /// The file.
        file: PathBuf,
    },
    /// A quote is not closed.
    #[error("`{text}` has an unclosed quote")]
    OpenQuote {
        /// The whole text.
        text: String,
    },
    /// The file cannot be read.
    #[error("cannot read {}", visible_path(.file))]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl Explain for NativeCommandError {
    fn kind(&self) -> Kind {
        Kind::Input
    }

    fn hints(&self) -> Vec<String> {
        match self {
            NativeCommandError::NotRunnable { file } => {
                let shown = visible_path(file);
                let interpreter = match file.extension().and_then(|ending| ending.to_str()) {
                    Some("py") => Some("python3"),
                    Some("js" | "mjs" | "ts") => Some("node"),
                    _ => None,
                };
                let run = format!("chmod +x {shown}");
                vec![match interpreter {
                    Some(interpreter) => format!(
                        "use --native \"{interpreter} {shown}\", or run `{run}` if its first line names its \
                         interpreter"
                    ),
                    None => format!("run `{run}`, or name its interpreter: --native \"python3 {shown}\""),
                }]
            }
            NativeCommandError::NoProgram { program, .. } => {
                vec![format!("install {program}, or give its path")]
            }
            NativeCommandError::NoFile { .. }
            | NativeCommandError::OpenQuote { .. }
            | NativeCommandError::Unreadable { .. } => Vec::new(),
        }
    }
}

impl fmt::Display for NativeCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", visible_path(&self.program))?;
        self.arguments.iter().try_for_each(|word| write!(f, " {}", game::visible(word)))
    }
}

impl NativeCommand {
    /// Reads a command: an executable file, or words of which the first is a program, given by its path or found in
    /// `PATH`.
    ///
    /// # Errors
    /// Returns an error if nothing can be run.
    pub fn read(text: &str) -> Result<NativeCommand, NativeCommandError> {
        let file = Path::new(text);
        if file.is_file() {
            let file = file.canonicalize();
            let file = file.map_err(|source| NativeCommandError::Unreadable { file: text.into(), source })?;
            return if is_runnable(&file) {
                Ok(NativeCommand { program: file, arguments: Vec::new() })
            } else {
                Err(NativeCommandError::NotRunnable { file: text.into() })
            };
        }
        let words = words(text).ok_or_else(|| NativeCommandError::OpenQuote { text: game::visible(text) })?;
        let Some((first, arguments)) = words.split_first().filter(|(_, arguments)| !arguments.is_empty())
        else {
            return Err(NativeCommandError::NoFile { text: game::visible(text) });
        };
        let program = found(first).ok_or_else(|| NativeCommandError::NoProgram {
            program: game::visible(first),
            text: game::visible(text),
        })?;
        Ok(NativeCommand { program, arguments: arguments.to_vec() })
    }
}

/// Returns the file of a program: at its path, or in a folder of `PATH`.
fn found(program: &str) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return path.canonicalize().ok().filter(|path| is_runnable(path));
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    // Not canonical: a shim finds its target by its own name.
    let endings = if cfg!(windows) { &["exe", "cmd", "bat"][..] } else { &[""] };
    std::env::split_paths(&folders)
        .flat_map(|folder| endings.iter().map(move |ending| folder.join(path).with_extension(ending)))
        .find(|file| is_runnable(file))
}

#[cfg(unix)]
fn is_runnable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_runnable(file: &Path) -> bool {
    file.is_file()
}

/// Splits a text at spaces outside of quotes; `None` if a quote is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match (quote, letter) {
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some(open), letter) if open == letter => quote = None,
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_apart_into_words() {
        let cases: &[(&str, Option<&[&str]>)] = &[
            ("python3 bot.py", Some(&["python3", "bot.py"])),
            ("  node --inspect-brk 'my bot.js' ", Some(&["node", "--inspect-brk", "my bot.js"])),
            ("a \"it's\"b ''", Some(&["a", "it'sb", ""])),
            ("a 'b", None),
            ("", Some(&[])),
        ];
        for (text, due) in cases {
            let found = words(text);
            let found: Option<Vec<&str>> =
                found.as_ref().map(|words| words.iter().map(String::as_str).collect());
            assert_eq!(found.as_deref(), *due, "{text:?}");
        }
    }
}
