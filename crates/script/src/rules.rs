//! From the rules of a game, as a script, to a module.
//!
//! The interpreter loads a small entry file, which loads our runtime and then the author's file.

use std::collections::BTreeMap;

use game_file::RulesCalls;
use job::{PYTHON_ENDINGS, Script};
use sandbox::Sandbox;
use serde_json::json;

use crate::build::{LoadedScript, ScriptUnderBuild};
use crate::folder::ScriptFiles;
use crate::{BuildError, Interpreter};

/// The custom section with the declaration, which marks a module as the rules of a game.
const SECTION: &str = "muster.game";
/// The name under which interpreters know the game: its kit is our runtime.
const GAME: &str = "muster-rules";
/// The fields of the view. Their values are unused: rules read their request as the text of a position.
const VIEW: &str = "op 0 u32 1\nseat 8 u8 1\n";
/// The entry files, as the interpreters find them.
const PYTHON: (&str, &str) = ("muster_rules.py", include_str!("rules/entry.py"));
const JAVASCRIPT: (&str, &str) = ("rules_entry.js", include_str!("rules/entry.js"));
/// The files of the runtimes, as the interpreters find them: the authors' names first, and the calls, which import them.
const PYTHON_RUNTIME: [(&str, &str); 2] =
    [("muster/rules.py", kit::RULES_PYTHON), ("muster/rules_calls.py", kit::RULES_PYTHON_CALLS)];
const JAVASCRIPT_RUNTIME: [(&str, &str); 2] =
    [("muster_rules.js", kit::RULES_JAVASCRIPT), ("muster_rules.calls.js", kit::RULES_JAVASCRIPT_CALLS)];
/// The name of the first of them in an author's import.
const JAVASCRIPT_IMPORT: &str = "muster_rules.mjs";
/// A request for the declaration, in lines.
const DESCRIBE: &str = "describe\n-\n- -\n\n\n\n\n\n";

/// The rules of a game, made from a script.
pub struct RulesModule {
    /// The self-contained module, of the size class that its interpreter needs.
    pub module: Vec<u8>,
    /// The game's declaration as JSON.
    pub declaration: String,
    /// The interpreter of its language.
    pub interpreter: &'static Interpreter,
    /// The script's output during loading.
    pub log: String,
    /// Its source files, unchanged, by their paths in the folder of the entry file.
    pub sources: BTreeMap<String, String>,
}

/// Makes a module from the rules of a game in a script, and the files that it imports. The same files give the same
/// bytes.
///
/// # Errors
/// If a file cannot be read, the script or its declaration has an error, or the host fails.
pub fn build_rules(sandbox: &Sandbox, script: &Script<'_>) -> Result<RulesModule, BuildError> {
    let files = ScriptFiles::new(script.entry, script.sources);
    let mut building = ScriptUnderBuild::new(sandbox, &files)?;
    building.finds_game = false;
    building.look_up_entry()?;
    let rules_text = building.sources[&files.name].clone();
    add_runtime(&mut building, &files.name, &rules_text);
    let LoadedScript { module, interpreter, log, sources, .. } = building.load()?;
    // A placeholder declaration marks the module as rules, so that it can be asked for its own.
    let declaration = describe(sandbox, &marked(&module, "{}"), interpreter)?;
    Ok(RulesModule { module: marked(&module, &declaration), declaration, interpreter, log, sources })
}

/// Adds our files to the script's, replacing the copies for editors.
fn add_runtime(building: &mut ScriptUnderBuild<'_>, entry: &str, rules_text: &str) {
    let is_python = building.interpreter.endings == PYTHON_ENDINGS;
    let is_ours = |name: &str| {
        if is_python {
            name == "muster.py" || name.starts_with("muster/")
        } else {
            name.starts_with("muster_rules.")
        }
    };
    building.sources.retain(|name, _| !is_ours(name));
    let blob = &mut building.blob;
    blob.files.retain(|name, _| !is_ours(name));
    blob.absent.retain(|name| !is_ours(name));
    let has_chance = blob.files.values().any(|text| calls_chance(text));
    let file = json!(entry).to_string();
    let (own, entry_file, runtime) = if is_python {
        let name = json!(entry.trim_end_matches(".py")).to_string();
        let chance = if has_chance { "True" } else { "False" };
        let own = PYTHON.1.replace("$file", &file).replace("$name", &name).replace("$chance", chance);
        (own, PYTHON.0, PYTHON_RUNTIME)
    } else {
        let own = JAVASCRIPT
            .1
            .replace("$path", &json!(format!("./{entry}")).to_string())
            .replace("$file", &file)
            .replace("$lines", &json!(exported_lines(rules_text)).to_string())
            .replace("$about", &json!(leading_comment(rules_text)).to_string())
            .replace("$chance", if has_chance { "true" } else { "false" });
        let import = format!("export * from \"./{}\";\n", JAVASCRIPT_RUNTIME[0].0);
        blob.files.insert(JAVASCRIPT_IMPORT.into(), import);
        blob.absent.insert(JAVASCRIPT_IMPORT.replace("mjs", "mts"));
        (own, JAVASCRIPT.0, JAVASCRIPT_RUNTIME)
    };
    blob.files.extend(runtime.map(|(name, text)| (name.to_owned(), text.to_owned())));
    blob.files.insert(entry_file.into(), own);
    entry_file.clone_into(&mut blob.entry);
    GAME.clone_into(&mut blob.game);
    VIEW.clone_into(&mut blob.layout);
}

