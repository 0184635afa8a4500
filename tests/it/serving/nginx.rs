//! nginx in front of a service, with the configuration from the guide for teachers.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::support::{await_value, top};

/// nginx, which terminates TLS for a service.
pub(super) struct Nginx {
    process: Child,
    folder: PathBuf,
    port: u16,
    /// The port of the service.
    pub(super) port_of_service: u16,
}

/// Finds a program; Debian installs nginx outside of users' paths.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let more = [top().join("target/tools/bin"), PathBuf::from("/usr/sbin")];
    let folders = std::env::split_paths(&path).chain(more);
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}

pub(super) fn is_installed() -> bool {
    program("nginx").is_some() && program("openssl").is_some()
}

/// Returns an unused port.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Creates a certificate for this machine, and its key.
fn make_certificate(folder: &Path) {
    let mut command = Command::new(program("openssl").unwrap());
    command.args([
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "30",
    ]);
    command.args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]);
    command.arg("-keyout").arg(folder.join("key.pem")).arg("-out").arg(folder.join("certificate.pem"));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Returns the guide's configuration, with the names and paths of this test.
fn snippet(folder: &Path, port: u16, port_of_service: u16) -> String {
    let guide = fs::read_to_string(top().join("docs/teachers/serving.md")).unwrap();
    let begin = guide.find("# A personal link is a secret").unwrap();
    let text = &guide[begin..begin + guide[begin..].find("```").unwrap()];
    let [certificate, key, log] = ["certificate.pem", "key.pem", "access.log"].map(|name| folder.join(name));
    [
        ("443 ssl", format!("127.0.0.1:{port} ssl")),
        ("muster.example.org", "localhost".to_owned()),
        ("/var/log/nginx/access.log", log.display().to_string()),
        ("/etc/ssl/muster.pem", certificate.display().to_string()),
        ("/etc/ssl/private/muster.pem", key.display().to_string()),
        ("127.0.0.1:8080", format!("127.0.0.1:{port_of_service}")),
    ]
    .iter()
    .fold(text.to_owned(), |text, (of_guide, of_test)| {
        assert!(text.contains(of_guide), "the guide has no {of_guide}");
        text.replace(of_guide, of_test)
    })
}

impl Nginx {
    pub(super) fn begin(above: &Path) -> Nginx {
        let folder = above.join("nginx");
        fs::create_dir(&folder).unwrap();
        make_certificate(&folder);
        let (port, port_of_service) = (free_port(), free_port());
        let own = folder.display();
        let places: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {own}/{name};\n"))
            .concat();
        let text = format!(
            "daemon off;\nmaster_process off;\npid {own}/pid;\nerror_log {own}/error.log;\nevents {{}}\nhttp {{\n{places}{}}}\n",
            snippet(&folder, port, port_of_service)
        );
        fs::write(folder.join("nginx.conf"), text).unwrap();
        let mut command = Command::new(program("nginx").unwrap());
        command.arg("-c").arg(folder.join("nginx.conf")).arg("-e").arg(folder.join("error.log"));
        let process = command.stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().unwrap();
        let nginx = Nginx { process, folder, port, port_of_service };
        await_value("nginx listens", || TcpStream::connect(("127.0.0.1", port)).ok());
        nginx
    }

    /// Returns the address for browsers.
    pub(super) fn url(&self) -> String {
        format!("https://localhost:{}", self.port)
    }

    /// Ends it, and returns its log of requests.
    pub(super) fn end(mut self) -> String {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        fs::read_to_string(self.folder.join("access.log")).unwrap()
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
