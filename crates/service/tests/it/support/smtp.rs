//! An SMTP server on the loopback address, with faults.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The course of one message.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// The recipient is refused with this answer.
    Recipient(&'static str),
    /// The text is refused with this answer.
    Text(&'static str),
    /// The connection ends while the text is sent.
    DropInText,
    /// The message is taken, and the connection ends before the answer.
    DropAfterText,
    /// The message is taken, and the answer comes late.
    Delay(Duration),
}

/// A message that the server has taken.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) to: String,
    /// The text, with its headers; quoted-printable is decoded.
    pub(crate) text: String,
    pub(crate) was_encrypted: bool,
}

/// A stream of bytes in both directions.
pub(crate) trait Stream: Read + Write + Send {}
impl<T: Read + Write + Send> Stream for T {}

/// Encrypts a connection, as the server's side.
pub(crate) type Encrypt = Arc<dyn Fn(TcpStream) -> Box<dyn Stream> + Send + Sync>;

#[derive(Default)]
struct Shared {
    faults: Mutex<VecDeque<Fault>>,
    received: Mutex<Vec<Received>>,
    stop: AtomicBool,
    /// `user NUL password`, if the server asks for it.
    login: Option<String>,
    /// Encrypts connections after STARTTLS, or from the beginning.
    encrypt: Option<Encrypt>,
    is_immediate: bool,
}

/// The server. It ends when it is dropped.
pub(crate) struct MailServer {
    pub(crate) port: u16,
    shared: Arc<Shared>,
}

impl MailServer {
    pub(crate) fn start() -> MailServer {
        MailServer::with(Shared::default())
    }

    /// Returns a server that asks for a user and a password.
    pub(crate) fn with_login(user: &str, password: &str) -> MailServer {
        MailServer::with(Shared { login: Some(format!("\0{user}\0{password}")), ..Shared::default() })
    }

    /// Returns a server that encrypts, from the beginning or after STARTTLS.
    pub(crate) fn encrypted(encrypt: Encrypt, is_immediate: bool) -> MailServer {
        MailServer::with(Shared { encrypt: Some(encrypt), is_immediate, ..Shared::default() })
    }

    fn with(shared: Shared) -> MailServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(shared);
        let of_thread = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if of_thread.stop.load(Ordering::Relaxed) {
                    return;
                }
                let shared = Arc::clone(&of_thread);
                let Ok(stream) = stream else { continue };
                thread::spawn(move || drop(Talk::new(stream, &shared).and_then(|mut talk| talk.run())));
            }
        });
        MailServer { port, shared }
    }

    /// Lets the next messages meet these faults, in order; later ones meet none.
    pub(crate) fn fail(&self, faults: &[Fault]) {
        self.shared.faults.lock().unwrap().extend(faults.iter().cloned());
    }

    /// Returns the messages that the server has taken, in order.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.shared.received.lock().unwrap().clone()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        drop(TcpStream::connect(("127.0.0.1", self.port)));
    }
}

impl Received {
    /// Returns a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let head = self.text.split("\r\n\r\n").next().unwrap_or_default();
        head.split("\r\n").find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

/// A conversation with a client.
struct Talk<'s> {
    socket: TcpStream,
    stream: BufReader<Box<dyn Stream>>,
    shared: &'s Shared,
    is_encrypted: bool,
}

impl<'s> Talk<'s> {
    fn new(socket: TcpStream, shared: &'s Shared) -> io::Result<Talk<'s>> {
        socket.set_read_timeout(Some(Duration::from_mins(2)))?;
        let own = socket.try_clone()?;
        let encrypt = shared.encrypt.as_ref().filter(|_| shared.is_immediate);
        let stream = encrypt
            .map_or_else(|| Box::new(own) as Box<dyn Stream>, |encrypt| encrypt(socket.try_clone().unwrap()));
        Ok(Talk { socket, stream: BufReader::new(stream), shared, is_encrypted: encrypt.is_some() })
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.stream.get_mut().write_all(format!("{line}\r\n").as_bytes())?;
        self.stream.get_mut().flush()
    }

    fn run(&mut self) -> io::Result<()> {
        self.say("220 localhost ESMTP")?;
        let (mut to, mut fault, mut is_in) = (String::new(), None, self.shared.login.is_none());
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let line = line.trim_end();
            let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            match verb.as_str() {
                "EHLO" => {
                    let offers_tls = self.shared.encrypt.is_some() && !self.is_encrypted;
                    let more = if offers_tls { "250-STARTTLS\r\n" } else { "" };
                    self.say(&format!("250-localhost\r\n{more}250-AUTH PLAIN LOGIN\r\n250 8BITMIME"))?;
                }
                "STARTTLS" => {
                    self.say("220 go ahead")?;
                    let encrypt = self.shared.encrypt.as_ref().unwrap();
                    self.stream = BufReader::new(encrypt(self.socket.try_clone()?));
                    self.is_encrypted = true;
                }
                "AUTH" => {
                    let given = line.strip_prefix("AUTH PLAIN ").map(from_base64).unwrap_or_default();
                    is_in = self.shared.login.as_deref() == Some(given.as_str());
                    self.say(if is_in { "235 welcome" } else { "535 5.7.8 wrong user or password" })?;
                }
                "MAIL" if !is_in => self.say("530 5.7.0 sign in first")?,
                "MAIL" => {
                    fault = self.shared.faults.lock().unwrap().pop_front();
                    self.say("250 ok")?;
                }
                "RCPT" => {
                    to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                    match &fault {
                        Some(Fault::Recipient(answer)) => self.say(answer)?,
                        _ => self.say("250 ok")?,
                    }
                }
                "DATA" => {
                    self.say("354 go ahead")?;
                    if !self.take(&to, fault.take().as_ref())? {
                        return self.socket.shutdown(Shutdown::Both);
                    }
                }
                "QUIT" => return self.say("221 bye"),
                _ => self.say("250 ok")?,
            }
        }
    }

    /// Takes a text. Returns `false` if the connection is to end.
    fn take(&mut self, to: &str, fault: Option<&Fault>) -> io::Result<bool> {
        let mut text = String::new();
        loop {
            let before = text.len();
            if self.stream.read_line(&mut text)? == 0 || matches!(fault, Some(Fault::DropInText)) {
                return Ok(false);
            }
            if &text[before..] == ".\r\n" {
                text.truncate(before);
                break;
            }
        }
        if let Some(Fault::Text(answer)) = fault {
            self.say(answer)?;
            return Ok(true);
        }
        let received = Received { to: to.to_owned(), text: decoded(&text), was_encrypted: self.is_encrypted };
        self.shared.received.lock().unwrap().push(received);
        match fault {
            Some(Fault::DropAfterText) => return Ok(false),
            Some(Fault::Delay(time)) => thread::sleep(*time),
            _ => {}
        }
        self.say("250 2.0.0 queued")?;
        Ok(true)
    }
}

/// Decodes quoted-printable.
fn decoded(text: &str) -> String {
    let joined = text.replace("=\r\n", "");
    let mut bytes = Vec::new();
    let mut rest = joined.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| first == b'=');
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn from_base64(text: &str) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut count, mut bytes) = (0u32, 0, Vec::new());
    for letter in text.bytes().filter_map(|letter| DIGITS.iter().position(|digit| *digit == letter)) {
        (bits, count) = ((bits << 6) | letter as u32, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
