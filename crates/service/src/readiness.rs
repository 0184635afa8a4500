//! What the service waits for before it is quick.

use class::HandInLanguage;
use tokio::sync::watch;

/// The languages whose interpreters are still being compiled. The service answers meanwhile, and receives scripts, which
/// are checked once their interpreter is there.
pub(crate) struct Readiness(watch::Sender<Vec<HandInLanguage>>);

impl Default for Readiness {
    fn default() -> Readiness {
        Readiness(watch::Sender::new(Vec::new()))
    }
}

impl Readiness {
    /// Waits for these from now on.
    pub(crate) fn wait_for(&self, languages: Vec<HandInLanguage>) {
        self.0.send_replace(languages);
    }

    /// Records that an interpreter need not be waited for any longer.
    pub(crate) fn is_done(&self, language: HandInLanguage) {
        self.0.send_modify(|awaited| awaited.retain(|other| *other != language));
    }

    /// Returns once the interpreter of a language need not be waited for.
    pub(crate) async fn of(&self, language: HandInLanguage) {
        // It fails if there is no sender any more, and this is one.
        drop(self.0.subscribe().wait_for(|awaited| !awaited.contains(&language)).await);
    }

    /// The interpreters that are waited for, in words; `None` once there are none.
    pub(crate) fn awaited(&self) -> Option<String> {
        let awaited = self.0.borrow();
        let titles: Vec<&str> = awaited.iter().map(|language| language.title()).collect();
        (!titles.is_empty()).then(|| format!("the interpreters of {}", titles.join(" and ")))
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

    /// Once a script that was handed in while its interpreter was compiled was called undecided.
    #[tokio::test]
    async fn a_language_waits_for_its_own_interpreter_alone() {
        let readiness = std::sync::Arc::new(Readiness::default());
        readiness.wait_for(vec![HandInLanguage::JavaScript, HandInLanguage::Python]);
        readiness.of(HandInLanguage::Wasm).await;
        let waiting = std::sync::Arc::clone(&readiness);
        let python = tokio::spawn(async move { waiting.of(HandInLanguage::Python).await });
        readiness.is_done(HandInLanguage::JavaScript);
        readiness.of(HandInLanguage::JavaScript).await;
        assert!(!python.is_finished());
        readiness.is_done(HandInLanguage::Python);
        python.await.unwrap();
    }
}
