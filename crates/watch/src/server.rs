//! Answers the page of this machine, and nobody else.
//!
//! It listens on the loopback address alone, on a port that the system chooses. Whoever asks needs the token in the address,
//! which is drawn anew each time. A page of another origin that has it all the same reads nothing: a name that resolves to
//! this machine is refused by the `Host` header, what another page asks for by `Sec-Fetch-Site`, and no answer allows another
//! origin anything.

mod answer;
mod gate;
mod request;

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use self::answer::Answer;
use self::gate::Gate;
use self::request::Request;
use crate::board::Board;

/// The most connections at a time; a page has two.
const CONNECTIONS: usize = 64;
/// How long whoever has connected may take to ask, and to read.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server of one page, which ends when it is dropped.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

/// What all connections share.
struct Shared {
    gate: Gate,
    board: Arc<Board>,
    connections: AtomicUsize,
}

impl Server {
    /// Begins to answer, on a port of the loopback address that is free.
    ///
    /// # Errors
    /// When the system has no such port, no thread, or no random bytes.
    pub fn open(board: Arc<Board>) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let gate = Gate::of(address.port())?;
        let shared = Arc::new(Shared { gate, board, connections: AtomicUsize::new(0) });
        let serving = Arc::clone(&shared);
        let accepting =
            thread::Builder::new().name("page".to_owned()).spawn(move || accept(&listener, &serving))?;
        Ok(Server { address, shared, accepting: Some(accepting) })
    }

    /// The page's address, which has the token.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.address, self.shared.gate.token())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.board.close();
        // It waits for a connection.
        drop(TcpStream::connect(self.address));
        if let Some(accepting) = self.accepting.take() {
            drop(accepting.join());
        }
    }
}

/// Answers each connection on a thread of its own, until the board is closed.
fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.board.is_closed() {
            return;
        }
        let Ok(stream) = stream else { continue };
        if shared.connections.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS {
            shared.connections.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let serving = Arc::clone(shared);
        let begun = thread::Builder::new().name("answer".to_owned()).spawn(move || {
            // Whoever has gone away needs no answer.
            drop(serve(stream, &serving));
            serving.connections.fetch_sub(1, Ordering::Relaxed);
        });
        if begun.is_err() {
            shared.connections.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Reads one request and answers it.
fn serve(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let head = request::read_head(&mut stream)?;
    let answer = match Request::parse(&head) {
        None => Answer::refusal(400),
        Some(request) => shared.gate.answer(&request, &shared.board),
    };
    stream.write_all(&answer.into_bytes())
}
