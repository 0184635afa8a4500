//! What ran at a sample.

use std::fmt;

use cpp_demangle::{DemangleOptions, DemangleWrite, Symbol};

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
    /// The seed of its match.
    pub seed: u64,
    /// The ply that it was asked for, from 0.
    pub ply: u32,
    /// Whether it is the start of the bot.
    pub is_start: bool,
    /// The fuel that it used.
    pub fuel: u64,
    /// What ran at each sample, the innermost first; empty if that has no name.
    pub stacks: Vec<Vec<Frame>>,
}

/// The calls of a bot in its matches. Each sample stands for as much fuel as any other.
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

/// The most letters of a name that is written out: a short symbol may stand for a name without end.
const LONGEST: usize = 500;

/// A function as its author knows it: names of Rust and C++ are written out, the latter without parameters.
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

/// A text that takes no more than [`LONGEST`] bytes.
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
