//! Access to the page's server, and its answers.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread;

use watch::{Board, MatchResult, Server};

/// A server with its board, and the parts of its URL.
struct Page {
    board: Arc<Board>,
    _server: Server,
    port: u16,
    token: String,
}

impl Page {
    fn open() -> Page {
        let board = Arc::new(Board::default());
        board.change(|view| view.bot.push_str("bot.js"));
        let server = Server::open(Arc::clone(&board)).unwrap();
        let url = server.url();
        let rest = url.strip_prefix("http://127.0.0.1:").expect("the loopback address");
        let (port, token) = rest.strip_suffix('/').and_then(|rest| rest.split_once('/')).unwrap();
        let (port, token) = (port.parse().unwrap(), token.to_owned());
        Page { board, _server: server, port, token }
    }

    /// Sends a raw request. Returns the status, the head and the body.
    fn send(&self, request: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
        (status, head.to_owned(), body.to_owned())
    }

    /// Requests a part of the page like a browser.
    fn get(&self, part: &str) -> (u16, String, String) {
        let Page { port, token, .. } = self;
        self.send(&format!(
            "GET /{token}/{part} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nSec-Fetch-Site: same-origin\r\n\r\n"
        ))
    }
}

#[test]
fn the_page_gets_all_its_parts() {
    let page = Page::open();
    for (part, kind, words) in [
        ("", "text/html", "muster watch"),
        ("watch.js", "text/javascript", "follow"),
        ("watch.css", "text/css", "--page"),
        ("state?after=0", "application/json", "\"bot\":\"bot.js\""),
    ] {
        let (status, head, body) = page.get(part);
        assert_eq!(status, 200, "{part}");
        assert!(head.contains(&format!("Content-Type: {kind}")), "{part}: {head}");
        assert!(body.contains(words), "{part}");
        for line in [
            "Referrer-Policy: no-referrer",
            "X-Content-Type-Options: nosniff",
            "X-Frame-Options: DENY",
            "frame-ancestors 'none'",
            "default-src 'none'",
            "Cross-Origin-Resource-Policy: same-origin",
            "Cache-Control: no-store",
        ] {
            assert!(head.contains(line), "{part}: {line}:\n{head}");
        }
        assert!(!head.to_lowercase().contains("access-control"), "{part}: {head}");
    }
}

#[test]
fn a_match_is_shown_in_the_page_alone() {
    let page = Page::open();
    assert_eq!(page.get("match").0, 404, "there is none yet");
    let result = MatchResult {
        save: 1,
        outcome: "won",
        text: "won".to_owned(),
        fault: Vec::new(),
        printed: String::new(),
    };
    page.board.show_match(result, "<title>a match</title>".to_owned());
    let (status, head, body) = page.get("match?save=1");
    assert_eq!((status, body.as_str()), (200, "<title>a match</title>"));
    assert!(
        head.contains("frame-ancestors 'self'") && head.contains("X-Frame-Options: SAMEORIGIN"),
        "{head}"
    );
}

#[test]
fn news_is_waited_for() {
    let page = Page::open();
    let (_, _, before) = page.get("state?after=0");
    assert!(before.starts_with("{\"revision\":1,"), "{before}");
    thread::scope(|scope| {
        let asking = scope.spawn(|| page.get("state?after=1"));
        page.board.change(|view| view.save = 7);
        let (_, _, news) = asking.join().unwrap();
        assert!(news.starts_with("{\"revision\":2,") && news.contains("\"save\":7"), "{news}");
    });
}

