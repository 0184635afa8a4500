//! Listening on addresses and Unix sockets.

#[cfg(unix)]
mod socket {
    use std::io::{Read, Write};
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use class_model::Person;
    use service::{Listen, ServeOptions, serve};

    use crate::support::{self, Answer, Served};

    const URL: &str = "https://muster.example";

    fn served(socket: &str) -> Served {
        Served::with_options("", false, |options, top| {
            options.listen = Listen::Unix(top.join(socket));
            options.url = Some(URL.to_owned());
        })
    }

    fn ask(socket: &Path, request: &str, more: &str, body: &str) -> Answer {
        let mut stream = UnixStream::connect(socket).unwrap();
        let length = body.len();
        let head = format!(
            "{request} HTTP/1.1\r\nHost: muster.example\r\nContent-Length: {length}\r\n{more}Connection: close\r\n\r\n"
        );
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        Answer::parse(&bytes)
    }

    #[test]
    fn it_is_for_user_and_group_and_is_gone_at_the_end() {
        let served = served("socket");
        let socket = served.folder.with_file_name("socket");
        assert_eq!(std::fs::metadata(&socket).unwrap().permissions().mode() & 0o777, 0o660);
        ask(&socket, "GET /ki/", "", "").says(200, "Sign in");
        // A client that guesses shares the socket with users who have a valid link.
        let form = "Content-Type: application/x-www-form-urlencoded\r\n";
        for at in 0..20 {
            ask(&socket, "POST /ki/enter", form, &format!("link={at:032x}")).says(403, "the link is invalid");
        }
        ask(&socket, "POST /ki/enter", form, "link=more").says(429, "wait a minute");
        let link = served.link(&Person::Student { id: "1002".to_owned() });
        let entered = ask(&socket, "POST /ki/enter", form, &format!("link={link}"));
        assert!(entered.header("set-cookie").unwrap().contains("; Secure"));
        let left: Vec<String> = std::fs::read_dir(socket.parent().unwrap())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(left.len(), 2, "the class and the socket: {left:?}");
        let keeping = served.end();
        assert!(!socket.exists());
        drop(keeping);
    }

    #[test]
    fn what_an_ended_service_left_is_replaced_and_nothing_else() {
        let served = Served::with_options("", false, |options, top| {
            // A stale socket file without a listener.
            drop(UnixListener::bind(top.join("socket")).unwrap());
            options.listen = Listen::Unix(top.join("socket"));
            options.url = Some(URL.to_owned());
        });
        let socket = served.folder.with_file_name("socket");
        ask(&socket, "GET /healthz", "", "").says(200, "ok");
        refused(&served, &socket, Some(URL), "another program already listens there");
        ask(&socket, "GET /healthz", "", "").says(200, "ok");
        let file = served.folder.with_file_name("file");
        std::fs::write(&file, "mine").unwrap();
        refused(&served, &file, Some(URL), "the path exists and is not a socket");
        assert_eq!(std::fs::read(&file).unwrap(), b"mine");
        refused(&served, &served.folder.join("nothing/socket"), Some(URL), "cannot listen on");
        refused(&served, &served.folder.with_file_name("other"), None, "the address that browsers use for");
        assert!(!served.folder.with_file_name("other").exists());
        // Another service has replaced the socket, which must stay.
        std::fs::remove_file(&socket).unwrap();
        let other = UnixListener::bind(&socket).unwrap();
        let keeping = served.end();
        assert!(socket.exists());
        drop((other, keeping));
    }

    /// Checks that a service does not start on the socket.
    #[track_caller]
    fn refused(served: &Served, socket: &Path, url: Option<&str>, why: &str) {
        let options = ServeOptions {
            classes: vec![served.folder.clone()],
            listen: Listen::Unix(socket.to_owned()),
            url: url.map(str::to_owned),
            ..ServeOptions::default()
        };
        let validator = Arc::new(support::validator());
        let stop = Arc::new(AtomicBool::new(true));
        let compare = Arc::new(support::compare);
        let error = serve(&options, validator, None, compare, &stop, |_| panic!("it serves")).unwrap_err();
        assert!(error.what.contains(why), "{error}");
        assert!(!error.hints.is_empty());
    }
}
