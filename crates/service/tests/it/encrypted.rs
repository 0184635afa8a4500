//! HTTPS without a reverse proxy.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use class_model::Person;
use service::TlsFiles;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::support::{Answer, PATIENCE, Served};

/// Returns the path of a certificate for `localhost` or its key. They are self-signed with openssl and valid from 2020
/// until 2120.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/tls").join(name)
}

fn certificate(name: &str) -> CertificateDer<'static> {
    CertificateDer::from_pem_file(file(name)).unwrap()
}

/// Returns a class served with a copy of a certificate and its key.
fn served() -> Served {
    Served::with_options("", false, |options, top| {
        put(top, "one");
        options.tls = Some(TlsFiles { certificate: top.join("certificate"), key: top.join("key") });
    })
}

/// Copies a certificate and its key to where the service reads them.
fn put(folder: &Path, name: &str) {
    std::fs::copy(file(&format!("{name}.pem")), folder.join("certificate")).unwrap();
    std::fs::copy(file(&format!("{name}.key")), folder.join("key")).unwrap();
}

type Encrypted = StreamOwned<ClientConnection, TcpStream>;

/// Returns a TLS connection of a browser that trusts both certificates.
fn connect(served: &Served) -> Encrypted {
    let mut roots = RootCertStore::empty();
    roots.add(certificate("one.pem")).unwrap();
    roots.add(certificate("other.pem")).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connection = ClientConnection::new(Arc::new(config), "localhost".try_into().unwrap()).unwrap();
    let mut stream = StreamOwned::new(connection, TcpStream::connect(served.address).unwrap());
    stream.conn.complete_io(&mut stream.sock).unwrap();
    stream
}

fn ask(mut stream: Encrypted, served: &Served, request: &str, more: &str, body: &str) -> Answer {
    let (host, length) = (served.address, body.len());
    let head = format!(
        "{request} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{more}Connection: close\r\n\r\n"
    );
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    Answer::parse(&bytes)
}

#[test]
fn pages_are_encrypted_and_cookies_are_for_that_alone() {
    let served = served();
    ask(connect(&served), &served, "GET /ki/", "", "").says(200, "Sign in");
    let link = served.link(&Person::Student { id: "1002".to_owned() });
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let entered = ask(connect(&served), &served, "POST /ki/enter", form, &format!("link={link}"));
    assert_eq!(entered.leads_to(), "/ki/");
    assert!(entered.header("set-cookie").unwrap().ends_with("; Secure"));
    let page = ask(connect(&served), &served, "GET /ki/enter", "", "").text();
    assert!(!page.contains("is not encrypted"), "{page}");
    // A client that does not speak TLS gets no answer and blocks no other clients.
    let mut silent = TcpStream::connect(served.address).unwrap();
    let mut plain = TcpStream::connect(served.address).unwrap();
    plain.write_all(b"GET /ki/ HTTP/1.1\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    drop(plain.read_to_end(&mut answer));
    assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
    ask(connect(&served), &served, "GET /healthz", "", "").says(200, "ok");
    // The service gives up on the handshake after a while.
    silent.set_read_timeout(Some(PATIENCE)).unwrap();
    assert_eq!(silent.read(&mut [0]).unwrap(), 0);
}

#[cfg(unix)]
#[test]
fn a_certificate_is_renewed_by_a_signal_and_stays_if_the_new_one_is_broken() {
    use rustix::process::{Signal, getpid, kill_process};

    let served = served();
    let folder = served.folder.parent().unwrap();
    let shown = || connect(&served).conn.peer_certificates().unwrap()[0].clone();
    assert_eq!(shown(), certificate("one.pem"));
    let renewed_to = |name: &str| {
        kill_process(getpid(), Signal::HUP).unwrap();
        crate::support::until("the certificate is another", || shown() == certificate(name));
    };
    put(folder, "other");
    assert_eq!(shown(), certificate("one.pem"), "nobody has said so");
    // Open connections continue.
    let connected = connect(&served);
    renewed_to("other.pem");
    ask(connected, &served, "GET /healthz", "", "").says(200, "ok");
    std::fs::copy(file("one.pem"), folder.join("certificate")).unwrap();
    kill_process(getpid(), Signal::HUP).unwrap();
    // The key does not match the certificate. Once it does, another signal reloads them.
    assert_eq!(shown(), certificate("other.pem"));
    put(folder, "one");
    renewed_to("one.pem");
}
