//! Changes to a tournament whose run has begun.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use common::{GAMES, entered, finish, keys, play, validator};
use ledger::{Ledger, LedgerError, RunFolder};
use run_folder::rule;
use runner::{Ending, EnteredTournament, RunCheck, RunError, adopt};
use tournament::EntrantId;
use tournament::rulings::{PastGames, RulingAction};

const HEAD: &str = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 3\n";
const ROUND_ROBIN: &str = "[[stage]]\nname = \"All\"\nformat = \"round-robin\"\ngames = 4\ncycles = 40\n";
const SWISS: &str = "[[stage]]\nname = \"Swiss\"\nformat = \"swiss\"\nrounds = 2\ngames = 200\n";
const LADDER: &str = "[[stage]]\nname = \"Ladder\"\nformat = \"ladder\"\nbudget = 400\nbatch = 3\n";
const FINAL: &str = "[[stage]]\nname = \"Final\"\nformat = \"knockout\"\nadvance = 2\n";

fn player(name: &str) -> String {
    format!("[[entrant]]\nname = \"{name}\"\nbot = \"builtin:random\"\n")
}

fn text(entrants: &[&str], stages: &str) -> String {
    let entrants: Vec<String> = entrants.iter().map(|name| player(name)).collect();
    format!("{HEAD}{}{stages}", entrants.concat())
}

const FOUR: [&str; 4] = ["Ada", "Ben", "Cem", "Dee"];

/// A run of four entrants with at least `most` played matches.
fn begun(folder: &Path, stages: &str, most: usize) -> RunFolder {
    let folder = RunFolder::at(folder);
    let mut run = runner::begin(&folder, entered(text(&FOUR, stages)), validator()).unwrap();
    if most > 0 {
        play(&mut run, most);
    }
    folder
}

fn adopted(folder: &RunFolder, text: String) -> Result<Option<Vec<String>>, RunError> {
    adopt(folder, GAMES, &entered(text), validator())
}

/// Rows in the order of the schedule.
fn matches(folder: &RunFolder) -> Vec<ledger::MatchRow> {
    let mut rows = Vec::new();
    let ledger = Ledger::open_read_only(folder).unwrap();
    ledger
        .for_each_match(None, |stored| {
            rows.push(stored.row);
            Ok::<(), LedgerError>(())
        })
        .unwrap();
    rows
}

#[test]
fn a_change_that_no_match_depends_on_is_taken_over_and_written_down() {
    let four = text(&FOUR, ROUND_ROBIN);
    let changed = |from: &str, to: &str| {
        assert!(four.contains(from), "{from}");
        four.replace(from, to)
    };
    let more = format!("{four}{FINAL}");
    for (stages, most, new, lines) in [
        (
            ROUND_ROBIN,
            9,
            changed("\"Cup\"", "\"Spring cup\""),
            vec!["[tournament]: name is \"Spring cup\", was \"Cup\""],
        ),
        (ROUND_ROBIN, 9, changed("seed = 3", "seed = 3 # as drawn by the class"), vec![]),
        (
            ROUND_ROBIN,
            9,
            changed("\"Ben\"", "\"Eve\""),
            vec!["entrant 2 \"Ben\": name is \"Eve\", was \"Ben\""],
        ),
        (
            ROUND_ROBIN,
            9,
            changed("games = 4", "rank = [\"wins\"]\ngames = 6"),
            vec!["stage 1 \"All\": games is 6, was 4", "stage 1 \"All\": rank is [\"wins\"], was not given"],
        ),
        (
            ROUND_ROBIN,
            usize::MAX,
            changed("cycles = 40", "cycles = 41"),
            vec!["stage 1 \"All\": cycles is 41, was 40"],
        ),
        (ROUND_ROBIN, usize::MAX, more, vec!["stage 2 \"Final\" is new"]),
        (
            SWISS,
            usize::MAX,
            text(&FOUR, SWISS).replace("rounds = 2", "rounds = 3"),
            vec!["stage 1 \"Swiss\": rounds is 3, was 2"],
        ),
        (
            LADDER,
            usize::MAX,
            text(&FOUR, LADDER).replace("400", "450"),
            vec!["stage 1 \"Ladder\": budget is 450, was 400"],
        ),
    ] {
        let temp = tempfile::tempdir().unwrap();
        let folder = begun(&temp.path().join("run"), stages, most);
        let before = matches(&folder);
        let old = Ledger::open_read_only(&folder).unwrap().header().unwrap().toml;
        assert_eq!(adopted(&folder, new.clone()).unwrap().unwrap(), lines, "{new}");
        let ledger = Ledger::open_read_only(&folder).unwrap();
        let [adoption] = &ledger.adoptions().unwrap()[..] else { panic!("one change was adopted") };
        assert_eq!(adoption.changes, lines);
        assert_eq!(adoption.before, old);
        assert_eq!(adoption.matches, before.len() as u64);
        // There is nothing left to adopt.
        assert_eq!(adopted(&folder, new.clone()).unwrap(), None);
        finish(&folder);
        let after = matches(&folder);
        assert!(before.iter().all(|row| after.contains(row)));
        // The result is that of a run that began with the changed text.
        let other = RunFolder::at(temp.path().join("other"));
        let mut run = runner::begin(&other, entered(new), validator()).unwrap();
        assert_eq!(play(&mut run, usize::MAX), Ending::Complete);
        drop(run);
        assert_eq!(matches(&other), after);
    }
}

