//! Compiles the interpreters of scripts before the first script is handed in.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use class_model::HandInLanguage;
use class_operations::OpenClass;
use class_operations::validation::{script_languages, warm_up};
use explain::Kind;

use crate::app::App;

/// Maximum number of attempts to compile an interpreter, in case the machine is busy.
const ATTEMPTS: u32 = 10;
/// Pause between two attempts.
const PAUSE: Duration = Duration::from_secs(5);

/// Compiles the interpreters on a separate thread, which the service does not wait for when it ends.
pub(crate) fn begin(app: &Arc<App>) -> io::Result<()> {
    // Interpreters do not depend on the game.
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
            // Modules can be checked meanwhile; scripts wait.
            for attempt in 1..=ATTEMPTS {
                let Err(error) = warm_up(&class, &*app.validator, language) else { break };
                tracing::warn!(what = error.what, attempt, "an interpreter is not ready");
                if error.kind != Kind::Undecided {
                    break;
                }
                thread::sleep(PAUSE);
            }
            app.readiness.is_done(language);
        }
    };
    thread::Builder::new().name("warming".to_owned()).spawn(compile).map(drop)
}
