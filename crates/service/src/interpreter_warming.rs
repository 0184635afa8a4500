//! Compiles the interpreters of scripts before the first script is handed in.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use class_model::HandInLanguage;
use class_operations::OpenClass;
use class_operations::validation::{script_languages, warm_up};

use crate::app::App;

/// Pause after a first failed attempt, for example of a machine without memory. Each later pause is twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// Maximum pause between two attempts.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);

/// Compiles the interpreters on a separate thread, which the service does not wait for when it ends.
pub(crate) fn begin(app: &Arc<App>) -> io::Result<()> {
    // Interpreters do not depend on the game.
    let mut classes: Vec<(HandInLanguage, Arc<OpenClass>)> = Vec::new();
    for place in app.classes() {
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
        let mut pause = FIRST_PAUSE;
        loop {
            // Checks of modules go on. Those of scripts wait, because they would fail as well.
            classes.retain(|(language, class)| {
                let Err(error) = warm_up(class, &*app.validator, *language) else {
                    app.readiness.is_done(*language);
                    return false;
                };
                tracing::warn!(what = error.what, "an interpreter is not ready: scripts wait until it is");
                true
            });
            if classes.is_empty() {
                return;
            }
            thread::sleep(pause);
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    };
    thread::Builder::new().name("warming".to_owned()).spawn(compile).map(drop)
}
