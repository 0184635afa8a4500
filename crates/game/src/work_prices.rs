//! The prices of a game's steps in units of work, for hosts that let bots play in their own positions.

/// The price of each step of a game, in the units that bots pay for their time, and the memory of its positions.
///
/// A host charges before it works. A price is at least the cost of the step at its slowest, so no bot can get more work
/// done in its time than any other. `cargo bench -p bot-protocol` measures that. Prices are equal for both seats and
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
    /// Extra cost of playing a ply for each ply of the history, which it may search for repetitions.
    pub searched_ply: u64,
    /// Listing legal actions, even if there are none.
    pub list: u64,
    /// Each action of a list.
    pub listed: u64,
    /// Reading the phase and the metrics of both seats.
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
    /// `true` if copies share their common history.
    pub shares_history: bool,
}
