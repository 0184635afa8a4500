//! Fingerprints that are no evidence of copying, because every student may have them.

use std::collections::{HashMap, HashSet};

use crate::fingerprint::Fingerprint;
use crate::{Part, Work};

/// Minimum number of works that must share a fingerprint for it to be discounted.
const MANY: usize = 5;
/// The same as a percentage of all works.
const MANY_PERCENT: usize = 20;

/// The fingerprints of the starters of `muster new`, as their compilers build them: eight bytes each, little-endian.
static STARTERS: &[u8] = include_bytes!("../given/starters.prints");

/// Fingerprints that are discounted.
#[derive(Clone, Debug, Default)]
pub struct Discounted {
    prints: HashSet<Fingerprint>,
}

impl Discounted {
    /// Returns the fingerprints of the compiled starters of `muster new`: the kits, and the runtimes of the languages.
    pub fn starters() -> Discounted {
        let (prints, _) = STARTERS.as_chunks::<8>();
        Discounted { prints: prints.iter().map(|bytes| Fingerprint::from_le_bytes(*bytes)).collect() }
    }

    /// Discounts all fingerprints of a work.
    pub fn add(&mut self, work: &Work) {
        self.add_prints(work.parts.iter().flat_map(Part::prints).copied());
    }

    /// Does the same as [`Discounted::add`] for stored fingerprints.
    pub fn add_prints(&mut self, prints: impl IntoIterator<Item = Fingerprint>) {
        self.prints.extend(prints);
    }

    /// Discounts the fingerprints that many of these works share: the runtime of a language, a library, code from the
    /// lecture. Many are a fifth of all works, and at least five.
    pub fn add_what_many_have<'w>(&mut self, works: impl IntoIterator<Item = &'w Work>) {
        let mut counts: HashMap<Fingerprint, usize> = HashMap::new();
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

    /// Returns the prints that are not discounted.
    pub(crate) fn without(&self, prints: &[Fingerprint]) -> Vec<Fingerprint> {
        prints.iter().copied().filter(|print| !self.prints.contains(print)).collect()
    }
}
