//! One field of a ledger changed at a time, with every hash and seal unchanged or recomputed.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use config::{BotPlan, FileSource};
use game::Game;
use ledger::{RunFolder, forge};
use run_folder::rule;
use runner::{Candidate, EnteredTournament, RunCheck};
use tournament::rulings::RulingAction;

use super::{GAMES, MOVER, bot, threads, validator, verify};

/// The columns that identify a row.
const KEYS: [(&str, &str); 13] = [
    ("adoption", "id"),
    ("entrant", "id"),
    ("entrant_before", "adoption, id"),
    ("failure", "key, seat"),
    ("file", "name"),
    ("file_before", "adoption, name"),
    ("host_log", "id"),
    ("log", "key, seat"),
    ("match", "key"),
    ("meta", "name"),
    ("module", "hash"),
    ("ruling", "id"),
    ("stage", "id"),
];

/// Fields that no root covers, according to the ledger's page.
const UNPROVEN: [&str; 5] =
    ["host_log", "host_log.id", "host_log.at", "host_log.what", "meta.value of toml_name"];

/// Fields of this run whose change cannot be detected without a root to compare with.
const UNTOLD: [&str; 3] = ["adoption.matches", "adoption.rulings", "ruling.text"];

fn text(more: &str, end: &str) -> String {
    format!(
        "[tournament]\nname = \"Forged\"\ngame = \"tank-war\"\nseed = 5{more}\n\
         [clock]\nkind = \"fuel\"\nper_move = \"20s\"\nper_game = \"60s\"\n\
         [[entrant]]\nname = \"mover\"\nbot = \"0.wasm\"\nsettings = \"depth=4\"\n\
         [[entrant]]\nname = \"crasher\"\nbot = \"1.wasm\"\n\
         [[entrant]]\nname = \"refused\"\nbot = \"2.wasm\"\n{end}\
         [[stage]]\nname = \"All\"\nformat = \"round-robin\"\ngames = 2\n[stage.openings]\nfile = \"starts.txt\"\n"
    )
}

fn entered(text: String) -> EnteredTournament {
    let game: &dyn Game = GAMES[0];
    let start = game.start(&game::Rules::defaults(game.options())).to_string();
    let source = FileSource {
        open_game: &|_| Err("no game".into()),
        read_text: &|_| Ok(format!("{start}\n")),
        check_bot: &|_, _| Ok(()),
        read_class: &|_| Err("there is no class".into()),
    };
    let plan = config::parse_with("forged.toml", &text, GAMES, &source).unwrap();
    let logger = MOVER
        .replacen("(module", "(module (import \"muster\" \"log\" (func $log (param i32 i32)))", 1)
        .replacen("(i64.extend_i32_u", "(call $log (i32.const 1024) (i32.const 4)) (i64.extend_i32_u", 1);
    let modules: [Arc<[u8]>; 3] = [
        wat::parse_str(logger).unwrap().into(),
        wat::parse_str(bot("unreachable")).unwrap().into(),
        b"no wasm"[..].into(),
    ];
    let module = |bot: &BotPlan| match bot {
        BotPlan::File(name) => Some(Arc::clone(&modules[name[..1].parse::<usize>().unwrap()])),
        BotPlan::Builtin(_) | BotPlan::Opponent(_) => bot.built_in_module(),
    };
    let candidates =
        plan.entrants.iter().map(|entrant| Candidate { module: module(&entrant.bot), plan: entrant.clone() });
    let candidates = candidates.collect();
    EnteredTournament { plan, text, name: "forged.toml".to_owned(), candidates }
}

/// A run with a row in every table: it has adopted a change, and has a ruling.
fn eventful(folder: &Path) -> RunFolder {
    let folder = RunFolder::at(folder);
    let stop = std::sync::atomic::AtomicBool::new(false);
    runner::begin(&folder, entered(text("", "")), validator())
        .unwrap()
        .play(&threads(2), &stop, &mut |_| {})
        .unwrap();
    rule(&folder, GAMES, RulingAction::Annul { game: "1.1.1.1".parse().unwrap() }, "a test").unwrap();
    let late = text("\ndate = \"2026-11-22\"", "[[entrant]]\nname = \"late\"\nbot = \"builtin:first\"\n");
    runner::adopt(&folder, GAMES, &entered(late), validator()).unwrap().unwrap();
    runner::resume(&folder, GAMES, validator()).unwrap().play(&threads(2), &stop, &mut |_| {}).unwrap();
    forge::change(&folder.ledger(), "INSERT INTO host_log (at, what) VALUES ('2026-11-22', 'a test')")
        .unwrap();
    folder
}

/// A forgery: the changed field, and the statement that changes it.
#[derive(Debug)]
struct Forgery {
    field: String,
    statement: String,
}

