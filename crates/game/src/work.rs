//! What the steps of a game cost: units of work, for hosts that let bots play in positions of their own.

/// The price of each step of a game, in the units in which bots pay for their time, and the memory of its positions.
///
/// A host charges before it works. A price is at least what the step takes at its slowest, so that no bot has more work
/// done in its time than any other; `cargo bench -p positions` measures that. Prices are the same for both seats and
/// depend on nothing that a seat cannot know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// Copying a position without its history.
    pub copy: u64,
    /// Copying a ply of its history ([`Position::history_len`](crate::Position::history_len)).
    pub copied_ply: u64,
    /// Checking whether an action is legal.
    pub check: u64,
    /// Playing a ply.
    pub apply: u64,
    /// What playing a ply takes longer for each ply of the history, which it may search for repetitions.
    pub searched_ply: u64,
    /// Listing legal actions, whether there are any or not.
    pub list: u64,
    /// Each action of a list.
    pub listed: u64,
    /// Asking for phase and metrics of both seats.
    pub judge: u64,
    /// Writing a view.
    pub view: u64,
    /// Describing the events of a ply.
    pub events: u64,
    /// Reading or writing a byte of a position's text.
    pub text_byte: u64,
    /// Filling in a ply that a seat cannot know.
    pub imagine: u64,
    /// Bytes of a position without its history.
    pub bytes: u32,
    /// Bytes of a ply of its history.
    pub ply_bytes: u32,
    /// Whether copies share the history that they have in common.
    pub shares_history: bool,
}
