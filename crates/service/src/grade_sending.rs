//! Sends grades to the course systems of all classes, on a thread of its own.

mod sender;

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use self::sender::Sender;
use crate::app::App;

/// Interval between looks at the queues.
const LOOK: Duration = Duration::from_millis(250);

/// Starts to send. A class without a queue is left alone.
pub(crate) fn begin(app: &Arc<App>) -> io::Result<JoinHandle<()>> {
    let app = Arc::clone(app);
    let send = move || {
        let mut sender = Sender::new(&app);
        while !app.stop.load(Ordering::Relaxed) {
            sender.look();
            thread::sleep(LOOK);
        }
    };
    thread::Builder::new().name("grades".to_owned()).spawn(send)
}
