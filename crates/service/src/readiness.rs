//! The interpreters that are not compiled yet.

use class_model::HandInLanguage;
use tokio::sync::watch;

/// The languages whose interpreters are still being compiled. Until then, the service accepts scripts, but checks them
/// only once their interpreter is ready.
#[derive(Default)]
pub(crate) struct Readiness(watch::Sender<Vec<HandInLanguage>>);

impl Readiness {
    /// Sets the languages to wait for.
    pub(crate) fn wait_for(&self, languages: Vec<HandInLanguage>) {
        self.0.send_replace(languages);
    }

    /// Marks an interpreter as ready.
    pub(crate) fn is_done(&self, language: HandInLanguage) {
        self.0.send_modify(|awaited| awaited.retain(|other| *other != language));
    }

    /// Returns the number of interpreters that are not ready.
    pub(crate) fn count(&self) -> usize {
        self.0.borrow().len()
    }

    /// Returns `true` if the interpreter of a language is not ready.
    pub(crate) fn is_awaited(&self, language: HandInLanguage) -> bool {
        self.0.borrow().contains(&language)
    }

    /// Waits until the interpreter of a language is ready.
    pub(crate) async fn wait_until_ready(&self, language: HandInLanguage) {
        // This fails only if the sender is gone, but `self` owns it.
        drop(self.0.subscribe().wait_for(|awaited| !awaited.contains(&language)).await);
    }

    /// Returns the interpreters that are not ready, in words; `None` if all are.
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
        assert!(
            readiness.is_awaited(HandInLanguage::Python) && !readiness.is_awaited(HandInLanguage::JavaScript)
        );
        readiness.is_done(HandInLanguage::Python);
        assert_eq!(readiness.awaited(), None);
    }

    /// Regression test: a script handed in while its interpreter was being compiled was reported as undecided.
    #[tokio::test]
    async fn a_language_waits_for_its_own_interpreter_alone() {
        let readiness = std::sync::Arc::new(Readiness::default());
        readiness.wait_for(vec![HandInLanguage::JavaScript, HandInLanguage::Python]);
        readiness.wait_until_ready(HandInLanguage::Wasm).await;
        let waiting = std::sync::Arc::clone(&readiness);
        let python = tokio::spawn(async move { waiting.wait_until_ready(HandInLanguage::Python).await });
        readiness.is_done(HandInLanguage::JavaScript);
        readiness.wait_until_ready(HandInLanguage::JavaScript).await;
        assert!(!python.is_finished());
        readiness.is_done(HandInLanguage::Python);
        python.await.unwrap();
    }
}
