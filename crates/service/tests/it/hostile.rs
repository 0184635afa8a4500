//! Hostile requests.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use crate::support::{Answer, PATIENCE, Served, until};

#[test]
fn what_is_malformed_gets_an_answer_and_others_are_served() {
    let served = Served::new();
    let raw = |bytes: &[u8]| {
        let mut stream = TcpStream::connect(served.address).unwrap();
        drop(stream.write_all(bytes));
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer));
        if answer.is_empty() { 0 } else { Answer::parse(&answer).status }
    };
    let host = format!("Host: {}\r\n", served.address);
    assert_eq!(raw(b"nonsense\r\n\r\n"), 400);
    assert_eq!(raw(format!("GET /ki/ HTTP/1.1\r\n{host}X: {}\r\n\r\n", "x".repeat(1 << 20)).as_bytes()), 431);
    assert_eq!(raw(b"GET /ki/ HTTP/1.1\r\nConnection: close\r\n\r\n"), 421, "without a host");
    for (kib, status) in [(60, 200), (100, 431)] {
        let head =
            format!("GET /ki/ HTTP/1.1\r\n{host}X: {}\r\nConnection: close\r\n\r\n", "x".repeat(kib << 10));
        assert_eq!(raw(head.as_bytes()), status, "a head of {kib} KiB");
    }
    for other in ["evil.example".to_owned(), served.address.to_string()] {
        let head = format!("GET /ki/ HTTP/1.1\r\n{host}Host: {other}\r\nConnection: close\r\n\r\n");
        assert_eq!(raw(head.as_bytes()), 400, "two hosts, the second {other}");
    }
    let browser = served.anybody();
    for path in [
        "/ki/../../etc/passwd",
        "/ki/%2e%2e/%2e%2e/etc/passwd",
        "/ki/submissions/99999999999999999999",
        "/ki/submissions/-1",
        "/ki/submissions/1%00",
        "/ki/submissions/x",
        "/ki/games/x",
        "/ki/students/%FF",
        "/nothing/",
        "/ki/runs/x/%2e%2e%2f%2e%2e%2fclass.toml",
        "/ki/runs/../private/class.sqlite",
        "/-/../class.toml",
        "/ki/enter/%3Cscript%3E",
    ] {
        let status = browser.get(path).status;
        assert!((200..500).contains(&status), "{path}: {status}");
        assert_ne!(browser.get(path).header("content-type"), Some("text/plain; charset=utf-8"), "{path}");
        assert!(!browser.get(path).text().contains("<script>"), "{path}");
    }
    assert_eq!(browser.send("DELETE /ki/", "", b"").status, 405);
    let huge = vec![b'x'; 1 << 20];
    let kind = "Content-Type: application/x-www-form-urlencoded\r\n";
    browser
        .send("POST /ki/enter", kind, &[b"link=", &huge[..]].concat())
        .says(413, "the text in the form is larger than 64 KiB");
    browser.send("POST /ki/enter", kind, b"link=%FF%").says(403, "the link is invalid");
    browser.send("POST /ki/enter", "", b"link=1").says(400, "the form cannot be read");
    browser.get("/healthz").says(200, "ok");
}

#[test]
fn whoever_is_refused_while_they_send_gets_the_answer() {
    let served = Served::new();
    // More data than the system buffers for a connection.
    let large = vec![b'x'; 32 << 20];
    let mut stream = TcpStream::connect(served.address).unwrap();
    let head = format!(
        "POST /ki/submissions HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\nConnection: close\r\n\
         Content-Type: multipart/form-data; boundary=e\r\n\r\n",
        served.address,
        large.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&large).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    Answer::parse(&answer).says(401, "you are not signed in");
}

/// Raises the limit on open files: the default may be too low for both ends of a thousand connections.
#[cfg(unix)]
fn allow_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let most = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: most.map(|most| most.min(8192)), maximum: most }).unwrap();
}

#[cfg(not(unix))]
fn allow_many_files() {}

#[test]
fn a_thousand_idle_connections_are_in_nobodys_way_and_are_ended() {
    allow_many_files();
    let served = Served::new();
    let mut idle: Vec<TcpStream> = (0..1000).map_while(|_| TcpStream::connect(served.address).ok()).collect();
    if idle.len() < 1000 {
        println!("skipped: this machine allows {} connections alone", idle.len());
    }
    // Some clients send nothing, some begin a head, and one sends its head forever.
    for stream in idle.iter_mut().step_by(2) {
        stream.write_all(b"GET /ki/ HTTP/1.1\r\nX: ").unwrap();
    }
    let browser = served.anybody();
    browser.get("/ki/").says(200, "Sign in");
    served.student("1001").get("/ki/").says(200, "Am I in?");
    let mut slow = idle.swap_remove(0);
    until("a slow head is cut off", || {
        slow.set_nonblocking(true).unwrap();
        let mut answer = [0; 512];
        let is_over = matches!(slow.read(&mut answer), Ok(0)) || answer.starts_with(b"HTTP/1.1 408");
        is_over || slow.write_all(b"x").is_err()
    });
    for (at, mut stream) in idle.into_iter().enumerate() {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut answer = Vec::new();
        // The connection may also be reset, if some input was not read.
        if let Err(error) = stream.read_to_end(&mut answer) {
            assert_eq!(error.kind(), ErrorKind::ConnectionReset, "connection {at}");
        }
    }
    browser.get("/ki/").says(200, "Sign in");
}

/// `ssh -L` and containers forward another port of this machine.
#[test]
fn a_forwarded_port_of_this_machine_is_answered_and_changes_come_from_its_own_pages_alone() {
    let served = Served::new();
    let browser = served.anybody();
    for host in ["localhost:9000", "127.0.0.1:9000", "[::1]:9000", "localhost"] {
        let head = format!("Host: {host}\r\n");
        browser.send("GET /ki/", &head, b"").says(200, "Sign in");
        let form = format!("{head}Content-Type: application/x-www-form-urlencoded\r\n");
        let enter = |origin: &str| {
            browser.send("POST /ki/enter", &format!("{form}Origin: http://{origin}\r\n"), b"link=1")
        };
        enter(host).says(403, "the link is invalid");
        enter("localhost:9001").says(403, "sent by another site");
    }
    for host in ["evil.example", "evil.example:80", "localhost.evil.example:9000"] {
        browser
            .send("GET /ki/", &format!("Host: {host}\r\n"), b"")
            .says(421, "is not set up for this host name");
    }
}

#[test]
fn names_are_texts_wherever_they_stand() {
    let served = Served::new();
    let teacher = served.teacher();
    for page in [served.student("1001").get("/ki/"), teacher.get("/ki/"), teacher.get("/ki/students/1001")] {
        let text = page.text();
        assert!(text.contains("Ada &lt;script&gt;alert(1)&lt;/script&gt;"), "{text}");
        assert!(!text.contains("<script>alert"), "{text}");
        let policy = page.header("content-security-policy").unwrap();
        assert!(
            policy.contains("script-src 'self'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert_eq!(page.header("cache-control"), Some("no-store"));
    }
}
