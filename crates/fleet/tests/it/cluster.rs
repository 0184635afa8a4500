//! Existing servers that others run: a cluster of three, and a single one.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command};

use async_nats::jetstream::{self, Context};
use fleet::{
    Credentials, FleetError, FleetExecutor, FleetFolder, FleetValidator, Key, Role, ServerState, subject,
};
use job::Executor;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::server::{Fleet, await_true, connect, has_server, start_server};
use crate::stub::{Place, StubExecutor, StubValidator, builtin, job};
use crate::{ENGINE, Worker, collect};

const STREAMS: [&str; 4] = [subject::JOBS, subject::RESULTS, subject::MODULES, subject::WORKERS];

/// A cluster of three servers.
struct Cluster {
    top: TempDir,
    addresses: Vec<SocketAddr>,
    routes: Vec<SocketAddr>,
    servers: Vec<Option<Child>>,
    admin: Key,
}

impl Cluster {
    /// Starts three servers with one user, who may do everything.
    fn start() -> Option<Cluster> {
        if !has_server() {
            return None;
        }
        let top = tempfile::tempdir().unwrap();
        // Another process may take a port in the meantime. Then the server does not start, and says so.
        let ports: Vec<TcpListener> = (0..6).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let mut addresses: Vec<SocketAddr> = ports.iter().map(|port| port.local_addr().unwrap()).collect();
        drop(ports);
        let routes = addresses.split_off(3);
        let mut cluster = Cluster { top, addresses, routes, servers: Vec::new(), admin: Key::fresh() };
        let admin = cluster.admin.public();
        cluster.configure(&format!("MUSTER {{ jetstream: enabled, users: [{{ nkey: {admin} }}] }}\n"));
        for number in 0..3 {
            let log = cluster.top.path().join(format!("{number}.log"));
            let server = start_server(&cluster.config(number), cluster.addresses[number], &log);
            cluster.servers.push(Some(server));
        }
        Some(cluster)
    }

    fn config(&self, number: usize) -> PathBuf {
        self.top.path().join(format!("{number}.conf"))
    }

    /// Writes the configurations, with these accounts.
    fn configure(&self, accounts: &str) {
        let routes: Vec<String> = self.routes.iter().map(|route| format!("\"nats://{route}\"")).collect();
        for number in 0..3 {
            let text = format!(
                "server_name: \"server-{number}\"\nlisten: \"{}\"\nmax_payload: 1048576\n\
                 jetstream {{ store_dir: \"{}\", max_file_store: 4294967296 }}\n\
                 cluster {{ name: fleet, listen: \"{}\", routes: [{}] }}\n\
                 accounts {{\n{accounts}}}\n",
                self.addresses[number],
                self.top.path().join(number.to_string()).display(),
                self.routes[number],
                routes.join(", "),
            );
            fs::write(self.config(number), text).unwrap();
        }
    }

    /// Makes the servers read their configurations again.
    fn reload(&self) {
        for server in self.servers.iter().flatten() {
            let pid = server.id().to_string();
            assert!(Command::new("kill").args(["-HUP", &pid]).status().unwrap().success());
        }
    }

    fn kill(&mut self, number: usize) {
        let mut server = self.servers[number].take().unwrap();
        server.kill().unwrap();
        server.wait().unwrap();
    }

    fn url(&self) -> String {
        let urls: Vec<String> = self.addresses.iter().map(|address| format!("nats://{address}")).collect();
        urls.join(",")
    }

    fn folder(&self) -> FleetFolder {
        FleetFolder::at(self.top.path().join("fleet"))
    }

    fn admin(&self) -> Credentials {
        let path = self.top.path().join("admin.seed");
        fs::write(&path, self.admin.seed()).unwrap();
        Credentials::read(&path).unwrap()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for server in self.servers.iter_mut().flatten() {
            server.kill().unwrap();
            server.wait().unwrap();
        }
    }
}

/// Number of replicas of each stream; `None` if the stream does not exist.
fn replicas(runtime: &Runtime, context: &Context) -> Vec<Option<usize>> {
    let of = |name: &&str| runtime.block_on(context.get_stream(*name)).ok();
    STREAMS.iter().map(|name| of(name).map(|stream| stream.cached_info().config.num_replicas)).collect()
}

