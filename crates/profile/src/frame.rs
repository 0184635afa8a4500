//! What ran at a sample.

/// A function that ran.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Frame {
    /// Its name.
    pub function: String,
    /// Where it was, if that is known.
    pub place: Option<Place>,
}

/// A line of source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// Its text without the indentation; empty if it is not known.
    pub text: String,
}

/// A call of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSamples {
    /// The ply that it was asked for, from 0.
    pub ply: u32,
    /// Whether it is the start of the bot.
    pub is_start: bool,
    /// The fuel that it used.
    pub fuel: u64,
    /// What ran at each sample, the innermost first; empty if that has no name.
    pub stacks: Vec<Vec<Frame>>,
}

/// The calls of a bot in a match. Each sample stands for as much fuel as any other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SampledCalls(pub Vec<CallSamples>);

impl SampledCalls {
    pub(crate) fn stacks(&self) -> impl Iterator<Item = &[Frame]> {
        self.0.iter().flat_map(|call| &call.stacks).map(Vec::as_slice)
    }

    /// Fuel of all calls.
    pub(crate) fn fuel(&self) -> u64 {
        self.0.iter().map(|call| call.fuel).sum()
    }
}

/// A function as its author knows it: names of Rust are written out.
pub fn function_name(symbol: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(symbol))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rust_are_written_out_and_others_stay() {
        let cases = [
            ("_ZN3bot6search17h0123456789abcdefE", "bot::search"),
            ("evaluate", "evaluate"),
            ("_Z8evaluatev", "_Z8evaluatev"),
        ];
        for (symbol, name) in cases {
            assert_eq!(function_name(symbol), name);
        }
    }
}
