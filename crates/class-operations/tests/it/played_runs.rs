//! Runs with a class's versions: entrants, matches, and missing grades.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use class_model::Hash;
use class_model::roster::Columns;
use class_operations::grades::{GradedRun, TransferPlan, export_grades};
use class_operations::roster::{Withdraw, import_roster, withdraw};
use class_operations::runs::{
    Lineup, MatchFilter, MatchResult, PlayedMatches, RunPart, ShownRun, TournamentError, TournamentRun,
    count_matches, read_tournament, read_tournament_plan, shown_runs,
};
use class_operations::{NamedFile, OpenClass, find_contender};
use ledger::RunFolder;

use crate::simulated::{AnyModule, OneByOne, hand_in};
use crate::{TEXT, class, roster, write_text};

const ROUND_ROBIN: &str = "format = \"round-robin\"\ngames = 4\n";

/// Returns the text of a cup of the class in the same folder. `sections` is a line of its own, or empty.
fn cup(sections: &str, stage: &str) -> String {
    format!(
        "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 1\n[class]\npath = \".\"\n{sections}\
         [[stage]]\n{stage}[grade]\nformula = \"wins\"\n"
    )
}

/// Plays a tournament of the class in this folder and writes its report.
fn play(folder: &Path, text: &str) -> RunFolder {
    let (tournament, run) = (folder.join("cup.toml"), RunFolder::at(folder.join("runs/cup")));
    std::fs::write(&tournament, text).unwrap();
    let entry = read_tournament(&tournament, Lineup::Active).unwrap();
    let begun = runner::begin(&run, entry.entered, &AnyModule).unwrap();
    let mut played = TournamentRun::new(begun, run.clone(), Some(folder.to_owned()));
    assert_eq!(played.note_beginning(), []);
    played.play(&OneByOne::default(), &AtomicBool::new(false), &mut |_| {}).unwrap();
    run
}

/// Returns the only run of a class.
fn only_run(class: &OpenClass) -> ShownRun {
    let facts = class.facts().unwrap();
    let [run] = &shown_runs(class, &facts, None)[..] else { panic!("another number of runs") };
    run.clone()
}

fn matches_of(class: &OpenClass, student: &str) -> PlayedMatches {
    let facts = class.facts().unwrap();
    let contender = find_contender(&facts, student).unwrap();
    RunPart::open(class, &facts, &only_run(class), &contender).unwrap().matches().unwrap()
}

/// Returns the bytes of a file that [`OneByOne`] plays like the first or the second built-in player.
fn bot(player: u8) -> Vec<u8> {
    let mut bytes = (0..u8::MAX).map(|byte| vec![byte]);
    bytes.find(|bytes| Hash::digest(bytes).bytes()[0] % 2 == player).unwrap()
}

#[test]
fn what_one_has_won_the_other_has_lost() {
    let (folder, class) = class();
    hand_in(&class, "1", &bot(0));
    hand_in(&class, "2", &bot(1));
    play(folder.path(), &cup("", ROUND_ROBIN));
    let [ada, bee] = ["1", "2"].map(|student| matches_of(&class, student));
    let counts = [ada.counts(), bee.counts()];
    let [of_ada, of_bee] = counts;
    assert_eq!((of_ada.all, of_ada.won, of_ada.lost), (of_bee.all, of_bee.lost, of_bee.won), "{counts:?}");
    assert!(of_ada.all == 4 && of_ada.won + of_ada.lost > 0, "{counts:?}");
    for (own, counts) in [&ada, &bee].into_iter().zip(counts) {
        for filter in MatchFilter::ALL {
            assert_eq!(own.filtered(filter).count(), counts.count(filter), "{filter:?}");
        }
        assert!(own.filtered(MatchFilter::Lost).all(|one| one.result == MatchResult::Lost));
    }
    let facts = class.facts().unwrap();
    let contender = find_contender(&facts, "1").unwrap();
    assert_eq!(count_matches(&class, &facts, &only_run(&class), &contender), Some((4, 0)));
}

#[test]
fn whoever_had_a_bye_has_no_matches_to_count() {
    let (folder, class) = class();
    import_roster(&class, &roster(b"id,name\n3,Cid\n", &Columns::default())).unwrap();
    // All three share a module, so only the run knows whose matches are whose.
    for student in ["1", "2", "3"] {
        hand_in(&class, student, b"the same");
    }
    play(folder.path(), &cup("", "format = \"swiss\"\nrounds = 1\ngames = 2\n"));
    let (facts, run) = (class.facts().unwrap(), only_run(&class));
    let mut counts = ["1", "2", "3"].map(|student| {
        let contender = find_contender(&facts, student).unwrap();
        count_matches(&class, &facts, &run, &contender)
    });
    counts.sort_unstable();
    assert_eq!(counts, [None, Some((2, 0)), Some((2, 0))]);
}

#[test]
fn a_section_is_known_by_the_text_or_by_the_roster() {
    let (folder, class) = class();
    let columns = Columns::default();
    import_roster(&class, &roster(b"id,name,section\n1,Ada,Morning\n2,Bee,Morning\n", &columns)).unwrap();
    write_text(folder.path(), &format!("{TEXT}[section.Evening]\ndeadline = \"2099-12-02 23:59\"\n"));
    for student in ["1", "2"] {
        hand_in(&OpenClass::at(folder.path()).unwrap(), student, student.as_bytes());
    }
    let tournament = folder.path().join("cup.toml");
    let read = |sections: &str| {
        std::fs::write(&tournament, cup(&format!("sections = [{sections}]\n"), ROUND_ROBIN)).unwrap();
        read_tournament_plan(&tournament)
    };
    let (plan, _) = read("\"Morning\", \"Evening\"").unwrap();
    assert_eq!(plan.entrants.len(), 2);
    let Err(TournamentError::Text(problems)) = read("\"Morning\", \"Night\"") else {
        panic!("it is refused")
    };
    let problems = problems.render(false);
    assert!(problems.contains("it has no section \"Night\""), "{problems}");
}

#[test]
fn only_whoever_could_have_played_is_told_to_be_absent() {
    let (folder, class) = class();
    let students = b"id,name,section\n1,Ada,Lab\n2,Bee,Lab\n3,Cid,Lab\n4,Dee,Lab\n5,Eve,Other\n";
    import_roster(&class, &roster(students, &Columns::default())).unwrap();
    for student in ["1", "2"] {
        hand_in(&class, student, student.as_bytes());
    }
    withdraw(&class, Withdraw { student: "4".to_owned(), reason: String::new() }).unwrap();
    let run = play(folder.path(), &cup("sections = [\"Lab\"]\n", ROUND_ROBIN));
    let sheet =
        NamedFile { name: "grades.csv".to_owned(), bytes: b"ID number,Cup\n1,\n2,\n3,\n4,\n5,\n".to_vec() };
    let plan = TransferPlan { column: "Cup".to_owned(), ..TransferPlan::default() };
    let (facts, graded) = (class.facts().unwrap(), GradedRun::open(&run).unwrap());
    let export = export_grades(&class, &facts, &graded, &sheet, &plan, None, None).unwrap();
    let [warning] = &export.warnings[..] else { panic!("{:?}", export.warnings) };
    assert_eq!(
        warning.to_string(),
        "absent from the run, not graded: Player 3; --no-show GRADE sets a grade"
    );
}
