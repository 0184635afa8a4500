//! A proxy between the server and all its clients, which repeats, swaps, changes, loses and cuts off messages by a
//! seed.
//!
//! It knows only the necessary part of NATS's protocol: `PUB` and `HPUB` of clients and `MSG` and `HMSG` of the server
//! have a line whose last word is the number of bytes that follow; everything else is a line, and is passed on.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use game::Dice;

/// Maximum time to hold back a message when no other follows.
const HOLD: Duration = Duration::from_millis(20);
/// Maximum number of messages of a tail that is cut off.
const LONGEST_TAIL: usize = 8;

/// The faults and their frequencies, per thousand messages.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Faults {
    /// Repeats a message.
    pub(crate) repeated: usize,
    /// Swaps a message with the next one.
    pub(crate) swapped: usize,
    /// Loses a message.
    pub(crate) lost: usize,
    /// Changes one byte of a message, if it has jobs for a worker.
    pub(crate) changed: usize,
    /// Loses a message and a few that follow in the same direction, and closes the connection.
    pub(crate) cut: usize,
    /// Maximum number of losses, changes, cuts, and repeated requests for jobs, whose second batch no worker takes:
    /// each may cost a lease.
    pub(crate) most: usize,
}

/// Number of faults that have occurred.
#[derive(Debug, Default)]
pub(crate) struct Done {
    pub(crate) repeated: AtomicUsize,
    pub(crate) asked_twice: AtomicUsize,
    pub(crate) swapped: AtomicUsize,
    pub(crate) lost: AtomicUsize,
    pub(crate) changed: AtomicUsize,
    pub(crate) cut: AtomicUsize,
}

/// A proxy that listens on its own port.
pub(crate) struct Proxy {
    pub(crate) url: String,
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    seed: u64,
    faults: Faults,
    /// Until then, everything is passed on.
    has_begun: AtomicBool,
    has_ended: AtomicBool,
    done: Done,
}

impl Proxy {
    /// Creates a proxy for the server at this address, which passes everything on until [`begin`](Proxy::begin) is
    /// called.
    pub(crate) fn before(server: SocketAddr, faults: Faults, seed: u64) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            seed,
            faults,
            has_begun: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
            done: Done::default(),
        });
        let sharing = Arc::clone(&shared);
        thread::spawn(move || {
            for (number, client) in (0..).zip(listener.incoming()) {
                if sharing.has_ended.load(Ordering::Relaxed) {
                    return;
                }
                // If the server is away, the proxy closes the connection.
                if let (Ok(client), Ok(server)) = (client, TcpStream::connect(server)) {
                    connect(&sharing, 2 * number, [&client, &server]).unwrap();
                    connect(&sharing, 2 * number + 1, [&server, &client]).unwrap();
                }
            }
        });
        Proxy { url: format!("nats://{address}"), address, shared }
    }

    /// Begins to disturb messages.
    pub(crate) fn begin(&self) {
        self.shared.has_begun.store(true, Ordering::Relaxed);
    }

    /// Number of faults that have occurred.
    pub(crate) fn done(&self) -> &Done {
        &self.shared.done
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        if thread::panicking() {
            let Shared { seed, faults, done, .. } = &*self.shared;
            drop(writeln!(io::stderr(), "seed {seed}: {faults:?}, {done:?}"));
        }
        self.shared.has_ended.store(true, Ordering::Relaxed);
        drop(TcpStream::connect(self.address));
    }
}

/// Passes data on from one stream to the other, on its own thread.
fn connect(shared: &Arc<Shared>, number: u64, [from, to]: [&TcpStream; 2]) -> io::Result<()> {
    let reading = from.try_clone()?;
    reading.set_read_timeout(Some(HOLD))?;
    to.set_nodelay(true)?;
    let way = Way {
        to: to.try_clone()?,
        dice: Dice::from_number(shared.seed << 32 | number),
        shared: Arc::clone(shared),
        held: None,
        tail: None,
    };
    thread::spawn(move || way.run(Frames { from: reading, bytes: Vec::new() }));
    Ok(())
}

/// The frames of a connection.
struct Frames {
    from: TcpStream,
    /// Bytes that are not a whole frame yet.
    bytes: Vec<u8>,
}

/// A line, with the bytes that follow it.
struct Frame {
    bytes: Vec<u8>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A line alone.
    Line,
    /// A request for the next jobs of a queue.
    Request,
    /// Jobs for a worker.
    Jobs,
    /// Another message.
    Message,
}

enum Event {
    Frame(Frame),
    /// Nothing has arrived for a while.
    Quiet,
    End,
}

impl Frames {
    fn next(&mut self) -> Event {
        let mut buffer = [0; 8 << 10];
        loop {
            if let Some(frame) = self.split() {
                return Event::Frame(frame);
            }
            match self.from.read(&mut buffer) {
                Ok(0) => return Event::End,
                Ok(count) => self.bytes.extend_from_slice(&buffer[..count]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    return Event::Quiet;
                }
                Err(_) => return Event::End,
            }
        }
    }