/// Returns `true` if a text calls the function `chance`.
fn calls_chance(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices("chance(").any(|(at, _)| !text[..at].ends_with(is_letter))
}

/// Returns the lines of exported functions and constants, by name, from 1.
fn exported_lines(text: &str) -> BTreeMap<&str, usize> {
    let mut lines = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        let Some(declaration) = line.strip_prefix("export ") else { continue };
        let mut words = declaration.split(|letter: char| !letter.is_alphanumeric() && !"_$".contains(letter));
        let is_declared = matches!(words.next(), Some("function" | "const" | "let" | "var" | "async"));
        if let Some(name) = words.find(|word| !word.is_empty() && *word != "function").filter(|_| is_declared)
        {
            lines.entry(name).or_insert(index + 1);
        }
    }
    lines
}

/// Returns the comment at the start of a text, without its marks.
fn leading_comment(text: &str) -> String {
    let text = text.trim_start();
    let lines: Vec<&str> = if let Some(rest) = text.strip_prefix("/*") {
        let comment = rest.split("*/").next().unwrap_or_default().trim_start_matches('*');
        comment.lines().map(|line| line.trim().trim_start_matches('*').trim()).collect()
    } else {
        let comments = text.lines().map_while(|line| line.trim().strip_prefix("//"));
        comments.map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect()
    };
    lines.join("\n").trim().to_owned()
}

/// Asks a module for its declaration.
fn describe(sandbox: &Sandbox, module: &[u8], interpreter: &Interpreter) -> Result<String, BuildError> {
    let rules = sandbox.rules(module, &(interpreter.caps)())??;
    let mut answer = Vec::new();
    match rules.call(DESCRIBE.as_bytes(), &mut answer) {
        Ok(_) => Ok(String::from_utf8_lossy(&answer).into_owned()),
        Err(failure) => Err(BuildError::Script { message: failure.what, log: failure.trace.join("\n") }),
    }
}

/// Returns the module with a declaration as its last section.
fn marked(module: &[u8], declaration: &str) -> Vec<u8> {
    let mut section = Vec::new();
    put_length(&mut section, SECTION.len());
    section.extend_from_slice(SECTION.as_bytes());
    section.extend_from_slice(declaration.as_bytes());
    let mut marked = module.to_vec();
    marked.push(0);
    put_length(&mut marked, section.len());
    marked.extend_from_slice(&section);
    marked
}

/// Appends a length in the format of WebAssembly (LEB128).
fn put_length(bytes: &mut Vec<u8>, mut length: usize) {
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comment_at_the_start_is_the_page_of_rules() {
        for (text, due) in [
            ("/* Salvo: hide\n   and fire. */\nlet a;", "Salvo: hide\nand fire."),
            ("/**\n * # Salvo\n *\n * Fire.\n */", "# Salvo\n\nFire."),
            ("\n// One.\n//  Two.\nlet a; // three", "One.\n Two."),
            ("let a;", ""),
        ] {
            assert_eq!(leading_comment(text), due);
        }
    }

    #[test]
    fn lines_of_exports_are_found() {
        let text = "import {a} from 'b';\nexport function turn(s) {}\nexport const legal = () => 0;\n  function apply() {}\n";
        assert_eq!(exported_lines(text), BTreeMap::from([("turn", 2), ("legal", 3)]));
    }

    #[test]
    fn chance_is_found_by_its_call() {
        assert!(calls_chance("return chance(6)") && calls_chance("m.chance(6)"));
        assert!(!calls_chance("by_chance(6)") && !calls_chance("import { chance }"));
    }
}
