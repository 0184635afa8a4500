//! Users that come and go while the server is running.

use async_nats::connection::State;
use async_nats::{Client, ConnectError, ConnectErrorKind};
use fleet::{FleetError, FleetValidator, Role, ServerState};
use job::Executor;

use crate::server::{Fleet, await_true};
use crate::stub::{StubValidator, builtin, job};
use crate::{ENGINE, Worker, collect, coordinator, server};

async fn connect(fleet: &Fleet, name: &str) -> Result<Client, ConnectError> {
    server::connect(&fleet.url, &fleet.credentials(name).key).await
}

#[test]
fn a_running_server_admits_who_is_added_and_disconnects_who_is_retired() {
    let Some(mut fleet) = Fleet::with_workers(&["one"]) else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = fleet.folder();
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    let one = runtime.block_on(connect(&fleet, "one")).unwrap();
    assert_eq!(one.connection_state(), State::Connected);
    // The file is removed, but may have been copied.
    let copied = std::fs::read(fleet.seed("one")).unwrap();

    assert_eq!(folder.retire("one").unwrap().server, ServerState::Told);
    await_true("the retired worker is disconnected", || one.connection_state() != State::Connected);
    std::fs::write(fleet.seed("one"), copied).unwrap();
    let refused = runtime.block_on(connect(&fleet, "one")).unwrap_err();
    assert_eq!(refused.kind(), ConnectErrorKind::AuthorizationViolation);

    assert_eq!(folder.add("two", Role::Worker).unwrap().server, ServerState::Told);
    await_true("the new worker is admitted", || runtime.block_on(connect(&fleet, "two")).is_ok());
    let two = Worker::start(&fleet, "two", ENGINE);
    executor.submit((0..50).map(|seed| job(ENGINE, seed, &builtin())).collect()).unwrap();
    collect(&executor, 50);
    // A worker that is retired while it is at work ends, and says why.
    assert_eq!(folder.retire("two").unwrap().server, ServerState::Told);
    let ended = two.thread.join().unwrap();
    assert!(matches!(ended, Err(FleetError::NotAdmitted { .. })), "{ended:?}");

    // The killed server leaves the file with its process id behind.
    fleet.kill_server();
    assert_eq!(folder.retire("lab-2").unwrap().server, ServerState::NotRunning);
}
