//! What everybody may have: it says nothing about who had it from whom.

use std::collections::{HashMap, HashSet};

use crate::print::Print;
use crate::{Part, Work};

/// What this many share is not taken to be copied from one another; below it, everything counts.
const MANY: usize = 5;
/// The share of all works that counts as many, in percent.
const MANY_PERCENT: usize = 20;

/// The fingerprints of the starters of `muster new`, as their compilers build them: eight bytes each, the lowest first.
static STARTERS: &[u8] = include_bytes!("../given/starters.prints");

/// Fingerprints that are discounted.
#[derive(Clone, Debug, Default)]
pub struct Given {
    prints: HashSet<Print>,
}

impl Given {
    /// What the starters of `muster new` have that are compiled to modules: the kits, and the runtimes of the languages.
    pub fn starters() -> Given {
        let (prints, _) = STARTERS.as_chunks::<8>();
        Given { prints: prints.iter().map(|bytes| Print::from_le_bytes(*bytes)).collect() }
    }

    /// Everything that a work has is discounted from now on.
    pub fn add(&mut self, work: &Work) {
        self.add_prints(work.parts.iter().flat_map(Part::prints).copied());
    }

    /// As [`Given::add`], from fingerprints that were kept.
    pub fn add_prints(&mut self, prints: impl IntoIterator<Item = Print>) {
        self.prints.extend(prints);
    }

    /// What many of these works have is discounted from now on: the runtime of a language, a library, what was shown in
    /// the lecture. Many are a fifth of all, and five at least.
    pub fn add_what_many_have<'w>(&mut self, works: impl IntoIterator<Item = &'w Work>) {
        let mut counts: HashMap<Print, usize> = HashMap::new();
        let mut all = 0;
        for work in works {
            all += 1;
            for print in work.prints() {
                *counts.entry(*print).or_default() += 1;
            }
        }
        let many = MANY.max(all * MANY_PERCENT / 100 + 1);
        self.add_prints(counts.into_iter().filter(|(_, count)| *count >= many).map(|(print, _)| print));
    }

    /// The prints that are not discounted.
    pub(crate) fn without(&self, prints: &[Print]) -> Vec<Print> {
        prints.iter().copied().filter(|print| !self.prints.contains(print)).collect()
    }
}
