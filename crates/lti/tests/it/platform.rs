//! A small course system, or provider of OpenID Connect, on the loopback address.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use lti::{Address, Registration, SigningKey, key_set};
use serde_json::{Value, json};

pub(crate) const CLIENT: &str = "muster-client";
pub(crate) const DEPLOYMENT: &str = "7";
pub(crate) const CLAIM: &str = "https://purl.imsglobal.org/spec/lti/claim/";
const ROLE: &str = "http://purl.imsglobal.org/vocab/lis/v2/membership";

/// An answer to all requests for a path.
#[derive(Clone)]
pub(crate) struct Canned {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
    /// Time to wait before the answer.
    pub(crate) delay: Duration,
}

/// A request as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) line: String,
    pub(crate) head: String,
    pub(crate) body: String,
}

/// A system that signs people in.
pub(crate) struct Platform {
    pub(crate) url: String,
    pub(crate) key: SigningKey,
    answers: Arc<Mutex<BTreeMap<String, Canned>>>,
    received: Arc<Mutex<Vec<Received>>>,
}

/// Returns an answer with JSON.
pub(crate) fn json_answer(body: &Value) -> Canned {
    Canned { status: 200, headers: Vec::new(), body: body.to_string().into_bytes(), delay: Duration::ZERO }
}

/// Returns the time in seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() as i64
}

impl Platform {
    pub(crate) fn start() -> Platform {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (answers, received) = (Arc::default(), Arc::default());
        {
            let (answers, received) = (Arc::clone(&answers), Arc::clone(&received));
            // The thread ends with the process of the test.
            std::thread::spawn(move || {
                for stream in listener.incoming().flatten() {
                    let (answers, received) = (Arc::clone(&answers), Arc::clone(&received));
                    std::thread::spawn(move || answer(stream, &answers, &received));
                }
            });
        }
        let platform = Platform { url, key: SigningKey::generate().unwrap(), answers, received };
        platform.publish(&[&platform.key]);
        platform
    }

    /// Publishes the public parts of these keys.
    pub(crate) fn publish(&self, keys: &[&SigningKey]) {
        let keys: Vec<Value> = keys.iter().map(|key| key.public()).collect();
        self.answer("/keys", json_answer(&key_set(&keys)));
    }

    /// Answers all requests for a path like this from now on.
    pub(crate) fn answer(&self, path: &str, answer: Canned) {
        self.answers.lock().unwrap().insert(path.to_owned(), answer);
    }

    /// Returns the requests so far for a path.
    pub(crate) fn received(&self, path: &str) -> Vec<Received> {
        let received = self.received.lock().unwrap();
        received.iter().filter(|request| path_of(&request.line) == path).cloned().collect()
    }

    pub(crate) fn address(&self, path: &str) -> Address {
        Address::parse(&format!("{}{path}", self.url)).unwrap()
    }

    pub(crate) fn registration(&self) -> Registration {
        Registration {
            issuer: self.url.clone(),
            client: CLIENT.to_owned(),
            authorization: self.address("/authorize"),
            token: self.address("/token"),
            audience: None,
            keys: self.address("/keys"),
            deployments: vec![DEPLOYMENT.to_owned()],
        }
    }

    /// Returns the claims of a launch by a learner.
    pub(crate) fn claims(&self, nonce: &str) -> Value {
        let mut claims = json!({
            "iss": self.url,
            "aud": CLIENT,
            "sub": "subject-1",
            "name": "Ada Lovelace",
            "email": "ada@example.org",
            "exp": now() + 300,
            "iat": now(),
            "nonce": nonce,
        });
        let lti = [
            ("version", json!("1.3.0")),
            ("message_type", json!("LtiResourceLinkRequest")),
            ("deployment_id", json!(DEPLOYMENT)),
            ("target_link_uri", json!("https://muster.example/ki/")),
            ("resource_link", json!({ "id": "link-1", "title": "Bots" })),
            ("roles", json!([format!("{ROLE}#Learner")])),
            ("context", json!({ "id": "course-1", "label": "AI", "title": "Artificial Intelligence" })),
        ];
        for (name, value) in lti {
            claims[format!("{CLAIM}{name}")] = value;
        }
        claims
    }

    /// Returns the claim of roles for these suffixes of the vocabulary of courses.
    pub(crate) fn roles(suffixes: &[&str]) -> Value {
        json!(suffixes.iter().map(|suffix| format!("{ROLE}{suffix}")).collect::<Vec<String>>())
    }
}

fn path_of(line: &str) -> &str {
    line.split([' ', '?']).nth(1).unwrap_or_default()
}

fn answer(
    mut stream: TcpStream,
    answers: &Mutex<BTreeMap<String, Canned>>,
    received: &Mutex<Vec<Received>>,
) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let (mut line, mut head) = (String::new(), String::new());
    reader.read_line(&mut line).ok()?;
    loop {
        let mut next = String::new();
        reader.read_line(&mut next).ok()?;
        if next.trim().is_empty() {
            break;
        }
        head.push_str(&next);
    }
    let length = head.lines().filter_map(|line| line.split_once(':'));
    let mut length = length.filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let length = length.next_back().and_then(|(_, length)| length.trim().parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let request = Received { line, head, body: String::from_utf8_lossy(&body).into_owned() };
    let found = answers.lock().ok()?.get(path_of(&request.line)).cloned();
    received.lock().ok()?.push(request);
    let missing = Canned { status: 404, headers: Vec::new(), body: Vec::new(), delay: Duration::ZERO };
    let Canned { status, headers, body, delay } = found.unwrap_or(missing);
    std::thread::sleep(delay);
    let mut text = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(text.as_bytes()).ok()?;
    stream.write_all(b"\r\n").ok()?;
    stream.write_all(&body).ok()
}
