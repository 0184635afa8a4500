//! `muster submit`: a program hands in with a token.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use serde_json::Value;

use super::{Serving, bot, class};
use crate::support::{muster, run};

#[test]
fn a_program_hands_in_with_a_token() {
    let (top, folder) = class();
    let serving = Serving::begin(&folder, &["--no-play"]);
    let student = serving.enter(&serving.link(&folder, &["1001"]));
    let token = serving.make_token(&student, "submit");
    let file = |name: &str, bytes: &[u8]| {
        let path = top.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let (good, bad) = (file("greedy.wasm", &bot()), file("bad.wasm", b"\0asm\x01\0\0\0nonsense"));
    let kept = file("token", format!("{token}\n").as_bytes());
    let submit = |file: &str, to: &str, token: &str| {
        let output = muster().args(["submit", file, "--to", to]).env("MUSTER_TOKEN", token).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    // Its output and exit code are those of the command on the folder.
    let (code, out, err) = submit(&good, &serving.url, &token);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with("submission 1 of Ada\n  received "), "{out}");
    assert!(out.contains("  active: submission 1 ("), "{out}");
    let (local, said, _) = run(&["class", "submit", &folder, "1002", &good]);
    let without_moments = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| {
                !["submission", "  received ", "  receipt "].iter().any(|begin| line.starts_with(begin))
            })
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(local, 0);
    assert_eq!(
        without_moments(
            &said.replace("  note: identical to submission 1\n", "").replace("submission 2", "submission 1")
        ),
        without_moments(&out)
    );
    let receipt = out.lines().find_map(|line| line.strip_prefix("  receipt ")).unwrap();
    let (code, proved, err) = run(&["class", "check", &folder, "--receipt", receipt]);
    assert_eq!(code, 0, "{err}");
    assert!(proved.starts_with("the receipt is valid: submission 1 of Ada\n"), "{proved}");
    let (code, out, err) = submit(&bad, &serving.url, &token);
    assert_eq!(code, Some(4), "{err}");
    assert!(out.contains("  refused\n") && err.contains("it is kept but does not count"), "{out}{err}");
    let (code, out, _) = run(&["submit", &good, "--to", &serving.url, "--token-file", &kept, "--json"]);
    let answered: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, answered["submitted"]["submission"].as_u64()), (0, Some(4)));
    // A failure reports its reason.
    let other = serving.url.replace("/ki/", "/other/");
    let read = serving.make_token(&student, "read");
    let nowhere = "http://127.0.0.1:9/ki/";
    for (file, to, token, code, what) in [
        (&good, &*serving.url, "", 1, "MUSTER_TOKEN contains no token"),
        (&good, &serving.url, &*"0".repeat(32), 4, "the token is invalid, expired or revoked"),
        (&good, &serving.url, &read, 4, "this token is for another purpose"),
        (&good, &other, &token, 1, "there is no such class"),
        (&good, nowhere, &token, 5, "cannot reach http://127.0.0.1:9/ki/"),
        (&good, "ki", &token, 1, "is not the address of a class"),
        (&"nothing.wasm".to_owned(), &serving.url, &token, 1, "cannot read nothing.wasm"),
        (&kept, &serving.url, &token, 1, "none of its files is a bot"),
    ] {
        let (ended, _, err) = submit(file, to, token);
        assert_eq!(ended, Some(code), "{err}");
        assert!(err.contains(what) && (token.is_empty() || !err.contains(token)), "{what}: {err}");
    }
    assert_eq!(run(&["class", "close", &folder]).0, 0);
    let (code, _, err) = submit(&good, &serving.url, &token);
    assert_eq!(code, Some(4), "{err}");
    assert!(err.contains("rejected: the class was closed"), "{err}");
    let (code, said) = serving.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains(&token), "{said}");
}

#[test]
fn a_token_goes_nowhere_but_where_it_is_sent() {
    let top = tempfile::tempdir().unwrap();
    let bot_file = top.path().join("bot.wasm");
    fs::write(&bot_file, bot()).unwrap();
    let token = "0123456789abcdef0123456789abcdef";
    for (answer, code, what) in [
        ("302 Found\r\nLocation: http://127.0.0.1:9/ki/", 1, "redirects to http://127.0.0.1:9/ki/"),
        ("200 OK", 1, "is not a class that this program can hand in to"),
        ("404 Not Found", 1, "is not a class that this program can hand in to"),
        ("413 Content Too Large", 1, "too large"),
        ("500 Internal Server Error", 5, "it answered 500"),
        ("502 Bad Gateway", 5, "your hand-in may have arrived"),
        ("504 Gateway Timeout", 5, "your hand-in may have arrived"),
        ("201 Created", 5, "do not hand in again"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let to = format!("http://{}/ki/", listener.local_addr().unwrap());
        let answering = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            read_request(&mut stream);
            stream
                .write_all(
                    format!("HTTP/1.1 {answer}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}")
                        .as_bytes(),
                )
                .unwrap();
        });
        let output = muster()
            .args(["submit", bot_file.to_str().unwrap(), "--to", &to])
            .env("MUSTER_TOKEN", token)
            .output();
        let output = output.unwrap();
        answering.join().unwrap();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{answer}: {err}");
        assert!(err.contains(what) && !err.contains(token), "{answer}: {err}");
    }
}

/// Reads a request with all of its body.
fn read_request(stream: &mut TcpStream) {
    let (mut request, mut part) = (Vec::new(), [0; 4096]);
    loop {
        let read = stream.read(&mut part).unwrap();
        request.extend_from_slice(&part[..read]);
        let Some(end) = request.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&request[..end]).to_ascii_lowercase();
        let length =
            head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
        if read == 0 || request.len() >= end + 4 + length.unwrap() {
            return;
        }
    }
}
