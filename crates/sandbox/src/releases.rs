//! Versions of Muster and their engines, to find the version with which an older run can be resumed and verified.

/// The versions of Muster, in order, each with its part of the fingerprint: everything except target, processor
/// features, and bounds of memory. The last one is this version. A change of the engine needs a new version and a row.
const RELEASES: [(&str, &str); 4] = [
    ("0.1.0", "wasmtime=48.0.8 prices=1 abi=1 calls=3"),
    ("0.2.0", "wasmtime=48.0.8 prices=2 abi=1 calls=3"),
    ("0.3.0", "wasmtime=48.0.8 prices=2 abi=1 calls=4"),
    ("0.4.0", "wasmtime=48.0.8 prices=3 abi=1 calls=4"),
];

/// Returns the last version of Muster that has the engine of a fingerprint, on a machine of the same target; `None`
/// if no version up to this one has it. The rules of the game, which follow in the fingerprint of a run, are not
/// compared.
pub fn version_with_engine(fingerprint: &str) -> Option<&'static str> {
    let engine = engine_alone(fingerprint);
    RELEASES.iter().rev().find(|(_, known)| *known == engine).map(|(version, _)| *version)
}

/// Returns the part of a fingerprint that depends only on the version of Muster.
fn engine_alone(fingerprint: &str) -> String {
    let engine = fingerprint.split(';').next().unwrap_or_default();
    let words = engine.split_whitespace().filter(|word| {
        !["target=", "features=", "bounds="].iter().any(|elsewhere| word.starts_with(elsewhere))
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::usual_fingerprint;

    #[test]
    fn this_version_is_the_last_and_its_engine_is_no_earlier_ones() {
        let (version, engine) = RELEASES.last().expect("a release");
        assert_eq!(*version, env!("CARGO_PKG_VERSION"));
        assert_eq!(*engine, engine_alone(&usual_fingerprint()), "another engine is another version");
    }

    /// The list names the commit of each version.
    #[test]
    fn the_list_of_changes_has_the_same_engines() {
        let changes = include_str!("../../../CHANGELOG.md");
        let told = changes.split("\n## ").skip(1).map(|part| {
            let (heading, rest) = part.split_once('\n').expect("a heading");
            let version = heading.split([' ', '(', ')', ',']).find(|word| word.matches('.').count() == 2);
            let engine = rest.split_once("Engine `").and_then(|(_, rest)| rest.split_once('`'));
            (version.expect("a version"), engine.expect("an engine").0)
        });
        assert!(told.eq(RELEASES.into_iter().rev()), "a changed engine is a new version");
    }

    #[test]
    fn a_version_is_known_by_its_engine_wherever_it_ran() {
        let before = "wasmtime=48.0.8 target=aarch64-apple-darwin features=base prices=1 abi=1 calls=3 bounds=checked; \
                      tank-war rules 1";
        assert_eq!(version_with_engine(before), Some("0.1.0"));
        assert_eq!(version_with_engine(&before.replace("calls=3", "calls=2")), None);
        assert_eq!(version_with_engine(&before.replace("prices=1", "prices=1000")), None);
    }
}
