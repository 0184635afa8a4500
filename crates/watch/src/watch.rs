//! Follows a bot's files and plays every save.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use explain::{Error, Kind};
use game::visible_path;
use play::LocalValidator;
use script::BuildError;

use crate::build::is_module;
use crate::follower::Follower;
use crate::page_state::Board;
use crate::plan::WatchPlan;
use crate::save_pipeline::{Event, Save, SavePipeline};
use crate::server::Server;

/// Interval between looks at the files.
const PAUSE: Duration = Duration::from_millis(50);

/// Prints a line.
type Tell<'a> = &'a mut dyn FnMut(&str) -> Result<(), Error>;

/// Watches a bot until `stop` is set. Calls `tell` with each line for the terminal; the first line is the URL of the
/// page.
///
/// # Errors
/// If the bot or the opponent does not exist, the page cannot be served, or the host fails.
pub fn watch(
    plan: &WatchPlan<'_>,
    validator: &LocalValidator,
    stop: &AtomicBool,
    tell: Tell<'_>,
) -> Result<(), Error> {
    let mut follower = begin(&plan.bot, plan.game.is_some())?;
    let board = Arc::new(Board::default());
    board.change(|view| {
        view.bot = plan.bot.file_name().unwrap_or_default().to_string_lossy().into_owned();
    });
    let server = Server::open(Arc::clone(&board)).map_err(|error| {
        Error::new(Kind::Host, format!("cannot serve a page on this machine's loopback address: {error}"))
    })?;
    tell(&server.url())?;
    thread::scope(|scope| {
        let (saves, waiting) = mpsc::channel();
        let (sender, events) = mpsc::channel();
        let mut desk = SavePipeline::new(plan, validator, &board, sender);
        let playing = scope.spawn(move || waiting.iter().try_for_each(|save| desk.take(&save)));
        let mut session = Session { saves: Saves::new(saves), events, follower: &mut follower };
        let followed = session.follow(stop, tell);
        session.saves.end();
        drop(session);
        followed.and(ending(playing))
    })
}

/// Finds the bot, or returns why it cannot be followed.
fn begin(bot: &Path, is_game_known: bool) -> Result<Follower, Error> {
    let failed = |error: BuildError| Error::wrap(Kind::Input, &error.beside(bot));
    if !is_module(bot) && script::Interpreter::for_path(bot).is_none() {
        return Err(failed(script::no_script(bot)).hint("`muster watch` takes a script or a .wasm file"));
    }
    let follower = Follower::new(bot).map_err(failed)?;
    if !follower.has_bot() {
        return Err(Error::input(format!("cannot find the file {}", visible_path(bot))));
    }
    if is_module(bot) && !is_game_known {
        return Err(Error::input(format!("{} does not say which game it plays", visible_path(bot)))
            .hint(format!("name it: --game NAME, one of {}; or a file with rules", games::names())));
    }
    Ok(follower)
}

/// Returns the result of the desk.
fn ending(playing: ScopedJoinHandle<'_, Result<(), Error>>) -> Result<(), Error> {
    playing.join().unwrap_or_else(|_| Err(Error::new(Kind::Host, "the thread that plays the saves panicked")))
}

/// Sends saves to the desk.
struct Saves {
    waiting: Option<Sender<Save>>,
    number: u32,
    stop: Arc<AtomicBool>,
}

impl Saves {
    fn new(waiting: Sender<Save>) -> Saves {
        Saves { waiting: Some(waiting), number: 0, stop: Arc::default() }
    }

    /// Plays the current files and stops the work on earlier ones.
    fn next(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
        self.number += 1;
        if let Some(waiting) = &self.waiting {
            // If the desk has ended, joining its thread reports why.
            drop(waiting.send(Save { number: self.number, stop: Arc::clone(&self.stop) }));
        }
    }

    /// Stops the work and ends the desk.
    fn end(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.waiting = None;
    }
}

/// Follows the files while the desk plays their saves.
struct Session<'a> {
    saves: Saves,
    events: Receiver<Event>,
    follower: &'a mut Follower,
}

impl Session<'_> {
    /// Follows the files until `stop` is set or the desk has ended.
    fn follow(&mut self, stop: &AtomicBool, tell: Tell<'_>) -> Result<(), Error> {
        self.saves.next();
        while !stop.load(Ordering::Relaxed) {
            match self.events.recv_timeout(PAUSE) {
                Ok(Event::Line(line)) => tell(&line)?,
                // The files of an earlier save may be outdated.
                Ok(Event::Asked(number, files)) if number == self.saves.number => self.follower.keep(files),
                Ok(Event::Asked(..)) => {}
                Err(RecvTimeoutError::Timeout) => {
                    if self.follower.look() {
                        self.saves.next();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(())
    }
}
