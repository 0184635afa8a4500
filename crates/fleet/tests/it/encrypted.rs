//! A server with a certificate.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::Child;
use std::thread;

use fleet::{Credentials, FleetError, FleetFolder, Role, Tls, status};
use tempfile::TempDir;

use crate::server::{has_server, start_server};

/// A server with an untrusted certificate.
struct Secured {
    top: TempDir,
    address: SocketAddr,
    server: Child,
}

impl Secured {
    fn start() -> Option<Secured> {
        if !has_server() {
            return None;
        }
        let top = tempfile::tempdir().unwrap();
        let folder = FleetFolder::at(top.path().join("fleet"));
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        // The certificate of the service's tests.
        let file =
            |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../service/tests/it/tls").join(name);
        let tls = Tls { certificate: file("one.pem"), key: file("one.key") };
        folder.init(address, 4 << 30, Some(&tls)).unwrap();
        folder.add("lab", Role::Coordinator).unwrap();
        let config = top.path().join("fleet/server.conf");
        let server = start_server(&config, address, &top.path().join("server.log"));
        Some(Secured { top, address, server })
    }

    fn credentials(&self) -> Credentials {
        Credentials::read(&self.top.path().join("fleet/credentials/lab.seed")).unwrap()
    }
}

impl Drop for Secured {
    fn drop(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }
}

#[test]
fn a_certificate_that_nobody_vouches_for_is_named() {
    let Some(secured) = Secured::start() else { return };
    let error = status(&format!("tls://{}", secured.address), secured.credentials());
    assert!(matches!(error, Err(FleetError::Tls { .. })), "{error:?}");
}

/// A server on a busy machine ends a handshake that takes too long. The next handshake shows the actual problem.
#[test]
fn a_certificate_is_named_although_a_busy_server_cuts_off_handshakes() {
    let Some(secured) = Secured::start() else { return };
    let gate = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("tls://{}", gate.local_addr().unwrap());
    let address = secured.address;
    let busy = thread::spawn(move || {
        let mut cut = 0;
        while cut < 3 {
            let (mut client, _) = gate.accept().unwrap();
            let mut server = TcpStream::connect(address).unwrap();
            // The server announces TLS; the gate closes the connection after the client's next message.
            let mut info = [0; 4096];
            let read = server.read(&mut info).unwrap();
            client.write_all(&info[..read]).unwrap();
            let _ = client.read(&mut info).unwrap();
            cut += 1;
        }
        let (mut client, _) = gate.accept().unwrap();
        let mut server = TcpStream::connect(address).unwrap();
        let (mut from_client, mut to_client) = (client.try_clone().unwrap(), server.try_clone().unwrap());
        let back = thread::spawn(move || io::copy(&mut to_client, &mut client));
        drop(io::copy(&mut from_client, &mut server));
        drop(server.shutdown(Shutdown::Both));
        drop(back.join());
    });
    let error = status(&url, secured.credentials());
    assert!(matches!(error, Err(FleetError::Tls { .. })), "{error:?}");
    assert!(error.unwrap_err().to_string().contains("certificate"));
    busy.join().unwrap();
}
