//! Words for a worker of a fleet whose results cannot be trusted.

use tournament::MatchKey;

/// Matches that a message names.
const NAMED: usize = 20;

/// What was found out of a worker, and which matches on record it has played, which are to be verified.
pub fn exposure(worker: &str, why: &str, matches: &[MatchKey]) -> String {
    let head = format!("the fleet's worker {worker} has sent a wrong record, which does not count: {why}");
    if matches.is_empty() {
        return format!("{head}; it has played no other match of these");
    }
    let named: Vec<String> = matches.iter().take(NAMED).map(MatchKey::to_string).collect();
    let more = match matches.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{head}; verify the matches that it has played: {}{more}", named.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_named_as_far_as_a_line_allows() {
        let key: MatchKey = "1.2.1.1".parse().unwrap();
        assert!(exposure("U1", "why", &[]).ends_with("no other match of these"));
        assert!(exposure("U1", "why", &[key]).ends_with("has played: 1.2.1.1"));
        assert!(exposure("U1", "why", &[key; 22]).ends_with("1.2.1.1 and 2 more"));
    }
}
