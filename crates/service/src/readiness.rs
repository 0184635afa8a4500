//! What the service waits for before it is quick.

use std::sync::{Mutex, MutexGuard, PoisonError};

use class::HandInLanguage;

/// The languages whose interpreters are still being compiled. The service answers meanwhile.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Vec<HandInLanguage>>);

impl Readiness {
    /// Waits for these from now on.
    pub(crate) fn wait_for(&self, languages: Vec<HandInLanguage>) {
        *self.lock() = languages;
    }

    /// That one need not be waited for any longer.
    pub(crate) fn is_done(&self, language: HandInLanguage) {
        self.lock().retain(|other| *other != language);
    }

    /// What is waited for, in words; `None` once nothing is.
    pub(crate) fn awaited(&self) -> Option<String> {
        let titles: Vec<&str> = self.lock().iter().map(|language| language.title()).collect();
        (!titles.is_empty()).then(|| format!("the interpreters of {}", titles.join(" and ")))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<HandInLanguage>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_ready_when_nothing_is_waited_for() {
        let readiness = Readiness::default();
        assert_eq!(readiness.awaited(), None);
        readiness.wait_for(vec![HandInLanguage::JavaScript, HandInLanguage::Python]);
        assert_eq!(readiness.awaited().unwrap(), "the interpreters of JavaScript and Python");
        readiness.is_done(HandInLanguage::JavaScript);
        assert_eq!(readiness.awaited().unwrap(), "the interpreters of Python");
        readiness.is_done(HandInLanguage::Python);
        assert_eq!(readiness.awaited(), None);
    }
}
