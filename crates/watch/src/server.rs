//! A local server for the page of one user.
//!
//! It listens only on the loopback address, on a port chosen by the system. Requests need the token in the URL, which
//! is random for each server. Even a page of another origin that knows the token can read nothing: DNS rebinding is
//! rejected by the `Host` header, requests of other pages by `Sec-Fetch-Site`, and no answer allows cross-origin
//! access.

mod access;
mod answer;
mod request;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use self::access::AccessGate;
use self::answer::Answer;
use self::request::Request;
use crate::page_state::Board;

/// Maximum number of requests answered at a time; a page has two.
const REQUESTS: usize = 64;
/// Maximum number of connections without a complete request. A further one closes the oldest.
const SILENT: usize = 32;
/// Maximum time to receive the whole head of a request.
const ASKING: Duration = Duration::from_secs(10);
/// Maximum time to send a part of the answer.
const READING: Duration = Duration::from_secs(10);

/// A server of one page, which stops when it is dropped.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

/// State shared by all connections.
struct Shared {
    gate: AccessGate,
    board: Arc<Board>,
    requests: AtomicUsize,
    silent: Mutex<SilentConnections>,
}

impl Shared {
    fn silent(&self) -> MutexGuard<'_, SilentConnections> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request being answered, until it is dropped.
struct AnswerInProgress<'s>(&'s Shared);

impl<'s> AnswerInProgress<'s> {
    fn begin(shared: &'s Shared) -> io::Result<AnswerInProgress<'s>> {
        let answering = AnswerInProgress(shared);
        let others = shared.requests.fetch_add(1, Ordering::Relaxed);
        if others < REQUESTS { Ok(answering) } else { Err(io::ErrorKind::QuotaExceeded.into()) }
    }
}

impl Drop for AnswerInProgress<'_> {
    fn drop(&mut self) {
        self.0.requests.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Connections without a complete request, oldest first.
#[derive(Default)]
struct SilentConnections {
    next: u64,
    streams: VecDeque<(u64, TcpStream)>,
}

impl SilentConnections {
    /// Adds a connection and closes the oldest one if there are too many. Returns the number of the new one.
    fn add(&mut self, stream: &TcpStream) -> io::Result<u64> {
        self.next += 1;
        self.streams.push_back((self.next, stream.try_clone()?));
        if self.streams.len() > SILENT
            && let Some((_, oldest)) = self.streams.pop_front()
        {
            // It may already be closed.
            drop(oldest.shutdown(Shutdown::Both));
        }
        Ok(self.next)
    }

    fn remove(&mut self, number: u64) {
        self.streams.retain(|(own, _)| *own != number);
    }
}

impl Server {
    /// Starts to serve on a free port of the loopback address.
    ///
    /// # Errors
    /// If the system provides no port, thread or random bytes.
    pub fn open(board: Arc<Board>) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let gate = AccessGate::new(address.port())?;
        let (requests, silent) = (AtomicUsize::new(0), Mutex::default());
        let shared = Arc::new(Shared { gate, board, requests, silent });
        let serving = Arc::clone(&shared);
        let accepting =
            thread::Builder::new().name("page".to_owned()).spawn(move || accept(&listener, &serving))?;
        Ok(Server { address, shared, accepting: Some(accepting) })
    }

    /// Returns the URL of the page, with the token.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.address, self.shared.gate.token())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.board.close();
        // Wakes the thread that waits for a connection.
        drop(TcpStream::connect(self.address));
        if let Some(accepting) = self.accepting.take() {
            drop(accepting.join());
        }
    }
}

/// Answers each connection on a separate thread, until the board is closed.
fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.board.is_closed() {
            return;
        }
        let Ok(stream) = stream else { continue };
        let Ok(number) = shared.silent().add(&stream) else { continue };
        let serving = Arc::clone(shared);
        let begun = thread::Builder::new().name("answer".to_owned()).spawn(move || {
            // The client may be gone.
            drop(serve(stream, number, &serving));
        });
        if begun.is_err() {
            shared.silent().remove(number);
        }
    }
}

/// Reads one request and answers it.
fn serve(mut stream: TcpStream, number: u64, shared: &Shared) -> io::Result<()> {
    stream.set_write_timeout(Some(READING))?;
    let begun = Instant::now();
    let head = request::read_head(&mut stream, |stream| {
        let left = ASKING.checked_sub(begun.elapsed()).filter(|left| !left.is_zero());
        stream.set_read_timeout(Some(left.ok_or(io::ErrorKind::TimedOut)?))
    });
    shared.silent().remove(number);
    let head = head?;
    let _answering = AnswerInProgress::begin(shared)?;
    let answer = match Request::parse(&head) {
        None => Answer::refusal(400),
        Some(request) => shared.gate.answer(&request, &shared.board),
    };
    stream.write_all(&answer.into_bytes())
}
