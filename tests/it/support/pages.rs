//! Runs the commands of pages and writes their files, in the page's order.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{path_with_tools, told};

/// A block of a page: its language and its text.
struct Block<'a> {
    language: &'a str,
    text: &'a str,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    let blocks = fenced.map(|block| block.split_once('\n').unwrap());
    blocks.map(|(language, text)| Block { language, text }).collect()
}

/// Follows a page in an empty folder: writes the files that it shows, each named in its first line, and runs its
/// commands. `look` gets each command with its output. If the first line of a file is a comment in its language, it
/// stays in the file; in a table, it does not. Skips consoles: a command that runs until it is ended, or the output of
/// one.
pub(crate) fn follow(page: &str, look: &dyn Fn(&str, &str)) -> usize {
    let home = tempfile::tempdir().unwrap();
    let mut folder = home.path().to_owned();
    let mut commands = 0;
    for Block { language, text } in blocks(page) {
        if language == "sh" {
            for line in text.lines() {
                commands += usize::from(type_in(&mut folder, line, look));
            }
        } else if language != "console" {
            let (first, rest) = text.split_once('\n').unwrap();
            let path = folder.join(first.trim_start_matches(['#', '/', ' ']));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, if language == "csv" { rest } else { text }).unwrap();
        }
    }
    commands
}

/// Runs a command, as a user types it. The number after `#` is its exit code, if that is not 0. Returns `true` for
/// anything but a change of folder.
fn type_in(folder: &mut PathBuf, line: &str, look: &dyn Fn(&str, &str)) -> bool {
    if let Some(directory) = line.strip_prefix("cd ") {
        folder.push(directory);
        return false;
    }
    let (command, code) = line.split_once(" # ").unwrap_or((line, "0"));
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(&*folder).env("PATH", path_with_tools()).env("NO_COLOR", "1");
    shell.env("MUSTER_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
    let (ended, out, err) = told(&shell.output().unwrap());
    assert_eq!(ended.to_string(), code, "{command}\n{out}{err}");
    look(command, &format!("{out}{err}"));
    true
}

/// Checks that the links of the pages in a folder have targets.
pub(crate) fn links_lead_somewhere(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        links_of(&entry.unwrap().path());
    }
}

/// Checks that the links of a page have targets.
pub(crate) fn links_of(page: &Path) {
    let text = fs::read_to_string(page).unwrap();
    let targets = text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    for target in targets.filter(|target| !target.starts_with("http")) {
        let file = page.with_file_name(target.split('#').next().unwrap());
        assert!(target.starts_with('#') || file.exists(), "{}: {target}", page.display());
    }
}
