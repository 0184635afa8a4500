//! The first command of a newcomer, and the version that a report of a fault begins with.

use std::fs;

use crate::support::run;

#[test]
fn the_demo_makes_a_report_resumes_and_begins_an_edited_tournament_anew() {
    let folder = tempfile::tempdir().unwrap();
    let demo = folder.path().join("a folder/demo");
    let demo = demo.to_str().unwrap();
    let (code, told, err) = run(&["demo", demo]);
    assert_eq!(code, 0, "{told}{err}");
    let page = fs::read_to_string(format!("{demo}/run/site/index.html")).unwrap();
    assert!(page.contains("Searcher"), "{page}");
    let (code, again, err) = run(&["demo", demo]);
    assert_eq!(code, 0, "{again}{err}");

    let text = fs::read_to_string(format!("{demo}/tournament.toml")).unwrap();
    fs::write(format!("{demo}/tournament.toml"), text.replace("seed = 1", "seed = 2")).unwrap();
    let (code, told, err) = run(&["demo", demo]);
    assert_ne!(code, 0, "{told}");
    assert!(err.contains("--fresh"), "{err}");
    let (code, told, err) = run(&["demo", demo, "--fresh"]);
    assert_eq!(code, 0, "{told}{err}");
}

#[test]
fn the_version_names_the_engine() {
    let short = run(&["-V"]).1;
    assert_eq!(short, format!("muster {}\n", env!("CARGO_PKG_VERSION")));
    let long = run(&["--version"]).1;
    assert!(long.starts_with(&short), "{long}");
    for part in ["\nengine: wasmtime=", " target=", "\ncommit: "] {
        assert!(long.contains(part), "{long}");
    }
}

#[test]
fn the_licences_of_all_parts_are_told() {
    let (code, out, err) = run(&["licences"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let parts = [
        "Muster",
        "QuickJS",
        "RustPython",
        "the Python standard library",
        "malachite",
        "the TypeScript compiler",
    ];
    for part in parts {
        assert!(out.lines().any(|line| line.starts_with("== ") && line.contains(part)), "{part}");
    }
    let texts = [
        "Apache License",
        "GNU LESSER GENERAL PUBLIC LICENSE",
        "GNU GENERAL PUBLIC LICENSE",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        "To rebuild an interpreter",
        "== libraries ==",
    ];
    for text in texts {
        assert!(out.contains(text), "{text}");
    }
}