    /// Takes the first frame, if it is complete.
    fn split(&mut self) -> Option<Frame> {
        let line = self.bytes.iter().position(|byte| *byte == b'\n')? + 1;
        let words = str::from_utf8(&self.bytes[..line]).unwrap().trim_end();
        let kind = match words.split(' ').next() {
            Some("PUB" | "HPUB") if words.contains(" $JS.API.CONSUMER.MSG.NEXT.") => Kind::Request,
            Some("MSG" | "HMSG") if words.contains(" jobs.") => Kind::Jobs,
            Some("PUB" | "HPUB" | "MSG" | "HMSG") => Kind::Message,
            _ => Kind::Line,
        };
        let body = match kind {
            Kind::Line => 0,
            Kind::Request | Kind::Jobs | Kind::Message => {
                words.rsplit(' ').next()?.parse::<usize>().unwrap() + 2
            }
        };
        (self.bytes.len() >= line + body)
            .then(|| Frame { bytes: self.bytes.drain(..line + body).collect(), kind })
    }
}

/// One direction of a connection.
struct Way {
    to: TcpStream,
    dice: Dice,
    shared: Arc<Shared>,
    /// A message that goes behind the next one.
    held: Option<Vec<u8>>,
    /// Number of remaining messages of the tail that is being cut off.
    tail: Option<usize>,
}

#[derive(Clone, Copy)]
enum Fate {
    Passed,
    Repeated,
    Swapped,
    Lost,
    Changed,
    Cut,
}

impl Way {
    fn run(mut self, mut frames: Frames) {
        loop {
            let goes_on = match frames.next() {
                Event::Frame(frame) => self.take(frame),
                Event::Quiet => self.tail.is_none() && self.release().is_ok(),
                Event::End => false,
            };
            if !goes_on || self.shared.has_ended.load(Ordering::Relaxed) {
                break;
            }
        }
        // They may be closed already.
        drop(frames.from.shutdown(Shutdown::Both));
        drop(self.to.shutdown(Shutdown::Both));
    }

    /// Processes a frame. Returns `true` if the connection goes on.
    fn take(&mut self, mut frame: Frame) -> bool {
        if let Some(tail) = &mut self.tail {
            *tail = tail.saturating_sub(1);
            return *tail > 0;
        }
        if frame.kind == Kind::Line {
            return self.release().and_then(|()| self.to.write_all(&frame.bytes)).is_ok();
        }
        let passed = match self.fate(frame.kind) {
            Fate::Passed => self.to.write_all(&frame.bytes),
            Fate::Repeated => self.to.write_all(&frame.bytes).and_then(|()| self.to.write_all(&frame.bytes)),
            Fate::Swapped => {
                self.held = Some(frame.bytes);
                return true;
            }
            Fate::Lost => return true,
            Fate::Changed => {
                let line = frame.bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
                let body = frame.bytes.len() - line - 2;
                frame.bytes[line + self.dice.below(body)] ^= 1 << self.dice.below(8);
                self.to.write_all(&frame.bytes)
            }
            Fate::Cut => {
                self.tail = Some(1 + self.dice.below(LONGEST_TAIL));
                return true;
            }
        };
        passed.and_then(|()| self.release()).is_ok()
    }

    fn release(&mut self) -> io::Result<()> {
        self.held.take().map_or(Ok(()), |bytes| self.to.write_all(&bytes))
    }

    /// Chooses the fate of a message.
    fn fate(&mut self, kind: Kind) -> Fate {
        let Shared { faults, has_begun, done, .. } = &*self.shared;
        if !has_begun.load(Ordering::Relaxed) {
            return Fate::Passed;
        }
        let mut number = self.dice.below(1000);
        let (repeated, most_repeated) = match kind {
            Kind::Request => (&done.asked_twice, faults.most),
            Kind::Line | Kind::Jobs | Kind::Message => (&done.repeated, usize::MAX),
        };
        let most_changed = if kind == Kind::Jobs { faults.most } else { 0 };
        let most_swapped = if self.held.is_none() { usize::MAX } else { 0 };
        for (share, fate, count, most) in [
            (faults.repeated, Fate::Repeated, repeated, most_repeated),
            (faults.swapped, Fate::Swapped, &done.swapped, most_swapped),
            (faults.lost, Fate::Lost, &done.lost, faults.most),
            (faults.changed, Fate::Changed, &done.changed, most_changed),
            (faults.cut, Fate::Cut, &done.cut, faults.most),
        ] {
            if number < share {
                let counted = count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| {
                    (count < most).then_some(count + 1)
                });
                return if counted.is_ok() { fate } else { Fate::Passed };
            }
            number -= share;
        }
        Fate::Passed
    }
}
