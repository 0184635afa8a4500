//! The contents of evidence on a match lead to the root, and any change to them does not.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use common::{begin, commit, complete, entrants, files, full_match, header, key, terms};
use game::{PerSeat, Seat};
use hash::Hash;
use job::SizeClass;
use ledger::{EntrantRow, Inputs, Ledger, MatchExcerpt, MatchRow, Proof, RunFolder, SiblingHash, StageTerms};
use referee::{Closing, Loss, MatchSeed, Ticks};
use tournament::{EntrantId, RunSeed, match_seed};

/// The contents of evidence on a match for one seat, with the proof.
#[derive(Clone)]
struct Evidence {
    proof: Proof,
    row: MatchRow,
    seat: Seat,
    engine: String,
    game: String,
    terms: StageTerms,
    names: PerSeat<String>,
    entrant: EntrantRow,
    dice: [u8; 32],
    loss: Option<Loss>,
    closing: Closing,
}

impl Evidence {
    fn from_ledger(ledger: &Ledger, number: &str, seat: Seat) -> Evidence {
        let root = ledger.root(&terms(2)).unwrap().unwrap();
        let row = ledger.find_match(key(number)).unwrap().unwrap().verified().unwrap();
        let header = ledger.header().unwrap();
        let entrants = ledger.entrants().unwrap();
        let entrant = entrants[row.entrants[seat].index()].clone();
        let (loss, closing) = ledger.private_parts(row.key).unwrap()[seat].clone();
        Evidence {
            proof: ledger.proof(&root, &row, seat).unwrap(),
            seat,
            engine: header.fingerprint,
            game: header.game,
            terms: terms(1).remove(0),
            names: row.entrants.map(|id| entrants[id.index()].name.clone()),
            entrant,
            dice: MatchSeed::new(match_seed(RunSeed::from(header.seed), row.key)).seat_key(seat),
            loss,
            closing: Closing { memory_peak: row.memory[seat], ..closing },
            row,
        }
    }

    /// Returns the root to which it leads, or the part that does not belong to the run.
    fn root(&self) -> Result<String, &'static str> {
        let shown = MatchExcerpt {
            row: &self.row,
            seat: self.seat,
            engine: &self.engine,
            game: &self.game,
            terms: &self.terms,
            names: self.names.as_ref().map(String::as_str),
            entrant: &self.entrant,
            dice: &self.dice,
            loss: self.loss.as_ref(),
            closing: &self.closing,
        };
        self.proof.root_of(&shown).map_err(|not| not.what)
    }
}

/// A complete run with the usual inputs, except for this module and these settings.
fn run_of(module: &[u8], settings: [&str; 2]) -> (tempfile::TempDir, RunFolder) {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    folder.create().unwrap();
    let hash = Hash::digest(module);
    let mut entrants = entrants();
    for (entrant, settings) in entrants.iter_mut().zip(settings) {
        settings.clone_into(&mut entrant.settings);
    }
    entrants[0].module = Some(hash);
    let inputs =
        Inputs { header: &header(), entrants: &entrants, modules: &[(hash, module)], files: &files() };
    let mut ledger = Ledger::create(&folder, inputs).unwrap();
    for stage in [1, 2] {
        commit(&mut ledger, &[full_match(&format!("{stage}.1.1.1"))]).unwrap();
        ledger.seal(stage - 1).unwrap();
    }
    (temp, folder)
}

#[test]
fn every_match_of_a_run_leads_to_its_root_from_either_seat() {
    let (_temp, folder) = complete();
    let ledger = Ledger::open_read_only(&folder).unwrap();
    let root = ledger.root(&terms(2)).unwrap().unwrap().to_string();
    let mut shown = 0;
    for placed in ledger.matches_after(None, 100).unwrap() {
        let number = placed.row.unwrap().row.key.to_string();
        for seat in Seat::BOTH {
            assert_eq!(
                Evidence::from_ledger(&ledger, &number, seat).root(),
                Ok(root.clone()),
                "{number} {seat}"
            );
            shown += 1;
        }
    }
    assert!(shown >= 12, "{shown}");
}

