//! Tests `tests/run` itself, in a small checkout whose programs are scripts: passed tests are not run again until their
//! inputs change, and nothing counts as passed in a failed run.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use crate::support::{missing, skip, told, top};

/// A checkout with two crates, each with one test program.
struct Checkout {
    folder: tempfile::TempDir,
}

impl Checkout {
    fn new() -> Checkout {
        let checkout = Checkout { folder: tempfile::tempdir().unwrap() };
        for script in ["run", "unchanged.sh"] {
            let from = top().join("tests").join(script);
            checkout.write(&format!("tests/{script}"), &fs::read_to_string(from).unwrap());
        }
        checkout.write("tests/install", "#!/bin/sh\n");
        checkout.write(".gitignore", "target\n");
        checkout.write("page.md", "A page.\n");
        checkout.write("crates/cli/lib.rs", "// The program.\n");
        checkout.write("crates/rating/lib.rs", "// Ratings.\n");
        checkout.write("target/debug/muster", "");
        for (crate_name, program) in [("cli", "it"), ("rating", "it")] {
            checkout.build(crate_name, program);
        }
        // It has been built already, with the output of cargo.
        let built = |name: &str| {
            let top = checkout.path("").display().to_string();
            format!(
                r#"{{"manifest_path":"{top}crates/{name}/Cargo.toml","profile":{{"test":true}},"executable":"{top}target/debug/deps/it-{name}"}}"#
            )
        };
        let said = format!("{}\n{}", built("cli"), built("rating"));
        checkout.write(
            "bin/cargo",
            &format!("#!/bin/sh\ncase $* in *--doc*) ;; *) cat <<'END'\n{said}\nEND\n;; esac\n"),
        );
        checkout.git(&["init", "--quiet"]);
        checkout
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        // A rebuilt program is another file.
        let _ = fs::remove_file(self.path(name));
        fs::write(self.path(name), text).unwrap();
        fs::set_permissions(self.path(name), PermissionsExt::from_mode(0o755)).unwrap();
    }

    /// Writes a program that notes its run, leaves a temporary file, and fails if there is a file `broken` in its
    /// crate.
    fn build(&self, crate_name: &str, program: &str) {
        let [ran, left] = ["target/ran", "target/left"].map(|name| self.path(name).display().to_string());
        let text = format!(
            "#!/bin/sh\necho '{crate_name}' >>'{ran}'\nmktemp >>'{left}'\nif [ -e broken ]; then\n    echo 'test one ... FAILED'\n    \
             echo 'test result: FAILED. 0 passed; 1 failed; 0 ignored'; exit 101\nfi\n\
             echo 'skipped: a tool is missing'\necho 'test result: ok. 1 passed; 0 failed; 0 ignored'\n"
        );
        self.write(&format!("target/debug/deps/{program}-{crate_name}"), &text);
    }

    fn git(&self, arguments: &[&str]) {
        let done = Command::new("git").current_dir(self.folder.path()).args(arguments).output();
        assert!(done.unwrap().status.success(), "{arguments:?}");
    }

    /// Returns the exit code, the crates whose programs ran, and the last lines.
    fn run(&self, arguments: &[&str]) -> (i32, BTreeSet<String>, String) {
        let ran = self.path("target/ran");
        let _ = fs::remove_file(&ran);
        let tools = std::env::var("PATH").unwrap();
        let mut command = Command::new("bash");
        command.arg(self.path("tests/run")).args(arguments).current_dir(self.folder.path());
        command.env("PATH", format!("{}:{tools}", self.path("bin").display()));
        command.env_remove("MUSTER_FULL").env_remove("MUSTER_UPDATE");
        let (code, out, err) = told(&command.output().unwrap());
        let ran = fs::read_to_string(&ran).unwrap_or_default();
        (code, ran.lines().map(str::to_owned).collect(), format!("{out}{err}"))
    }
}

fn crates(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn has_tools() -> bool {
    let is_here = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
    is_here("git") && is_here("bash")
}

#[test]
fn what_has_passed_is_run_again_when_something_that_it_sees_changes() {
    if !has_tools() {
        return skip(&missing("git and bash are not installed"));
    }
    let checkout = Checkout::new();
    let (both, none) = (crates(&["cli", "rating"]), crates(&[]));
    let (code, ran, said) = checkout.run(&[]);
    // The tests of `cli` in browsers run separately.
    assert_eq!((code, &ran), (0, &both), "{said}");
    let left = fs::read_to_string(checkout.path("target/left")).unwrap();
    assert_eq!(left.lines().count(), 3, "{left}");
    assert!(
        left.lines().all(|file| !fs::exists(file).unwrap()),
        "what tests leave is removed with its directory: {left}"
    );
    assert!(said.contains("\n3 passed, 0 failed, 0 ignored, 3 reasons to skip, in 0 minutes\n"), "{said}");
    let (code, ran, said) = checkout.run(&[]);
    assert_eq!((code, &ran), (0, &none), "{said}");
    // All output is kept.
    assert!(
        said.contains("\n3 passed, 0 failed, 0 ignored, 3 reasons to skip, in 0 minutes\n3 of these"),
        "{said}"
    );
    assert_eq!(checkout.run(&["--again"]).1, both);
    assert_eq!(checkout.run(&[]).1, none);
    // Only `cli` reads sources in Rust in addition to the programs built from them.
    checkout.write("crates/rating/lib.rs", "// More of them.\n");
    assert_eq!(checkout.run(&[]).1, crates(&["cli"]));
    checkout.build("rating", "it");
    assert_eq!(checkout.run(&[]).1, crates(&["rating"]));
    checkout.write("target/debug/muster", "built anew");
    assert_eq!(checkout.run(&[]).1, crates(&["cli"]));
    checkout.write("page.md", "Another page.\n");
    assert_eq!(checkout.run(&[]).1, both);
    checkout.write("new.txt", "");
    assert_eq!(checkout.run(&[]).1, both);
    fs::remove_file(checkout.path("new.txt")).unwrap();
    assert_eq!(checkout.run(&[]).1, both);
    assert_eq!(checkout.run(&[]).1, none);
    let (code, _, said) = checkout.run(&["--agian"]);
    assert_eq!(code, 2);
    assert!(said.contains("--agian is not an option"), "{said}");
}

#[test]
fn in_a_red_run_nothing_has_passed() {
    if !has_tools() {
        return skip(&missing("git and bash are not installed"));
    }
    let checkout = Checkout::new();
    let both = crates(&["cli", "rating"]);
    checkout.write("crates/rating/broken", "");
    for _ in 0..2 {
        let (code, ran, said) = checkout.run(&[]);
        assert_eq!((code, &ran), (1, &both), "{said}");
        assert!(said.contains("\nfailed:\n  rating/it: one\n  rating/it: ended with 101\n"), "{said}");
    }
    fs::remove_file(checkout.path("crates/rating/broken")).unwrap();
    let (code, ran, said) = checkout.run(&[]);
    assert_eq!((code, &ran), (0, &both), "{said}");
    // The results of a failed run are not those of the successful one before.
    checkout.write("crates/rating/broken", "");
    assert_eq!(checkout.run(&[]).0, 1);
    fs::remove_file(checkout.path("crates/rating/broken")).unwrap();
    let (code, ran, said) = checkout.run(&[]);
    assert_eq!((code, &ran), (0, &both), "{said}");
    // Without git, nothing is known.
    fs::remove_dir_all(checkout.path(".git")).unwrap();
    for _ in 0..2 {
        assert_eq!(checkout.run(&[]).1, both);
    }
}
