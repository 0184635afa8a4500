//! The calls of all samples as one tree.

use std::collections::BTreeMap;

use crate::frame::{Frame, SampledCalls};

/// A function, called by those above it in the tree, with what it calls. The root is the whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The samples in which it runs.
    pub samples: u64,
    /// What it calls, by name.
    pub below: BTreeMap<String, Tree>,
}

impl Tree {
    /// The tree of these calls. The innermost function has its line as well, where that is known.
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

    /// The number of levels below the root.
    pub(crate) fn depth(&self) -> usize {
        self.below.values().map(|below| 1 + below.depth()).max().unwrap_or(0)
    }
}

/// What has no name.
pub(crate) const OUTSIDE: &str = "(outside of the bot's own code)";
