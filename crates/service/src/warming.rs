//! The interpreters of scripts are compiled before the first script is handed in.

use std::io;
use std::sync::Arc;
use std::thread;

use class::HandInLanguage;
use classroom::{OpenClass, script_languages, warm_up};

use crate::app::App;

/// Compiles the interpreters on a thread of its own, which the end of the service does not wait for.
pub(crate) fn begin(app: &Arc<App>) -> io::Result<()> {
    // An interpreter is the same for every game.
    let mut classes: Vec<(HandInLanguage, Arc<OpenClass>)> = Vec::new();
    for place in app.classes.values() {
        let (class, _) = place.current();
        for language in script_languages(&class) {
            if classes.iter().all(|(other, _)| *other != language) {
                classes.push((language, Arc::clone(&class)));
            }
        }
    }
    app.readiness.wait_for(classes.iter().map(|(language, _)| *language).collect());
    let app = Arc::clone(app);
    let compile = move || {
        for (language, class) in classes {
            // Modules may be handed in all the same, and whoever hands in a script is told why it has to wait.
            if let Err(error) = warm_up(&class, &*app.validator, language) {
                tracing::warn!(what = error.what, "the first script will take longer");
            }
            app.readiness.is_done(language);
        }
    };
    thread::Builder::new().name("warming".to_owned()).spawn(compile).map(drop)
}
