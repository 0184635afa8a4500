//! Ledgers of versions that this program does not read.

use crate::common::{complete, raw};
use ledger::Ledger;

#[test]
fn a_schema_that_is_not_known_is_told_in_one_sentence() {
    let (_temp, folder) = complete();
    for (version, who) in [
        (4, "only the version of muster that wrote it can read it"),
        (5, "muster 0.3.0 reads it"),
        (8, "update muster to read it"),
    ] {
        raw(&folder).pragma_update(None, "user_version", version).unwrap();
        let told = format!(
            "the ledger has schema version {version}, and this program reads versions 6 and 7: {who}"
        );
        for opened in [Ledger::open(&folder), Ledger::open_read_only(&folder)] {
            assert_eq!(opened.err().unwrap().to_string(), told);
        }
    }
}

#[test]
fn a_run_with_older_hashes_is_refused_with_the_version_that_reads_it() {
    let (_temp, folder) = complete();
    for hashing in ["1", "2"] {
        raw(&folder).execute("UPDATE meta SET value = ?1 WHERE name = 'hashing'", [hashing]).unwrap();
        for opened in [Ledger::open(&folder), Ledger::open_read_only(&folder)] {
            assert!(opened.err().unwrap().to_string().ends_with("muster 0.3.0 reads it"));
        }
    }
}
