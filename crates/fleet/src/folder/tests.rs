use std::fs;

use super::*;

fn made() -> (tempfile::TempDir, FleetFolder) {
    let top = tempfile::tempdir().unwrap();
    let folder = FleetFolder::at(top.path().join("fleet"));
    folder.init("127.0.0.1:4222".parse().unwrap(), 4 << 30, None).unwrap();
    (top, folder)
}

#[test]
fn a_folder_is_made_once() {
    let (_top, folder) = made();
    let config = fs::read_to_string(folder.root.join(CONFIG)).unwrap();
    for line in [
        "listen: \"127.0.0.1:4222\"\n",
        "  max_file_store: 4294967296\n",
        "accounts {\n  include \"accounts.conf\"\n}\n",
    ] {
        assert!(config.contains(line), "{config}");
    }
    assert!(!config.contains("tls"), "{config}");
    let again = folder.init("127.0.0.1:4222".parse().unwrap(), 4 << 30, None);
    assert!(matches!(again, Err(FleetError::Occupied(_))));
}

#[test]
fn a_certificate_is_named_by_its_whole_path() {
    let top = tempfile::tempdir().unwrap();
    let folder = FleetFolder::at(top.path().join("fleet"));
    let tls = Tls { certificate: top.path().join("a.pem"), key: top.path().join("\"b.pem") };
    let address = "0.0.0.0:4222".parse().unwrap();
    assert!(matches!(folder.init(address, 1, Some(&tls)), Err(FleetError::Unquotable(_))));
    assert!(!folder.root.exists());
    let tls = Tls { key: top.path().join("b.pem"), ..tls };
    folder.init(address, 1, Some(&tls)).unwrap();
    let config = fs::read_to_string(folder.root.join(CONFIG)).unwrap();
    assert!(config.contains(&format!("cert_file: \"{}\"", tls.certificate.display())), "{config}");
}

#[test]
fn users_come_and_go_with_their_seeds() {
    let (_top, folder) = made();
    let users = || fs::read_to_string(folder.root.join(ACCOUNTS)).unwrap();
    let worker = folder.add("pc-1", Role::Worker).unwrap();
    let coordinator = folder.add("lab", Role::Coordinator).unwrap();
    let signs_in = |key: &str| users().contains(&format!("nkey: {key}\n"));
    assert!(signs_in(&worker.key) && signs_in(&coordinator.key));
    let credentials = Credentials::read(Path::new(&worker.credentials)).unwrap();
    assert_eq!(credentials.key.public().as_str(), worker.key);
    assert!(!users().contains(&credentials.key.seed()));
    assert!(matches!(folder.add("lab", Role::Worker), Err(FleetError::Taken(_))));
    assert_eq!(folder.retire("pc-1").unwrap().key, worker.key);
    assert!(!users().contains(&worker.key) && users().contains(&coordinator.key));
    assert!(!Path::new(&worker.credentials).exists());
    assert!(matches!(folder.retire("pc-1"), Err(FleetError::Unknown(_))));
}

#[test]
fn a_worker_publishes_under_its_own_key_alone() {
    let (_top, folder) = made();
    let lab = folder.add("lab", Role::Coordinator).unwrap().key;
    let key = folder.add("pc-1", Role::Worker).unwrap().key;
    folder.add("pc-2", Role::Worker).unwrap();
    let text = fs::read_to_string(folder.root.join(ACCOUNTS)).unwrap();
    let account = text.split("\n# ").find(|account| account.starts_with("pc-1, a worker\n")).unwrap();
    let line = account.lines().find(|line| line.contains("publish")).unwrap();
    assert_eq!(
        line.trim(),
        format!(
            "publish: [\"$JS.API.CONSUMER.MSG.NEXT.JOBS.*\", \"$JS.API.DIRECT.GET.MODULES.module.*.*\", \
             \"$JS.ACK.JOBS.>\", \"$JS.ACK._.*.JOBS.>\", \"results.{lab}.{key}\", \"worker.{key}\"]"
        )
    );
    let imports: Vec<&str> =
        account.lines().filter(|line| line.contains("service:")).map(str::trim).collect();
    assert_eq!(imports.len(), 6, "{account}");
    assert_eq!(
        imports[5],
        format!("{{ service: {{ account: MUSTER, subject: \"announced.{key}\" }}, to: \"worker.{key}\" }}")
    );
}

#[test]
fn a_folder_of_an_earlier_version_says_how_workers_get_accounts_of_their_own() {
    let (_top, folder) = made();
    folder.add("lab", Role::Coordinator).unwrap();
    let config = folder.root.join(CONFIG);
    let text = fs::read_to_string(&config).unwrap();
    let including = server_config::including_accounts();
    let earlier = text.replace(&including, "authorization {\n  include \"users.conf\"\n}\n");
    assert_ne!(earlier, text);
    fs::write(&config, &earlier).unwrap();
    fs::remove_file(folder.root.join(ACCOUNTS)).unwrap();
    for refused in [folder.add("pc", Role::Worker).map(drop), folder.retire("lab").map(drop)] {
        let Err(FleetError::SharedAccount(named)) = refused else { panic!("{refused:?}") };
        assert_eq!(named, config);
    }
    assert_eq!(folder.register().unwrap().users.len(), 1);
    // Follows the hint.
    assert!(fs::read_to_string(folder.root.join(ACCOUNTS)).unwrap().contains("MUSTER {"));
    fs::write(&config, text).unwrap();
    folder.add("pc", Role::Worker).unwrap();
}

#[cfg(unix)]
#[test]
fn seeds_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (_top, folder) = made();
    let added = folder.add("pc-1", Role::Worker).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(Path::new(&added.credentials)), 0o600);
    assert_eq!(mode(&folder.root.join(CREDENTIALS)), 0o700);
}

#[test]
fn another_folder_is_told_from_a_fleets() {
    let top = tempfile::tempdir().unwrap();
    let folder = FleetFolder::at(top.path());
    assert!(matches!(folder.add("pc-1", Role::Worker), Err(FleetError::NotAFleet(_))));
    fs::write(top.path().join(REGISTER), "{\"format\": \"muster fleet 9\", \"users\": {}}").unwrap();
    assert!(matches!(folder.register(), Err(FleetError::Register { .. })));
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_that_is_no_server_is_not_told() {
    let (_top, folder) = made();
    assert_eq!(folder.add("pc", Role::Worker).unwrap().server, ServerState::NotRunning);
    // The signal would end this process.
    let own = std::process::id().to_string();
    for text in [own.as_str(), "1", "", "0", "-1", "nobody", "2147483647", "9999999999999"] {
        fs::write(folder.root.join(PID), text).unwrap();
        assert_eq!(folder.add("pc-2", Role::Worker).unwrap().server, ServerState::NotRunning, "{text}");
        folder.retire("pc-2").unwrap();
    }
    fs::write(folder.root.join(PID), [b'1'; 100]).unwrap();
    let told = folder.retire("pc").unwrap();
    assert_eq!(told.server, ServerState::NotTold);
    assert!(told.next().ends_with(&told.reload), "{}", told.next());
}
