//! The files that authors of games build on, one for each language. `docs/games/reference.md` describes them.

/// The module `muster.rules` for rules in Python.
pub const RULES_PYTHON: &str = include_str!("../rules/rules.py");
/// Muster's calls of rules in Python, which import that module.
pub const RULES_PYTHON_CALLS: &str = include_str!("../rules/rules_calls.py");
/// The module `muster_rules` for rules in JavaScript and TypeScript.
pub const RULES_JAVASCRIPT: &str = include_str!("../rules/muster_rules.js");
/// Muster's calls of rules in JavaScript and TypeScript, which import that module.
pub const RULES_JAVASCRIPT_CALLS: &str = include_str!("../rules/muster_rules.calls.js");
