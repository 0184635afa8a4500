//! A server with a certificate.

use std::net::TcpListener;
use std::path::Path;

use fleet::{Credentials, FleetError, FleetFolder, Role, Tls, status};

use crate::server::{has_server, start_server};

#[test]
fn a_certificate_that_nobody_vouches_for_is_named() {
    if !has_server() {
        return;
    }
    let top = tempfile::tempdir().unwrap();
    let folder = FleetFolder::at(top.path().join("fleet"));
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    // The service's tests have one of their own.
    let file = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../service/tests/it/tls").join(name);
    let tls = Tls { certificate: file("one.pem"), key: file("one.key") };
    folder.init(address, 4 << 30, Some(&tls)).unwrap();
    let added = folder.add("lab", Role::Coordinator).unwrap();
    let config = top.path().join("fleet/server.conf");
    let mut server = start_server(&config, address, &top.path().join("server.log"));
    let error =
        status(&format!("tls://{address}"), Credentials::read(Path::new(&added.credentials)).unwrap());
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(matches!(error, Err(FleetError::Tls { .. })), "{error:?}");
}