#[test]
fn three_servers_keep_each_stream_together_and_one_may_be_lost() {
    let Some(mut cluster) = Cluster::start() else { return };
    let (url, folder) = (cluster.url(), cluster.folder());
    // Retries until the servers have found one another and elected a leader.
    await_true("five servers are too many", || {
        let refused = folder.init_elsewhere(&url, cluster.admin(), 5);
        matches!(refused, Err(FleetError::Replicas { replicas: 5, .. }))
    });
    await_true("three servers have the streams", || folder.init_elsewhere(&url, cluster.admin(), 3).is_ok());
    let refused = FleetFolder::at(cluster.top.path().join("other")).init_elsewhere(&url, cluster.admin(), 1);
    assert!(matches!(refused, Err(FleetError::OtherStream { setting: "num_replicas", .. })), "{refused:?}");
    let runtime = Runtime::new().unwrap();
    let _entered = runtime.enter();
    let context = jetstream::new(runtime.block_on(connect(&url, &cluster.admin)).unwrap());
    assert_eq!(replicas(&runtime, &context), [Some(3); 4]);

    let added = [("lab", Role::Coordinator), ("one", Role::Worker)].map(|(name, role)| {
        let added = folder.add(name, role).unwrap();
        assert_eq!(added.server, ServerState::Elsewhere);
        added
    });
    cluster.configure(&fs::read_to_string(&added[0].accounts).unwrap());
    cluster.reload();
    let [lab, one] = added.map(|added| PathBuf::from(added.credentials));
    let credentials = |path: &PathBuf| Credentials::read(path).unwrap();
    // Each of the three has to admit them.
    for address in &cluster.addresses {
        for path in [&lab, &one] {
            let url = format!("nats://{address}");
            await_true("users are admitted", || {
                runtime.block_on(connect(&url, &credentials(path).key)).is_ok()
            });
        }
    }
    // The imports of a new account are connected at the next reload.
    cluster.reload();
    let context = jetstream::new(runtime.block_on(connect(&url, &credentials(&lab).key)).unwrap());
    let validator = FleetValidator::new(StubValidator);
    let home = Box::new(StubExecutor::at(Place::Home));
    let executor =
        FleetExecutor::connect(&url, credentials(&lab), &validator, home, crate::stub::unchecked()).unwrap();
    let worker = Worker::at(url, credentials(&one), ENGINE);
    let jobs = |seeds: std::ops::Range<u64>| seeds.map(|seed| job(ENGINE, seed, &builtin())).collect();
    executor.submit(jobs(0..100)).unwrap();
    collect(&executor, 100);

    // A missing stream is recreated as it was.
    runtime.block_on(context.delete_stream(subject::MODULES)).unwrap();
    await_true("the stream is made again", || replicas(&runtime, &context) == [Some(3); 4]);

    // The server that leads the stream of jobs is lost.
    let stream = runtime.block_on(context.get_stream(subject::JOBS)).unwrap();
    let leader = stream.cached_info().cluster.as_ref().unwrap().leader.clone().unwrap();
    executor.submit(jobs(100..200)).unwrap();
    cluster.kill(leader.strip_prefix("server-").unwrap().parse().unwrap());
    executor.submit(jobs(200..300)).unwrap();
    collect(&executor, 200);
    worker.end();
    let retired = folder.retire("one").unwrap();
    assert!(retired.next().contains(&retired.accounts), "{}", retired.next());
}

#[test]
fn what_is_wrong_with_servers_that_are_there_is_said_in_one_sentence() {
    let Some(fleet) = Fleet::with_workers(&["one"]) else { return };
    let top = tempfile::tempdir().unwrap();
    let folder = FleetFolder::at(top.path().join("fleet"));
    let init = |name: &str, replicas| folder.init_elsewhere(&fleet.url, fleet.credentials(name), replicas);
    let refused = init("lab", 3);
    assert!(matches!(refused, Err(FleetError::Replicas { replicas: 3, .. })), "{refused:?}");
    // A worker may not create streams.
    assert!(matches!(init("one", 1), Err(FleetError::Server { .. })));
    assert!(!top.path().join("fleet").exists());
    let made = init("lab", 1).unwrap();
    assert_eq!((made.config, made.replicas), (None, Some(1)));
    // Existing streams and folders are accepted, and users stay.
    folder.add("pool", Role::Worker).unwrap();
    init("lab", 1).unwrap();
    assert_eq!(folder.register().unwrap().users.len(), 1);
    fleet.folder().init_elsewhere(&fleet.url, fleet.credentials("lab"), 1).unwrap();
    assert_eq!(fleet.folder().register().unwrap().users.len(), 3);
}
