//! Request and answer of a call of a game's rules.

/// Request and answer of a call of a game's rules that are a script. Compiled rules find both in their memory.
#[derive(Default)]
pub(crate) struct RulesExchange {
    pub(crate) request: Vec<u8>,
    /// Empty until the rules have answered.
    pub(crate) answer: Vec<u8>,
}
