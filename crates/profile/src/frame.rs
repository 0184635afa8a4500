//! The functions running at a sample.

use std::fmt;

use cpp_demangle::{DemangleOptions, DemangleWrite, Symbol};

/// A running function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Frame {
    /// The function's name.
    pub function: String,
    /// The location; `None` if it is unknown.
    pub place: Option<SourceLine>,
}

/// A line of source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceLine {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The line's text without indentation; empty if unknown.
    pub text: String,
}

/// A call of a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSamples {
    /// The seed of its match.
    pub seed: u64,
    /// The ply of the call, from 0.
    pub ply: u32,
    /// `true` if the call is the start of the bot.
    pub is_start: bool,
    /// The fuel used.
    pub fuel: u64,
    /// The functions running at each sample, the innermost first; empty if none has a name.
    pub stacks: Vec<Vec<Frame>>,
}

/// The calls of a bot in its matches. Every sample represents the same amount of fuel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SampledCalls(pub Vec<CallSamples>);

impl SampledCalls {
    pub(crate) fn stacks(&self) -> impl Iterator<Item = &[Frame]> {
        self.0.iter().flat_map(|call| &call.stacks).map(Vec::as_slice)
    }

    /// Returns the fuel of all calls.
    pub(crate) fn fuel(&self) -> u64 {
        self.0.iter().map(|call| call.fuel).sum()
    }
}

/// Maximum length of a demangled name in bytes: a short symbol may expand without limit.
const LONGEST: usize = 500;

/// Returns a function's name in the source: names of Rust and C++ are demangled, the latter without parameters.
pub fn function_name(symbol: &str) -> String {
    match rustc_demangle::try_demangle(symbol) {
        Ok(name) => format!("{name:#}"),
        Err(_) => name_in_cpp(symbol).unwrap_or_else(|| symbol.to_owned()),
    }
}

fn name_in_cpp(symbol: &str) -> Option<String> {
    let options = DemangleOptions::new().no_params().no_return_type();
    let parsed = Symbol::new(symbol).ok()?;
    let mut name = Bounded(String::new());
    parsed.structured_demangle(&mut name, &options).ok()?;
    Some(name.0)
}

/// A text of at most [`LONGEST`] bytes.
struct Bounded(String);

impl DemangleWrite for Bounded {
    fn write_string(&mut self, part: &str) -> fmt::Result {
        if self.0.len() + part.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(part);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rust_and_cpp_are_written_out_and_others_stay() {
        let cases = [
            ("_ZN3bot6search17h0123456789abcdefE", "bot::search"),
            ("evaluate", "evaluate"),
            ("_Z8evaluatev", "evaluate"),
            ("_ZN3bot6Search4bestEii", "bot::Search::best"),
            ("_ZNSt6vectorIiSaIiEE9push_backERKi", "std::vector<int, std::allocator<int> >::push_back"),
            ("_Zx", "_Zx"),
            ("", ""),
        ];
        for (symbol, name) in cases {
            assert_eq!(function_name(symbol), name);
        }
    }
}
