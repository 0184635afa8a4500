//! Tests for start positions.

use super::*;

#[test]
fn openings() {
    let openings = |keys: &str| {
        let plan = plan(&format!("[stage.openings]\n{keys}\n"));
        let stage = &plan.stages[0];
        let positions = stage.positions(plan.game, RunSeed::from(1));
        assert_eq!(positions.len(), stage.openings.count() as usize, "{keys}");
        assert_eq!(stage.plan.openings.count, stage.openings.count(), "{keys}");
        for position in &positions {
            assert!(plan.game.parse_position(&plan.rules, position).is_ok(), "{position}");
        }
        (stage.openings.clone(), stage.plan.openings.order, plan.files)
    };
    let listed = OpeningsSpec::Listed(vec![START.to_owned()]);
    assert_eq!(
        openings(&format!("positions = [\"{START}\"]\norder = \"drawn\"")),
        (listed.clone(), OpeningOrder::Drawn, BTreeMap::new())
    );
    let files = BTreeMap::from([("openings.txt".to_owned(), format!("# the start\n{START}\n"))]);
    assert_eq!(openings("file = \"openings.txt\""), (listed, OpeningOrder::Listed, files));
    let random = |count, plies| {
        (OpeningsSpec::Random { count, plies, balanced: true }, OpeningOrder::Listed, BTreeMap::new())
    };
    assert_eq!(openings("random = 7"), random(7, 4));
    // There are six different positions after one mirrored round. The others repeat them.
    assert_eq!(openings("random = 20\nplies = 1"), random(20, 1));
}

#[test]
fn a_search_finds_the_same_however_many_are_judged_at_once_and_in_whichever_order() {
    let text =
        format!("{HEAD}{}[[stage]]\nformat = \"round-robin\"\n[stage.openings]\nrandom = 40\n", entrants(2));
    let plan = good(&text);
    let found = |most: usize| {
        let mut search = OpeningSearch::new(&plan.stages[0], plan.game, RunSeed::from(1)).unwrap();
        loop {
            let candidates = search.candidates(most);
            if candidates.is_empty() {
                return search.finish();
            }
            // The last one is judged first.
            let mut judged: Vec<_> = candidates.into_iter().rev().map(Candidate::judged).collect();
            judged.reverse();
            search.take(judged);
        }
    };
    let one = found(1);
    assert_eq!(one.iter().collect::<BTreeSet<_>>().len(), 40);
    for most in [2, 7, 1000] {
        assert_eq!(found(most), one, "{most} at once");
    }
    // Kept positions are read again, and only for the same search.
    let mut kept = plan.clone();
    kept.keep_openings(0, one.clone());
    assert!(kept.files.iter().all(|(name, text)| is_kept_openings(name, text)));
    for (other, taken) in [(text.clone(), Some(one)), (text.replace("random = 40", "random = 39"), None)] {
        let mut again = good(&other);
        assert_eq!(again.unkept_openings(), [0]);
        again.take_openings(&kept.files);
        assert_eq!(again.stages[0].found, taken);
        assert_eq!(again.files.is_empty(), taken.is_none());
    }
}

#[test]
fn a_run_is_read_again_from_its_own_copies() {
    let text = format!(
        "{HEAD}{}[[stage]]\nformat = \"round-robin\"\n[stage.openings]\nfile = \"openings.txt\"\n",
        entrants(2)
    );
    let first = good(&text);
    let copies = first.files.clone();
    let copy = |name: &str| copies.get(name).cloned().ok_or_else(|| "the run has no copy".into());
    let again = parse_with(
        "cup.toml",
        &text,
        GAMES,
        &FileSource {
            open_game: &|_| Err("no game".into()),
            read_text: &copy,
            check_bot: &|_, _| Ok(()),
            read_class: &|_| Err("no class".into()),
        },
    );
    assert_eq!(again.map(|again| again.stages).map_err(|problems| problems.to_string()), Ok(first.stages));
    assert_eq!(messages(&text), ["cannot read the file of start positions: other files cannot be read here"]);
}

#[test]
fn openings_that_give_no_position_are_refused() {
    for (keys, message) in [
        ("", "[stage.openings] needs exactly one of `positions`, `file` and `random`"),
        (
            "random = 2\npositions = [\"x\"]",
            "[stage.openings] needs exactly one of `positions`, `file` and `random`",
        ),
        ("positions = []", "`positions` is empty"),
        ("random = 0", "`random` must be a whole number from 1 to 10000"),
        ("random = 2\nplies = 900", "random games of tank-war end before 900 plies"),
        ("file = \"gone.txt\"", "cannot read the file of start positions: other files cannot be read here"),
        (
            "file = \"rules of the game\"",
            "cannot read the file of start positions: this name is reserved for the key of the run's game",
        ),
        ("plies = 2\nfile = 3", "`plies` requires `random`"),
    ] {
        let text =
            format!("{HEAD}{}[[stage]]\nformat = \"round-robin\"\n[stage.openings]\n{keys}\n", entrants(2));
        assert!(messages(&text).iter().any(|told| told == message), "{keys}: {:?}", messages(&text));
    }
}
