//! The calls of all samples merged into one tree.

use std::collections::BTreeMap;

use crate::frame::{Frame, SampledCalls};

/// A function, called by those above it in the tree, with its callees. The root stands for all samples.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// Number of samples in which it runs.
    pub samples: u64,
    /// Its callees, by name.
    pub below: BTreeMap<String, Tree>,
}

impl Tree {
    /// Returns the tree of these calls. The innermost function includes its line, if known.
    pub fn new(calls: &SampledCalls) -> Tree {
        let mut tree = Tree::default();
        for stack in calls.stacks() {
            tree.add(stack);
        }
        tree
    }

    fn add(&mut self, stack: &[Frame]) {
        self.samples += 1;
        let mut at = self;
        for frame in stack.iter().rev() {
            at = at.below.entry(frame.function.clone()).or_default();
            at.samples += 1;
        }
        let innermost = stack.first().and_then(|frame| frame.place.as_ref());
        if let Some(place) = innermost {
            let line = format!("{}:{}", place.file, place.line);
            at.below.entry(line).or_default().samples += 1;
        } else if stack.is_empty() {
            at.below.entry(OUTSIDE.to_owned()).or_default().samples += 1;
        }
    }

    /// Returns the number of levels below the root.
    pub(crate) fn depth(&self) -> usize {
        self.below.values().map(|below| 1 + below.depth()).max().unwrap_or(0)
    }
}

/// The name of code without a name.
pub(crate) const OUTSIDE: &str = "(outside of the bot's own code)";