/// New values of a column, of any type.
fn values(column: &str) -> [String; 4] {
    let c = format!("\"{column}\"");
    let typed = |integer: &str, text: &str, blob: &str| {
        format!(
            "CASE typeof({c}) WHEN 'integer' THEN {integer} WHEN 'text' THEN {text} WHEN 'blob' THEN {blob} \
             ELSE {c} END"
        )
    };
    let half = format!("length({c}) / 2");
    [
        typed(&format!("{c} + 1"), &format!("{c} || 'x'"), &format!("CAST({c} || x'00' AS BLOB)")),
        typed(&format!("{c} - 1"), &format!("substr({c}, 2)"), &format!("substr({c}, 2)")),
        typed(
            &format!("{c} + 1000003"),
            &format!(
                "substr({c}, 1, {half}) || char(97 + unicode(substr({c}, {half} + 1, 1)) % 25) || substr({c}, {half} + 2)"
            ),
            &format!(
                "CAST(substr({c}, 1, {half}) || CASE substr({c}, {half} + 1, 1) WHEN x'FF' THEN x'00' ELSE x'FF' END \
                 || substr({c}, {half} + 2) AS BLOB)"
            ),
        ),
        format!("CASE WHEN {c} IS NULL THEN 'x' ELSE NULL END"),
    ]
}

/// Every column of every table with each of its new values, in the first and in the last row, and every table without
/// a row.
fn forgeries(folder: &RunFolder) -> Vec<Forgery> {
    let mut all = Vec::new();
    let columns = forge::columns(&folder.ledger()).unwrap();
    for (table, key) in KEYS {
        let row = |order: &str| format!("({key}) = (SELECT {key} FROM \"{table}\" ORDER BY {order} LIMIT 1)");
        let last = key.split(", ").map(|column| format!("{column} DESC")).collect::<Vec<_>>().join(", ");
        let mut rows = vec![(String::new(), row(key)), (String::new(), row(&last))];
        if table == "meta" {
            let facts = [
                "kind",
                "game",
                "toml",
                "toml_name",
                "fingerprint",
                "run_seed",
                "identity",
                "hashing",
                "seal",
            ];
            rows = facts.iter().map(|fact| (format!(" of {fact}"), format!("name = '{fact}'"))).collect();
        }
        for (which, row) in &rows {
            all.push(Forgery {
                field: format!("{table}{which}"),
                statement: format!("DELETE FROM \"{table}\" WHERE {row}"),
            });
            for (_, column) in columns.iter().filter(|(of, _)| of == table) {
                all.extend(values(column).into_iter().map(|value| Forgery {
                    field: format!("{table}.{column}{which}"),
                    statement: format!("UPDATE \"{table}\" SET \"{column}\" = {value} WHERE {row}"),
                }));
            }
        }
    }
    all
}

/// Returns `true` if `verify` detects a forgery, without a root and with the published one.
fn is_told(folder: &RunFolder, published: &str) -> (bool, bool) {
    let Ok(recorded) = RunCheck::open(folder, GAMES, validator()) else { return (true, true) };
    let Ok(seen) = recorded.verify(&threads(2), &mut |_| {}) else { return (true, true) };
    let told = !seen.differences.is_empty() || seen.missing.is_some() || seen.withheld > 0;
    if seen.root.is_some_and(|root| root.to_string() == published) {
        return (told, told);
    }
    let earlier = recorded.earlier(&|root| root.to_string() == published);
    (told, !matches!(earlier, Ok(Some(earlier)) if earlier.differences.is_empty()))
}

#[test]
fn every_field_that_is_forged_is_told_with_the_root_or_is_called_unproven() {
    let temp = tempfile::tempdir().unwrap();
    let folder = eventful(&temp.path().join("run"));
    let seen = verify(&folder);
    assert_eq!((seen.differences.as_slice(), seen.missing), (&[][..], None));
    let published = seen.root.unwrap().to_string();
    let (good, content) = (std::fs::read(folder.ledger()).unwrap(), forge::rows(&folder.ledger()).unwrap());
    let is_full = std::env::var_os("MUSTER_FULL").is_some();
    let all = forgeries(&folder);
    assert!(all.len() > 400, "{}", all.len());
    let (mut tried, mut with_root, mut without) = (0, BTreeSet::new(), BTreeSet::new());
    // A sample that covers every table in both ways.
    for (number, Forgery { field, statement }) in
        all.iter().enumerate().filter(|(at, _)| is_full || at % 11 == 3)
    {
        for is_sealed in [false, true] {
            if !is_full && is_sealed != (number % 2 == 0) {
                continue;
            }
            std::fs::write(folder.ledger(), &good).unwrap();
            // The tables themselves reject some values.
            if forge::change(&folder.ledger(), statement).is_err() {
                continue;
            }
            if is_sealed {
                // A record that is too damaged to be sealed is detected.
                let _ = forge::seal_again(&folder.ledger());
            }
            // Recomputing a forged seal restores it.
            if forge::rows(&folder.ledger()).is_ok_and(|rows| rows == content) {
                continue;
            }
            tried += 1;
            let (told, told_with_root) = is_told(&folder, &published);
            if !told_with_root {
                with_root.insert(field.as_str());
            }
            if !told {
                without.insert(field.as_str());
            }
        }
    }
    let known: BTreeSet<&str> = UNPROVEN.into_iter().collect();
    assert!(with_root.is_subset(&known), "{:?}", with_root.difference(&known));
    let known: BTreeSet<&str> = UNPROVEN.into_iter().chain(UNTOLD).collect();
    assert!(without.is_subset(&known), "{:?}", without.difference(&known));
    if is_full {
        assert!(tried >= 400, "{tried}");
        assert_eq!(without, known, "the ledger's page says more than is so");
    }
}