/// A forgery, with the name of the forged part.
type Forgery = (&'static str, fn(&mut Evidence));

/// Regression: only the row of the match was under the root; log, dice, settings, names and limits were not.
#[test]
fn whatever_is_changed_in_evidence_does_not_lead_to_the_root() {
    let (_temp, folder) = complete();
    let ledger = Ledger::open_read_only(&folder).unwrap();
    let root = ledger.root(&terms(2)).unwrap().unwrap().to_string();
    let forgeries: &[Forgery] = &[
        ("engine", |it| it.engine.push('x')),
        ("game", |it| it.game.push('x')),
        ("rules", |it| it.terms.rules.push('x')),
        ("limits", |it| it.terms.limits.push('x')),
        ("own name", |it| {
            it.names[it.seat].push('x');
            it.entrant.name.push('x');
        }),
        ("own name in one place", |it| it.names[it.seat].push('x')),
        ("other name", |it| it.names[it.seat.other()].push('x')),
        ("names swapped", |it| it.names.0.swap(0, 1)),
        ("bot", |it| it.entrant.bot.push('x')),
        ("module", |it| it.entrant.module = Some(Hash::from([7; 32]))),
        ("settings", |it| it.entrant.settings.push('x')),
        ("size", |it| {
            let other = |size: &SizeClass| *size != it.entrant.size;
            it.entrant.size = SizeClass::ALL.into_iter().find(other).unwrap();
        }),
        ("guest", |it| it.entrant.guest = !it.entrant.guest),
        ("refusal", |it| it.entrant.refusal.push("no".to_owned())),
        ("joined", |it| it.entrant.joined += 1),
        ("since", |it| it.entrant.since += 1),
        ("dice", |it| it.dice[31] ^= 1),
        ("loss", |it| {
            it.loss = match it.loss.take() {
                None => full_match("1.1.1.1").1.losses.0[1].as_deref().cloned(),
                Some(_) => None,
            }
        }),
        ("detail", |it| {
            if let Some(loss) = &mut it.loss { loss.failure.detail.push('x') } else { it.dice[0] ^= 1 }
        }),
        ("view", |it| if let Some(loss) = &mut it.loss { loss.view.push(1) } else { it.dice[0] ^= 1 }),
        ("log", |it| it.closing.log.extend(b"I do cheat!")),
        ("log less", |it| {
            if it.closing.log.is_empty() {
                it.closing.log_dropped += 1;
            }
            it.closing.log.clear();
        }),
        ("dropped", |it| it.closing.log_dropped += 1),
        ("marks", |it| it.closing.log_marks.push(referee::LogMark { ply: 9, offset: 3 })),
        ("memory", |it| it.closing.memory_peak ^= 1),
        ("memory of the row", |it| it.row.memory[it.seat.other()] ^= 1),
        ("seat", |it| it.seat = it.seat.other()),
        ("place", |it| it.row.key = key("1.9.1.1")),
        ("another match", |it| it.row.key = key("1.1.2.1")),
        ("entrants", |it| it.row.entrants.0.swap(0, 1)),
        ("a third entrant", |it| it.row.entrants[it.seat] = EntrantId(7)),
        ("start", |it| it.row.start = Some("another".to_owned())),
        ("plies", |it| it.row.plies += 1),
        ("metrics", |it| it.row.metrics[Seat::First].push(0)),
        ("spent", |it| it.row.spent[Seat::Second] = Ticks(3)),
        ("transcript", |it| it.row.transcript.push(0)),
        ("outcome", |it| it.row.outcome = game::Outcome::Draw),
        ("reason", |it| it.row.reason = referee::Reason::PlyLimit),
        ("text of the root", |it| it.proof.root.push('x')),
        ("version", |it| it.proof.root = it.proof.root.replacen("root 3", "root 2", 1)),
        ("way", |it| it.proof.way[0] = SiblingHash::Left([0; 32])),
        ("way longer", |it| it.proof.way.push(SiblingHash::Right([0; 32]))),
        ("way shorter", |it| it.proof.way.clear()),
        ("salt", |it| it.proof.salt[0] ^= 1),
        ("other part", |it| it.proof.other_part[0] ^= 1),
        ("salt of the entrant", |it| it.proof.entrant_salt[0] ^= 1),
        ("other entrant", |it| it.proof.other_entrant[0] ^= 1),
    ];
    for (number, seat) in [("1.1.1.1", Seat::First), ("1.2.1.1", Seat::Second), ("2.1.1.1", Seat::Second)] {
        let honest = Evidence::from_ledger(&ledger, number, seat);
        assert_eq!(honest.root(), Ok(root.clone()));
        for (what, forge) in forgeries {
            let mut forged = honest.clone();
            forge(&mut forged);
            assert_ne!(forged.root(), Ok(root.clone()), "{what} of {number} {seat}");
        }
    }
}

/// Regression: the published text had the plain hash of every entrant, which could confirm a guess of the settings.
#[test]
fn who_guesses_settings_right_does_not_learn_it_from_the_published_text() {
    let published = |module: &[u8], settings| {
        let (_temp, folder) = run_of(module, settings);
        let ledger = Ledger::open_read_only(&folder).unwrap();
        ledger.root(&terms(2)).unwrap().unwrap().text().to_owned()
    };
    let real = published(b"\0asm and so on", ["depth=4", "secret=9"]);
    assert_eq!(real, published(b"\0asm and so on", ["depth=4", "secret=9"]), "equal runs have equal roots");
    // The guess is right except for the bytes of a module.
    let guessed = published(b"\0asm, guessed", ["depth=4", "secret=9"]);
    let line = |text: &str, name: &str| {
        text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}")).to_owned()
    };
    for name in ["run ", "seed ", "text ", "file 1 ", "entrant 1 ", "entrant 2 ", "stage 1 matches "] {
        assert_ne!(line(&real, name), line(&guessed, name), "{name}");
    }
    for name in ["kind ", "game ", "engine ", "stage 1 rules "] {
        assert_eq!(line(&real, name), line(&guessed, name), "{name}");
    }
}

#[test]
fn evidence_for_one_holds_no_salt_of_another() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("run"));
    for stage in [1, 2] {
        commit(&mut ledger, &[full_match(&format!("{stage}.1.1.1"))]).unwrap();
        ledger.seal(stage - 1).unwrap();
    }
    drop(ledger);
    let ledger = Ledger::open_read_only(&folder).unwrap();
    let [first, second] = Seat::BOTH.map(|seat| Evidence::from_ledger(&ledger, "1.1.1.1", seat).proof);
    assert_ne!(first.salt, second.salt);
    assert_ne!(first.entrant_salt, second.entrant_salt);
    for (one, other) in [(&first, &second), (&second, &first)] {
        let shown = format!("{one:?}");
        assert!(!shown.contains(&format!("{:?}", other.salt)));
        assert!(!shown.contains(&format!("{:?}", other.entrant_salt)));
    }
}
