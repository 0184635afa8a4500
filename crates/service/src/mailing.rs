//! Sends the mail of all classes, on a thread of its own.

mod sender;

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use self::sender::Sender;
use crate::app::App;

/// Interval between looks at the queues.
const LOOK: Duration = Duration::from_millis(250);
/// Time at the end of the service for a message that is being sent.
const FAREWELL: Duration = Duration::from_secs(5);

/// Starts to send, if the service has settings of mail.
pub(crate) fn begin(app: &Arc<App>) -> io::Result<Option<JoinHandle<()>>> {
    if app.mail.is_none() {
        return Ok(None);
    }
    let app = Arc::clone(app);
    let send = move || {
        let Some(mailing) = &app.mail else { return };
        let mut sender = Sender::new(&app, mailing);
        while !app.stop.load(Ordering::Relaxed) {
            sender.look();
            thread::sleep(LOOK);
        }
    };
    thread::Builder::new().name("mail".to_owned()).spawn(send).map(Some)
}

/// Waits for a message that is being sent, but not for a server that does not answer: the next service treats the
/// message as after a kill.
pub(crate) fn end(sender: JoinHandle<()>) {
    let begun = Instant::now();
    while !sender.is_finished() && begun.elapsed() < FAREWELL {
        thread::sleep(Duration::from_millis(10));
    }
    if sender.is_finished() {
        // A panic was already reported.
        drop(sender.join());
    }
}
