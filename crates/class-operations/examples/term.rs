//! A class from its roster to grades, without the program: `cargo run -p class-operations --example term`.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use class_model::{Moment, roster::Columns};
use class_operations::NamedFile;
use class_operations::class_text::create;
use class_operations::grades::{GradedRun, TransferPlan, export_grades};
use class_operations::roster::{RosterFile, import_roster};
use class_operations::runs::{Lineup, TournamentRun, open_tournament, read_tournament};
use class_operations::submission::{HandInTime, submit_files};
use games::GAMES;
use ledger::RunFolder;
use play::{LocalThreads, LocalValidator};
use sandbox::{Sandbox, SandboxOptions};

const CLASS: &str = "[class]\nname = \"KI\"\ngame = \"tank-war\"\nzone = \"Europe/Berlin\"\ndeadline = \"2099-12-01 23:59\"\n";
const ROSTER: &[u8] = b"id,name,alias\n1001,Ada Example,Ada\n1002,Ben Example,Ben\n";
const CUP: &str = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 1\n[class]\npath = \"..\"\n\
    [[stage]]\nformat = \"round-robin\"\ngames = 2\n[grade]\nformula = \"10 * (wins + draws / 2) / games\"\n";
const SHEET: &[u8] = b"ID number,Name,Cup\n1001,Ada Example,\n1002,Ben Example,\n";

/// Plays a term in an empty folder, with bots from another; returns the gradebook as a course system imports it.
pub(crate) fn term(folder: &Path, bots: &Path) -> Result<String, Box<dyn Error>> {
    fs::create_dir(folder.join("tournaments"))?;
    fs::write(folder.join("class.toml"), CLASS)?;
    fs::write(folder.join("tournaments/cup.toml"), CUP)?;
    let class = create(folder)?;
    let columns = Columns::default();
    import_roster(&class, &RosterFile { name: "roster", bytes: ROSTER, columns: &columns })?;

    let validator = LocalValidator::new(Sandbox::new(&SandboxOptions::default())?);
    for (student, bot) in [("1001", "greedy/greedy.wasm"), ("1002", "rusher/rusher.wasm")] {
        let file = NamedFile { name: "a.wasm".to_owned(), bytes: fs::read(bots.join(bot))? };
        submit_files(&class, &validator, student, vec![file], HandInTime::Clock(Moment::now()))?.verdict()?;
    }

    let run = RunFolder::at(folder.join("runs/cup"));
    let entry = read_tournament(&folder.join("tournaments/cup.toml"), Lineup::Active)?;
    let begun = runner::begin(&run, entry.entered, &validator)?;
    let mut tournament = TournamentRun::new(begun, run.clone(), Some(folder.to_owned()));
    tournament.note_beginning();
    tournament.play(&LocalThreads::start(2, &validator, GAMES)?, &AtomicBool::new(false), &mut |_| {})?;
    drop(tournament);

    let graded = GradedRun::compute(&run, open_tournament(&run)?)?;
    let sheet = NamedFile { name: "gradebook".to_owned(), bytes: SHEET.to_vec() };
    let plan = TransferPlan { column: "Cup".to_owned(), ..TransferPlan::default() };
    let export = export_grades(&class, &class.facts()?, &graded, &sheet, &plan, None, None)?.transfer;
    Ok(String::from_utf8(export.transfer.write(&export.sheet))?)
}

#[expect(clippy::print_stdout, reason = "it is what the example shows")]
fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    print!("{}", term(folder.path(), &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/tank-war"))?);
    Ok(())
}
