//! Message about a worker of a fleet whose results cannot be trusted.

use tournament::MatchKey;

/// Maximum number of matches that a message names.
const NAMED: usize = 20;

/// Describes the fault of a worker's record, and the matches on record that it has played and that should be verified.
pub fn exposure(worker: &str, why: &str, matches: &[MatchKey]) -> String {
    let head = format!("worker {worker} of the fleet sent a wrong record, which was discarded: {why}");
    if matches.is_empty() {
        return format!("{head}; it played no other match");
    }
    let named: Vec<String> = matches.iter().take(NAMED).map(MatchKey::to_string).collect();
    let more = match matches.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{head}; verify its other matches: {}{more}", named.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_named_as_far_as_a_line_allows() {
        let key: MatchKey = "1.2.1.1".parse().unwrap();
        assert!(exposure("U1", "why", &[]).ends_with("it played no other match"));
        assert!(exposure("U1", "why", &[key]).ends_with("matches: 1.2.1.1"));
        assert!(exposure("U1", "why", &[key; 22]).ends_with("1.2.1.1 and 2 more"));
    }
}
