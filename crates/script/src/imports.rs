//! Imports that are found in a file's text. Those files are passed along with it, so that the interpreter need not be
//! started again for each.
//!
//! The result is only a guess: the script asks for missing files when it is loaded, and superfluous files do no harm.

use std::collections::BTreeSet;

/// Maximum bytes of a name.
const LONGEST: usize = 200;

/// Files that a text names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct NamedFiles {
    /// Files that are imported if they exist, and that the script asks for if they do not.
    pub(crate) imported: BTreeSet<String>,
    /// Names of a file, or of something inside another file.
    pub(crate) perhaps: BTreeSet<String>,
}

/// Returns the files that a text names, relative to the script's folder.
pub(crate) fn named(file: &str, text: &str) -> NamedFiles {
    let is_python = file.rsplit_once('.').is_some_and(|(_, ending)| ending == "py");
    if is_python { python(file, text) } else { javascript(file, text) }
}

/// Finds quoted relative paths.
fn javascript(file: &str, text: &str) -> NamedFiles {
    let mut named = NamedFiles::default();
    for quote in ['"', '\'', '`'] {
        for (at, _) in text.match_indices(quote) {
            let rest = &text[at + 1..];
            if !rest.starts_with("./") && !rest.starts_with("../") {
                continue;
            }
            let end = rest.bytes().take(LONGEST).position(|byte| byte == quote as u8 || byte == b'\n');
            let path = end.filter(|&end| rest.as_bytes()[end] == quote as u8).map(|end| &rest[..end]);
            if let Some(name) = path.and_then(|path| resolve(folder_of(file), path)) {
                named.imported.extend(candidates(&name));
            }
        }
    }
    named
}

/// The files that an import in JavaScript may mean, in the order in which `interpreters/quickjs/glue/modules.c` tries
/// them: `./pick.js` may be `pick.ts`, and `./pick` may be either, or a folder with an index.
fn candidates(name: &str) -> Vec<String> {
    match name.rsplit_once('.') {
        Some((stem, ending @ ("js" | "mjs"))) => {
            vec![name.to_owned(), format!("{stem}.{}", ending.replace("js", "ts"))]
        }
        Some((stem, ending @ ("ts" | "mts"))) => {
            vec![name.to_owned(), format!("{stem}.{}", ending.replace("ts", "js"))]
        }
        Some((_, "json")) => vec![name.to_owned()],
        _ => {
            let endings = [".ts", ".js", "/index.ts", "/index.js"];
            endings
                .iter()
                .map(|ending| format!("{name}{ending}").trim_start_matches('/').to_owned())
                .collect()
        }
    }
}

