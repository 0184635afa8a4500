//! Many connections from one address.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use tokio::net::TcpSocket;

use crate::support::{Answer, PATIENCE, Served, until};

/// Connects from another loopback address.
fn connect_from(address: &str, to: SocketAddr) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::new(address.parse().unwrap(), 0)).unwrap();
        socket.connect(to).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Opens an event stream and returns it with the status line.
fn follow_from(address: &str, to: SocketAddr) -> (TcpStream, String) {
    let mut stream = connect_from(address, to);
    // A rejected client is answered before it sends anything; the connection may be reset.
    drop(stream.write_all(format!("GET /ki/news HTTP/1.1\r\nHost: {to}\r\n\r\n").as_bytes()));
    let mut begun = [0; 12];
    drop(stream.read_exact(&mut begun));
    (stream, String::from_utf8_lossy(&begun).into_owned())
}

// Only Linux assigns all addresses in 127.0.0.0/8.
#[cfg(target_os = "linux")]
#[test]
fn an_address_with_too_many_is_told_so_and_others_are_served() {
    let served = Served::with_options("", false, |options, _| {
        options.most_per_address = Some(3);
        options.trust = vec!["127.0.0.3".parse().unwrap()];
    });
    let follow = |address: &str, count: usize| -> Vec<TcpStream> {
        let follow = |_| {
            let (stream, status) = follow_from(address, served.address);
            assert_eq!(status, "HTTP/1.1 200", "{address}");
            stream
        };
        (0..count).map(follow).collect()
    };
    let held = follow("127.0.0.2", 3);
    let mut answer = Vec::new();
    connect_from("127.0.0.2", served.address).read_to_end(&mut answer).unwrap();
    Answer::parse(&answer).says(503, "too many connections are open from your address");
    served.anybody().get("/ki/").says(200, "Sign in");
    // All connections of a reverse proxy have its address.
    let in_front = follow("127.0.0.3", 9);
    drop((held, in_front));
    until("whoever has closed some is served", || {
        follow_from("127.0.0.2", served.address).1 == "HTTP/1.1 200"
    });
}
