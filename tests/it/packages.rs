//! The parts of packages. `packaging/test` tests the packages themselves, which take long to build.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::support::{run, told, top};

/// Returns the names of the manual's pages.
fn manual() -> BTreeSet<String> {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = run(&["docs", "manual", "--into", folder.path().to_str().unwrap()]);
    assert_eq!(code, 0, "{out}{err}");
    let check = fs::read_to_string(folder.path().join("muster-check.1")).unwrap();
    assert!(check.contains(r"\-\-game"), "{check}");
    fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[test]
fn each_command_has_a_page_in_the_manual() {
    let manual = manual();
    let page = fs::read_to_string(top().join("docs/commands.md")).unwrap();
    let commands: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert!(commands.len() > 40, "{commands:?}");
    for command in commands {
        // Features that this build lacks have no page.
        let is_here =
            run(&[&command.split(' ').skip(1).collect::<Vec<_>>()[..], &["--help"]].concat()).0 == 0;
        let name = format!("{}.1", command.replace(' ', "-"));
        assert!(!is_here || manual.contains(&name), "{command}: {manual:?}");
    }
}

#[test]
fn each_service_runs_a_command_with_settings_that_the_package_has() {
    let debian = top().join("packaging/debian");
    let package = fs::read_to_string(top().join("crates/cli/Cargo.toml")).unwrap();
    let manual = manual();
    let mut services = 0;
    for entry in fs::read_dir(&debian).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if path.extension().is_none_or(|ending| ending != "service") {
            continue;
        }
        services += 1;
        let unit = fs::read_to_string(&path).unwrap();
        let value = |key: &str| {
            unit.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_else(|| panic!("{name}: {key}"))
        };
        let command = value("ExecStart=/usr/bin/muster ").strip_suffix(" $ARGUMENTS").unwrap();
        assert_eq!(value("Documentation=man:"), format!("muster-{command}(1)"));
        assert!(manual.contains(&format!("muster-{command}.1")), "{command}");
        assert!(
            fs::read_to_string(debian.join(format!("{name}.default"))).unwrap().contains("\nARGUMENTS=\n")
        );
        assert_eq!(value("EnvironmentFile=/etc/default/"), name);
        assert!(
            package.contains(&format!("packaging/debian/{name}.default\", \"etc/default/{name}\"")),
            "{name}"
        );
        assert!(package.contains(&format!("unit-name = \"{name}\"")), "{name}");
    }
    assert_eq!(services, 2);
}

#[test]
fn only_a_commit_is_packaged() {
    let folder = tempfile::tempdir().unwrap();
    let packaging = folder.path().join("packaging");
    fs::create_dir(&packaging).unwrap();
    fs::copy(top().join("packaging/build"), packaging.join("build")).unwrap();
    fs::write(folder.path().join("Cargo.toml"), "version = \"1.0.0\"\n").unwrap();
    assert!(Command::new("git").args(["init", "--quiet"]).current_dir(&folder).status().unwrap().success());
    let (code, out, err) = told(&Command::new(packaging.join("build")).output().unwrap());
    assert_eq!(code, 1, "{out}{err}");
    assert!(err.contains("commit or stash your changes first"), "{err}");
}