/// Returns the path of a file relative to the script's folder, given one relative to `folder`; `None` if it leads out
/// of the script's folder.
fn resolve(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn folder_of(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Finds the modules of import statements.
fn python(file: &str, text: &str) -> NamedFiles {
    let mut named = NamedFiles::default();
    let mut rest = text;
    while let Some(line) = rest.lines().next() {
        let statement = line.trim_start();
        let after = rest.split_once('\n').map_or("", |(_, after)| after);
        if let Some(modules) = statement.strip_prefix("import ") {
            for module in modules.split(',') {
                packages_and_module(word(module), &mut named.imported);
            }
        } else if let Some((module, names)) =
            statement.strip_prefix("from ").and_then(|rest| rest.split_once(" import "))
        {
            // A list in parentheses may span lines.
            let whole = rest.split_once(" import ").map_or("", |(_, names)| names);
            let names = match names.trim_start().strip_prefix('(') {
                Some(_) => whole.split([')', '#']).next().unwrap_or_default(),
                None => names,
            };
            from(folder_of(file), module.trim(), names, &mut named);
        }
        rest = after;
    }
    named
}

/// Returns the first word of a text.
fn word(text: &str) -> &str {
    text.trim_start_matches(['(', ' ', '\n', '\t', '\r'])
        .split([' ', '#', ';', '\n', '\r', ')'])
        .next()
        .unwrap_or_default()
}

/// Adds the files of `from module import names`.
fn from(folder: &str, module: &str, names: &str, named: &mut NamedFiles) {
    let path = module.trim_start_matches('.');
    let mut base: Vec<&str> = Vec::new();
    if path.len() < module.len() {
        base.extend(folder.split('/').filter(|part| !part.is_empty()));
        for _ in 0..(module.len() - path.len()).saturating_sub(1) {
            base.pop();
        }
    }
    base.extend(path.split('.').filter(|part| !part.is_empty()));
    let base = base.join(".");
    packages_and_module(&base, &mut named.imported);
    for name in names.split(',').map(word).filter(|name| is_identifier(name)) {
        let module = if base.is_empty() { name.to_owned() } else { format!("{base}.{name}") };
        named.perhaps.extend(files_of(&module));
    }
}

/// Adds the files of a dotted module and of its packages.
fn packages_and_module(module: &str, into: &mut BTreeSet<String>) {
    if module.len() > LONGEST || !module.split('.').all(is_identifier) {
        return;
    }
    let ends = module.match_indices('.').map(|(at, _)| at).chain([module.len()]);
    into.extend(ends.flat_map(|end| files_of(&module[..end])));
}

fn files_of(module: &str) -> [String; 2] {
    let path = module.replace('.', "/");
    [format!("{path}.py"), format!("{path}/__init__.py")]
}

fn is_identifier(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|character| character == '_' || character.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, text: &str, imported: &[&str], perhaps: &[&str]) {
        let found = named(file, text);
        let texts = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(
            (texts(&found.imported), texts(&found.perhaps)),
            (imported.join(" "), perhaps.join(" ")),
            "{text}"
        );
    }

    #[test]
    fn javascript_names_files_in_quotes() {
        check(
            "bot.js",
            "import a from './a.js'; import(\"./lib/b.js\").catch(f); x = `../c.js`",
            &["a.js", "a.ts", "lib/b.js", "lib/b.ts"],
            &[],
        );
        check(
            "lib/b.js",
            "import '../a.mjs'\nexport * from './c/../d.json'; import './e.ts'",
            &["a.mjs", "a.mts", "lib/d.json", "lib/e.js", "lib/e.ts"],
            &[],
        );
        check(
            "bot.js",
            "import 'muster'; import('./q' + i); '\n./x.js'; './y.js\n'; ''",
            &["q.js", "q.ts", "q/index.js", "q/index.ts"],
            &[],
        );
        check("bot.js", &format!("'./{}'", "x".repeat(LONGEST)), &[], &[]);
        check("bot.js", "'./ä.js' \"./", &["ä.js", "ä.ts"], &[]);
    }

    #[test]
    fn python_names_modules_in_import_statements() {
        let init = |names: &[&str]| {
            names
                .iter()
                .flat_map(|name| [format!("{name}.py"), format!("{name}/__init__.py")])
                .collect::<BTreeSet<_>>()
        };
        for (file, text, imported, perhaps) in [
            ("bot.py", "import a, b.c as d # x\n", &["a", "b", "b/c"][..], &[][..]),
            (
                "bot.py",
                "def f():\n    from lib.x import y as z, w\n",
                &["lib", "lib/x"],
                &["lib/x/y", "lib/x/w"],
            ),
            (
                "lib/x.py",
                "from . import (\n  y,\n  z as q,\n)\nfrom ..a import b\n",
                &["lib", "a"],
                &["lib/y", "lib/z", "a/b"],
            ),
            ("bot.py", "# import a\nimportant = 1\nfrom a import *\nimport 1-2\nfrom", &["a"], &[]),
        ] {
            let found = named(file, text);
            assert_eq!((found.imported, found.perhaps), (init(imported), init(perhaps)), "{text}");
        }
    }
}