#[test]
fn nobody_else_is_answered() {
    let page = Page::open();
    let Page { port, token, .. } = &page;
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let ask = |line: &str, head: &str| page.send(&format!("{line} HTTP/1.1\r\n{head}\r\n"));
    let state = format!("/{token}/state?after=0");
    for (line, head, status) in [
        (format!("GET {state}"), own.clone(), 200),
        (format!("GET {state}"), format!("Host: localhost:{port}\r\n"), 200),
        (format!("GET {state}"), format!("{own}Sec-Fetch-Site: none\r\n"), 200),
        // Without the token, or with a part of it.
        ("GET /".to_owned(), own.clone(), 404),
        ("GET /state?after=0".to_owned(), own.clone(), 404),
        (format!("GET /{}/state?after=0", "0".repeat(32)), own.clone(), 404),
        (format!("GET /{}/state?after=0", &token[..31]), own.clone(), 404),
        (format!("GET /{token}"), own.clone(), 404),
        (format!("GET /{token}/../etc/passwd"), own.clone(), 404),
        (format!("GET /{token}/none"), own.clone(), 404),
        // DNS rebinding: a foreign name that resolves to this machine.
        (format!("GET {state}"), format!("Host: attacker.example:{port}\r\n"), 403),
        (format!("GET {state}"), "Host: 127.0.0.1\r\n".to_owned(), 403),
        (format!("GET {state}"), String::new(), 403),
        (format!("GET {state}"), format!("{own}Host: attacker.example\r\n"), 400),
        // A page of another site, or of another port of this machine.
        (format!("GET {state}"), format!("{own}Sec-Fetch-Site: cross-site\r\n"), 403),
        (format!("GET {state}"), format!("{own}Sec-Fetch-Site: same-site\r\n"), 403),
        (format!("POST {state}"), own.clone(), 405),
        (format!("OPTIONS {state}"), own.clone(), 405),
        (format!("HEAD {state}"), own.clone(), 405),
    ] {
        let (found, answer, body) = ask(&line, &head);
        assert_eq!(found, status, "{line}\n{head}{answer}");
        assert!(status == 200 || body.is_empty(), "{line}: {body}");
        assert!(!answer.to_lowercase().contains("access-control"), "{line}: {answer}");
    }
}

#[test]
fn sixty_four_dripping_connections_do_not_close_the_page() {
    let page = Page::open();
    let dripping: Vec<TcpStream> = (0..64)
        .map(|_| {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, page.port)).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nX: ").unwrap();
            stream
        })
        .collect();
    assert_eq!(page.get("state?after=0").0, 200);
    // The server has closed the oldest connections to admit later ones.
    let mut answer = Vec::new();
    assert!(matches!((&dripping[0]).read_to_end(&mut answer), Ok(0)), "{answer:?}");
}

#[test]
fn it_listens_on_the_loopback_address_alone_and_ends() {
    let page = Page::open();
    let loopback = SocketAddr::from((Ipv4Addr::LOCALHOST, page.port));
    assert!(TcpStream::connect(loopback).is_ok());
    #[cfg(target_os = "linux")]
    {
        let listens = listening(page.port);
        assert_eq!(listens, ["0100007F"], "127.0.0.1, and no other address");
    }
    drop(page);
    assert!(TcpStream::connect(loopback).is_err(), "nothing is left");
}

/// Returns the local addresses that listen on a port, in the format of `/proc/net/tcp` and `tcp6`.
#[cfg(target_os = "linux")]
fn listening(port: u16) -> Vec<String> {
    let tables = ["tcp", "tcp6"].map(|name| std::fs::read_to_string(format!("/proc/net/{name}")).unwrap());
    let lines = tables.iter().flat_map(|table| table.lines().skip(1));
    lines
        .filter_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (address, at) = words.get(1)?.split_once(':')?;
            let listens = words.get(3) == Some(&"0A") && u16::from_str_radix(at, 16) == Ok(port);
            listens.then(|| address.to_owned())
        })
        .collect()
}

#[test]
fn each_page_has_a_token_of_its_own() {
    let [one, other] = [Page::open(), Page::open()];
    assert_ne!(one.token, other.token);
    assert_eq!((one.token.len(), other.token.len()), (32, 32));
}
