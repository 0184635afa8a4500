//! The command line of a native program.

use std::fmt;
use std::path::{Path, PathBuf};

use explain::Error;
use game::visible_path;

/// A program with its arguments, as a user types it: a file, or `python3 bot.py`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeCommand {
    /// The program's file.
    pub(super) program: PathBuf,
    /// Its arguments.
    pub(super) arguments: Vec<String>,
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
    pub fn read(text: &str) -> Result<NativeCommand, Error> {
        let (file, shown) = (Path::new(text), game::visible(text));
        if file.is_file() {
            let program =
                file.canonicalize().map_err(|error| Error::input(format!("cannot read {shown}: {error}")))?;
            if !is_runnable(&program) {
                return Err(Error::input(format!("{shown} is not executable")).hint(how_to_run(file)));
            }
            return Ok(NativeCommand { program, arguments: Vec::new() });
        }
        let words = words(text).ok_or_else(|| Error::input(format!("`{shown}` has an unclosed quote")))?;
        let Some((first, arguments)) = words.split_first().filter(|(_, arguments)| !arguments.is_empty())
        else {
            return Err(Error::input(format!("cannot find the file {shown}")));
        };
        let program = found(first).ok_or_else(|| {
            let first = game::visible(first);
            Error::input(format!("cannot find the program {first} of `{shown}`"))
                .hint(format!("install {first}, or give its path"))
        })?;
        Ok(NativeCommand { program, arguments: arguments.to_vec() })
    }
}

/// Returns advice on a file that is not executable.
fn how_to_run(file: &Path) -> String {
    let shown = visible_path(file);
    let interpreter = match file.extension().and_then(|ending| ending.to_str()) {
        Some("py") => "python3",
        Some("js" | "mjs" | "ts") => "node",
        _ => return format!("run `chmod +x {shown}`, or name its interpreter: --native \"python3 {shown}\""),
    };
    format!(
        "use --native \"{interpreter} {shown}\", or run `chmod +x {shown}` if its first line names its interpreter"
    )
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
