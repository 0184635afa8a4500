//! The admitted modules of this process, for as long as somebody holds them.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock, Weak};

use hash::Hash;
use job::SizeClass;
use sandbox::Bot;

/// The admitted modules that somebody holds, by hash and size class.
#[derive(Default)]
pub(crate) struct Bots(RwLock<BTreeMap<(Hash, SizeClass), Weak<Bot>>>);

impl Bots {
    /// Returns a module that somebody holds.
    pub(crate) fn find(&self, hash: Hash, size: SizeClass) -> Option<Bot> {
        let bots = self.0.read().unwrap_or_else(PoisonError::into_inner);
        bots.get(&(hash, size))?.upgrade().map(|bot| Bot::clone(&bot))
    }

    /// Adds a module, or finds the same one where somebody holds it already. What is returned is to be held.
    pub(crate) fn add(&self, bot: Bot, size: SizeClass) -> Arc<Bot> {
        let key = (bot.hash(), size);
        let mut bots = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = bots.get(&key).and_then(Weak::upgrade) {
            return held;
        }
        bots.retain(|_, bot| bot.strong_count() > 0);
        let held = Arc::new(bot);
        bots.insert(key, Arc::downgrade(&held));
        held
    }
}