#[test]
fn who_joins_a_round_robin_meets_everybody_and_what_was_laid_out_stays() {
    let names = ["Ada", "Ben", "Cem", "Dee", "Eve", "Fay", "Gus"];
    let mut ends = Vec::new();
    for most in [1, 100, usize::MAX] {
        let temp = tempfile::tempdir().unwrap();
        let folder = begun(&temp.path().join("run"), ROUND_ROBIN, most);
        let lines = adopted(&folder, text(&names[..6], ROUND_ROBIN)).unwrap().unwrap();
        assert_eq!(lines, ["entrant 5 \"Eve\" is new", "entrant 6 \"Fay\" is new"]);
        let mut run = runner::resume(&folder, GAMES, validator()).unwrap();
        play(&mut run, most);
        drop(run);
        adopted(&folder, text(&names, ROUND_ROBIN)).unwrap().unwrap();
        finish(&folder);
        let rows = matches(&folder);
        let mut met = BTreeMap::<_, usize>::new();
        for row in &rows {
            let [one, other] = row.entrants.0;
            *met.entry((one.min(other), one.max(other))).or_default() += 1;
        }
        assert_eq!(met.len(), 21);
        assert!(met.values().all(|&games| games == 160));
        ends.push(rows);
        let joined: Vec<u32> = Ledger::open_read_only(&folder)
            .unwrap()
            .entrants()
            .unwrap()
            .iter()
            .map(|row| row.joined)
            .collect();
        assert_eq!(joined, [0, 0, 0, 0, 1, 1, 2]);
        // Rulings can be made about them as about all others.
        let order = RulingAction::Disqualify { entrant: EntrantId(6), games: PastGames::Annul };
        assert!(!rule(&folder, GAMES, order, "a test").unwrap().incomplete);
    }
    // The result does not depend on when they joined.
    assert!(ends.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn who_joins_a_swiss_is_paired_from_the_first_round_that_has_not_begun() {
    let swiss = "[[stage]]\nname = \"Swiss\"\nformat = \"swiss\"\nrounds = 3\ngames = 20\n";
    for (most, since) in [(1, 1), (40, 1), (41, 2)] {
        let temp = tempfile::tempdir().unwrap();
        let folder = begun(&temp.path().join("run"), swiss, most);
        let before = matches(&folder);
        adopted(&folder, text(&["Ada", "Ben", "Cem", "Dee", "Eve"], swiss)).unwrap().unwrap();
        finish(&folder);
        let after = matches(&folder);
        assert!(before.iter().all(|row| after.contains(row)));
        let first = after
            .iter()
            .filter(|row| row.entrants.0.contains(&EntrantId(4)))
            .map(|row| row.key.round())
            .min();
        let rows = Ledger::open_read_only(&folder).unwrap().entrants().unwrap();
        assert_eq!(rows.iter().map(|row| row.since).collect::<Vec<_>>(), [0, 0, 0, 0, since]);
        assert!(first.is_none_or(|first| first >= since), "{first:?}");
        assert_eq!(after.iter().map(|row| row.key.round()).max(), Some(2));
    }
}

#[test]
fn who_joins_a_pyramid_meets_all_before_it() {
    let pyramid = "[[stage]]\nname = \"All\"\nformat = \"pyramid\"\ngames = 2\n";
    let temp = tempfile::tempdir().unwrap();
    let folder = begun(&temp.path().join("run"), pyramid, 5);
    let before = matches(&folder);
    adopted(&folder, text(&["Ada", "Ben", "Cem", "Dee", "Eve"], pyramid)).unwrap().unwrap();
    assert_eq!(finish(&folder).len(), 20);
    assert!(before.iter().all(|row| matches(&folder).contains(row)));
}

#[test]
fn a_stage_that_had_stopped_early_goes_on_when_somebody_joins() {
    let stages = |stop: &str| {
        format!("[[stage]]\nname = \"All\"\nformat = \"round-robin\"\ngames = 2\ncycles = 60\n{stop}")
    };
    let (decided, precise) = (stages("stop_when_decided = 1\n"), stages("stop_when_precise = 120\n"));
    for stages in [decided, precise] {
        let temp = tempfile::tempdir().unwrap();
        let folder = begun(&temp.path().join("run"), &stages, usize::MAX);
        let before = matches(&folder);
        assert!(before.len() < 2 * 60 * 6, "{stages}");
        let five = ["Ada", "Ben", "Cem", "Dee", "Eve"];
        adopted(&folder, text(&five, &stages)).unwrap().unwrap();
        finish(&folder);
        let after = matches(&folder);
        assert!(after.len() > before.len() && before.iter().all(|row| after.contains(row)), "{stages}");
        assert!(after.iter().any(|row| row.entrants.0.contains(&EntrantId(4))), "{stages}");
    }
}

#[test]
fn who_joins_before_the_first_match_is_there_from_the_start() {
    let temp = tempfile::tempdir().unwrap();
    let folder = begun(&temp.path().join("run"), SWISS, 0);
    let five = ["Ada", "Eve", "Ben", "Cem", "Dee"];
    adopted(&folder, text(&five, SWISS)).unwrap().unwrap();
    assert!(Ledger::open_read_only(&folder).unwrap().entrants().unwrap().iter().all(|row| row.joined == 0));
    finish(&folder);
}

#[test]
fn what_was_played_cannot_be_changed() {
    let two_stages = format!("{ROUND_ROBIN}{FINAL}");
    let of_two = |from: &str, to: &str| text(&FOUR, &two_stages.replace(from, to));
    let of_one = |from: &str, to: &str| text(&FOUR, ROUND_ROBIN).replace(from, to);
    let join = |stages: &str| text(&["Ada", "Ben", "Cem", "Dee", "Eve"], stages);
    for (stages, most, new, why) in [
        (ROUND_ROBIN, 9, of_one("seed = 3", "seed = 4"), "the seed"),
        (ROUND_ROBIN, 9, of_one("tank-war", "tank-chess"), "the game was tank-war"),
        (
            ROUND_ROBIN,
            9,
            of_one("[[stage]]", "[clock]\nper_move = \"1ms\"\n[[stage]]"),
            "stage \"All\" has begun",
        ),
        (
            ROUND_ROBIN,
            9,
            of_one("[[stage]]", "[rules]\nlayout = \"a-outside\"\n[[stage]]"),
            "stage \"All\" has begun",
        ),
        (ROUND_ROBIN, 9, of_one("\"round-robin\"\ngames = 4\ncycles = 40", "\"knockout\""), "match 1."),
        (
            ROUND_ROBIN,
            9,
            text(&["Ben", "Ada", "Cem", "Dee"], ROUND_ROBIN).replace("Ben\"\n", "Ben\"\nsettings = \"x\"\n"),
            "\"Ben\" is in the place of \"Ada\", who has played: keep the order",
        ),
        (ROUND_ROBIN, 9, text(&FOUR[..3], ROUND_ROBIN), "\"Dee\" cannot be removed"),
        (ROUND_ROBIN, usize::MAX, of_one("cycles = 40", "cycles = 39"), "match 1.118.1.1 has been played"),
        (
            ROUND_ROBIN,
            9,
            of_one("cycles = 40", "cycles = 40\n[stage.openings]\nrandom = 3"),
            "different entrants, seats or start",
        ),
        (SWISS, usize::MAX, join(SWISS), "\"Eve\" cannot join \"Swiss\": its last round has begun"),
        (LADDER, 9, join(LADDER), "\"Eve\" cannot join \"Ladder\", which has begun"),
        (&two_stages, usize::MAX, of_two("games = 4", "games = 6"), "entrants have advanced from \"All\""),
        (&two_stages, usize::MAX, join(&two_stages), "entrants have advanced from \"All\""),
        (&two_stages, usize::MAX, text(&FOUR, ROUND_ROBIN), "stage \"Final\" has begun"),
        (&two_stages, usize::MAX, of_two("advance = 2", "advance = 3"), "match 2."),
    ] {
        let temp = tempfile::tempdir().unwrap();
        let folder = begun(&temp.path().join("run"), stages, most);
        let (before, seals) =
            (keys(&folder), Ledger::open_read_only(&folder).unwrap().sealed_stages().unwrap());
        let error = adopted(&folder, new.clone()).unwrap_err().to_string();
        assert!(error.starts_with("the change cannot be adopted: ") && error.contains(why), "{new}{error}");
        // Nothing has changed.
        let ledger = Ledger::open_read_only(&folder).unwrap();
        assert_eq!(ledger.adoptions().unwrap(), []);
        assert_eq!((keys(&folder), ledger.sealed_stages().unwrap()), (before, seals));
        assert_eq!(adopted(&folder, text(&FOUR, stages)).unwrap(), None);
    }
}

/// A module that plays the first legal action and contains the byte `mark`.
fn wasm(mark: u8) -> Arc<[u8]> {
    let text = format!(
        "(module (import \"muster\" \"legal_actions\" (func $legal (param i32 i32) (result i32))) \
         (memory (export \"memory\") 2) (global i32 (i32.const {mark})) \
         (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024)) \
         (func (export \"muster_choose\") (param i32) (result i64) \
           (drop (call $legal (i32.const 65536) (i32.const 1))) (i64.load (i32.const 65536))))"
    );
    wat::parse_str(text).unwrap().into()
}

/// The tournament of three built-in players and these bots.
fn with_bots(bots: &[&[u8]]) -> EnteredTournament {
    let mut text = format!("{HEAD}{}{}{}", player("Ada"), player("Ben"), player("Cem"));
    for number in 1..=bots.len() {
        text.push_str(&format!("[[entrant]]\nname = \"bot {number}\"\nbot = \"bot{number}.wasm\"\n"));
    }
    let mut entered = entered(text + ROUND_ROBIN);
    for (candidate, bytes) in entered.candidates[3..].iter_mut().zip(bots) {
        candidate.module = Some((*bytes).into());
    }
    entered
}

#[test]
fn a_bot_that_was_refused_is_mended_and_joins() {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    let (good, other) = (wasm(1), wasm(2));
    let mut run = runner::begin(&folder, with_bots(&[b"no wasm", &good]), validator()).unwrap();
    play(&mut run, 30);
    drop(run);
    // An entrant that has played keeps its bot.
    let error =
        adopt(&folder, GAMES, &with_bots(&[b"no wasm", &other]), validator()).unwrap_err().to_string();
    assert!(error.contains("\"bot 2\" has played with a different bot or different settings"), "{error}");
    // A changed bot that is refused again is refused for its current content, and does not play.
    let lines = adopt(&folder, GAMES, &with_bots(&[b"\0asm", &good]), validator()).unwrap().unwrap();
    assert_eq!(lines, ["entrant 4 \"bot 1\": another bot"]);
    let lines = adopt(&folder, GAMES, &with_bots(&[&other, &good]), validator()).unwrap().unwrap();
    assert_eq!(lines, ["entrant 4 \"bot 1\": another bot"]);
    let rows = Ledger::open_read_only(&folder).unwrap().entrants().unwrap();
    assert_eq!(rows.iter().map(|row| row.joined).collect::<Vec<_>>(), [0, 0, 0, 2, 0]);
    assert!(rows[3].refusal.is_empty());
    finish(&folder);
    let played: BTreeSet<EntrantId> = matches(&folder).iter().flat_map(|row| row.entrants.0).collect();
    assert_eq!(played.len(), 5);
    assert!(RunCheck::open(&folder, GAMES, validator()).is_ok());
}

/// The game was played again before games were added, and is requested again after them.
#[test]
fn a_game_played_again_by_a_ruling_is_not_played_once_more_when_games_are_added() {
    let stage = |cycles| format!("[[stage]]\nformat = \"round-robin\"\ngames = 2\ncycles = {cycles}\n");
    let temp = tempfile::tempdir().unwrap();
    let folder = begun(&temp.path().join("run"), &stage(1), usize::MAX);
    let game = keys(&folder)[0];
    rule(&folder, GAMES, RulingAction::Replay { game }, "a test").unwrap();
    let before = finish(&folder);
    assert_eq!(before.len(), 12 + 1);
    adopted(&folder, text(&FOUR, &stage(3))).unwrap();
    let after = finish(&folder);
    assert_eq!(after.len(), 3 * 12 + 1);
    assert!(before.iter().all(|key| after.contains(key)));
    assert!(Ledger::open_read_only(&folder).unwrap().check().unwrap().is_empty());
}
