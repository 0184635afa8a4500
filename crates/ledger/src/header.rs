//! What a run is about.

/// The facts that are fixed when a run begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunHeader {
    /// The tournament's TOML, byte for byte.
    pub toml: String,
    /// The file's name without its folder.
    pub toml_name: String,
    /// What any difference in could change a result: wasmtime, target, price table, rules.
    pub fingerprint: String,
    /// The run's seed: drawn, or the number in the TOML.
    pub seed: u64,
}

/// An entrant as it was entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantRow {
    /// The display name.
    pub name: String,
    /// The file's name without its folder, or a built-in player's name.
    pub bot: String,
    /// The module's hash, if it is one that was read.
    pub module: Option<[u8; 32]>,
    /// Settings text for the bot.
    pub settings: String,
    /// Whether it plays unranked.
    pub guest: bool,
    /// Why it was refused; empty if it plays.
    pub refusal: Vec<String>,
}
