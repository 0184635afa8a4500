//! Tests the messages about wrong and hostile rules. The second line of each file in `tests/wrong-rules` names its
//! message.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::support::{muster, run, told, top};

fn folder() -> PathBuf {
    top().join("tests/wrong-rules")
}

/// A file, and the text that `muster game check` must print; `None` if it must find nothing.
struct Case {
    path: PathBuf,
    told: Option<String>,
}

/// Returns the cases. Files without a verdict in their second line are correct: others build on them.
fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = fs::read_dir(folder())
        .unwrap()
        .filter_map(|entry| {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let second = text.lines().nth(1)?.trim_start_matches(['#', '/', ';', ' ']).to_owned();
            let told = second.strip_prefix("check: ").map(str::to_owned);
            (told.is_some() || second == "check ok").then_some(Case { path, told })
        })
        .collect();
    cases.sort_by(|one, other| one.path.cmp(&other.path));
    cases
}

fn check(Case { path, told: due }: &Case) -> Result<(), String> {
    let (code, out, err) = told(&muster().args(["game", "check"]).arg(path).output().unwrap());
    let all = format!("{out}{err}");
    // Other lines contain the name of the file, too.
    let mut mistakes =
        all.lines().filter(|line| line.starts_with("mistake: ") || line.starts_with("error: "));
    let name = path.file_name().unwrap().to_string_lossy();
    let is_right = match due {
        Some(text) => [1, 4].contains(&code) && mistakes.any(|line| line.contains(text)),
        None => code == 0,
    };
    if is_right { Ok(()) } else { Err(format!("{name}: code {code}, expected {due:?}\n{all}")) }
}

#[test]
fn wrong_rules_are_reported_by_name() {
    let cases = cases();
    assert!(cases.len() >= 80, "{} cases", cases.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            wrong.extend(check(case).err());
        }
        wrong
    };
    let wrong: Vec<String> = thread::scope(|scope| {
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} of {} cases\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Writes a tournament whose rules fail once two stones are left, and returns its path.
pub(super) fn tournament(folder: &Path, limits: &str) -> String {
    for name in ["nim.py", "bug-at-two-stones.py"] {
        fs::copy(self::folder().join(name), folder.join(name)).unwrap();
    }
    let text = format!(
        "[tournament]\nname = \"Bug\"\ngame = \"bug-at-two-stones.py\"\nseed = 5\n{limits}\
         [[entrant]]\nname = \"Ada\"\nbot = \"builtin:random\"\n[[entrant]]\nname = \"Bob\"\nbot = \"builtin:random\"\n\
         [[entrant]]\nname = \"Cyd\"\nbot = \"builtin:first\"\n[[stage]]\nformat = \"round-robin\"\ngames = 6\n"
    );
    let path = folder.join("bug.toml");
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn no_bot_loses_by_a_fault_of_the_rules_and_fixed_rules_are_adopted() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run").display().to_string();
    let toml = tournament(folder.path(), "");
    let (code, told, err) = run(&["run", &toml, "--out", &out]);
    let all = format!("{told}{err}");
    assert_ne!(code, 0, "a run with void matches is incomplete\n{all}");
    for text in
        ["exception in legal, bug-at-two-stones.py:9", "two stones", "\"Ada\" against \"Bob\"", "1; 2; 1"]
    {
        assert!(all.contains(text), "no `{text}` in\n{all}");
    }
    let rules = folder.path().join("bug-at-two-stones.py");
    let fixed = fs::read_to_string(&rules).unwrap().replace("raise ValueError(\"two stones\")", "pass");
    fs::write(&rules, fixed).unwrap();
    let (code, told, err) = run(&["run", &toml, "--out", &out, "--adopt"]);
    assert_eq!(code, 0, "{told}{err}");
    assert!(told.contains("root: "), "{told}{err}");
}

#[test]
fn matches_with_a_fault_of_the_rules_may_be_scored() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run").display().to_string();
    let scored = tournament(folder.path(), "[limits]\nrules_fault = \"score\"\n");
    let (code, told, err) = run(&["run", &scored, "--out", &out]);
    assert_eq!(code, 0, "{told}{err}");
    let (code, told, err) = run(&["verify", &out]);
    assert_eq!(code, 0, "{told}{err}");
}
