//! Broken scripts as students write them, and the resulting messages. Each has the file, the line, the error and
//! advice.

mod javascript;
mod python;

use std::path::Path;

use crate::common::{Project, build_file, play_until};
use game::Seat;
use referee::{Limits, Ticks};
use sandbox::Caps;

/// A script, and the name of its file.
type Broken = (&'static str, &'static [u8]);

/// Returns the message that a script's author sees when it is built, or in a match.
fn shown(file: &str, text: &[u8]) -> String {
    let project = Project::of_bytes(&[(file, text)]);
    let game = games::find("tank-battle").unwrap();
    let built = match build_file(&project.path(file), Some(game)) {
        Err(error) => {
            return [Some(error.to_string()), error.advice()]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join("\n  ");
        }
        Ok(built) => built,
    };
    let limits =
        Limits { memory: 32 << 20, ..Limits::default().with_times(Some(Ticks::from_millis(500)), None) };
    let record = play_until(game, &built.module, Caps::script(), &limits, 4);
    let Some(loss) = &record.losses[Seat::First] else { return "nothing is wrong".to_owned() };
    let failure = &loss.failure;
    let advice = failure.advice().map(|advice| format!("  advice: {advice}"));
    [failure.headline()].into_iter().chain(failure.trace()).chain(advice).collect::<Vec<_>>().join("\n")
}

/// Returns the scripts with the message for each.
fn all(scripts: &[Broken]) -> String {
    let one = |(file, text): &Broken| {
        let shown = shown(file, text);
        let place = format!("{file}:");
        assert!(shown.contains(&place), "{shown}\nnames no line of\n{}", String::from_utf8_lossy(text));
        for word in ["trap", "unreachable", "wasm", "memory.grow", "function 1"] {
            assert!(!shown.contains(word), "{shown}\nsays {word} of\n{}", String::from_utf8_lossy(text));
        }
        let text = std::str::from_utf8(text).map_or_else(|_| text.escape_ascii().to_string(), str::to_owned);
        format!("{}\n--\n{shown}\n", text.trim_end())
    };
    scripts.iter().map(one).collect::<Vec<_>>().join("\n====\n")
}

#[test]
fn there_are_sixty() {
    assert!(javascript::BROKEN.len() + python::BROKEN.len() >= 60);
}

/// Compares the messages with a file next to the table; `MUSTER_UPDATE=1` rewrites it.
fn check(scripts: &[Broken], file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/broken").join(file);
    let shown = all(scripts);
    if std::env::var_os("MUSTER_UPDATE").is_some() {
        std::fs::write(&path, &shown).unwrap();
    }
    let due = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(due == shown, "{} is not what is shown:\n{shown}", path.display());
}

#[test]
fn in_javascript() {
    check(javascript::BROKEN, "javascript.txt");
}

#[test]
fn in_python() {
    check(python::BROKEN, "python.txt");
}
