//! The calls of a rules module, as its host offers them.

/// The form of a module's requests and answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One field a line, for scripts.
    Lines,
    /// Each field after its length (u32, little-endian), for compiled modules.
    Sections,
}

/// A rules module that can be called. The host runs each call on a fresh copy of the module, so the same request has
/// the same answer and the same fuel.
pub trait RulesCalls: Send + Sync {
    /// The form of requests and answers.
    fn form(&self) -> Form;

    /// Performs one call: clears `answer`, fills it, and returns the fuel used.
    ///
    /// # Errors
    /// When the module fails, or exceeds its fuel or memory limit.
    fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure>;
}

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallFailure {
    /// The failure in one line, with function and line: `connect4.py:23, in apply: IndexError: …`.
    pub what: String,
    /// Further lines: the source line, the outer calls, output of the module, advice.
    pub trace: Vec<String>,
    /// The fuel used until then.
    pub fuel: u64,
    /// `true` if the host failed, not the rules.
    pub is_host: bool,
}
