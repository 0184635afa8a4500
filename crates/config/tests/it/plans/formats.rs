//! Tests for stages and their formats.

use super::*;

#[test]
fn formats() {
    for (keys, meant) in [
        ("\"round-robin\"\ngames = 2\ncycles = 3", Format::RoundRobin(RoundRobin { games: 2, cycles: 3 })),
        (
            "\"groups\"\ngroups = 3\ndraw = \"drawn\"",
            Format::Groups(Groups { groups: 3, draw: GroupDraw::Drawn, games: 1, cycles: 1 }),
        ),
        (
            "\"groups\"\ngroups = 6\ngames = 2\ncycles = 2",
            Format::Groups(Groups { groups: 6, draw: GroupDraw::Snake, games: 2, cycles: 2 }),
        ),
        ("\"swiss\"\nrounds = 12", Format::Swiss(Swiss { rounds: 12, games: 1, ..Swiss::default() })),
        (
            "\"swiss\"\nrounds = 1\ngames = 4\nbye = \"draw\"",
            Format::Swiss(Swiss { rounds: 1, games: 4, bye: Bye::Draw, ..Swiss::default() }),
        ),
        (
            "\"swiss\"\nrounds = 5\nrequested_byes = { E2 = [1, 3], Teacher = [5] }\nrequested_bye = \"nothing\"\n\
             apart = [[\"E1\", \"E3\"], [\"E4\", \"E5\", \"Teacher\"]]",
            Format::Swiss(Swiss {
                rounds: 5,
                requested: [(EntrantId(1), [0, 2].into()), (EntrantId(12), [4].into())].into(),
                requested_bye: Bye::Nothing,
                apart: vec![[0, 2].map(EntrantId).to_vec(), [3, 4, 12].map(EntrantId).to_vec()],
                ..Swiss::default()
            }),
        ),
        ("\"pyramid\"\ngames = 2", Format::Pyramid(Pyramid { games: 2 })),
        (
            "\"knockout\"\nbest_of = 3\nreplays = 0\nthird_place = true",
            Format::SingleElimination(SingleElimination { best_of: 3, replays: 0, third_place: true }),
        ),
        (
            "\"double-elimination\"\nbest_of = 5\nreplays = 9",
            Format::DoubleElimination(DoubleElimination { best_of: 5, replays: 9 }),
        ),
        (
            "\"gauntlet\"\nchallengers = [\"Teacher\", \"E2\"]\ngames = 2\ncycles = 2",
            Format::Gauntlet(Gauntlet {
                challengers: vec![EntrantId(12), EntrantId(1)],
                games: 2,
                cycles: 2,
            }),
        ),
        ("\"ladder\"\nbudget = 10_000", Format::Ladder(Ladder { games: 2, batch: 16, budget: 10_000 })),
        (
            "\"ladder\"\nbudget = 9\ngames = 1\nbatch = 4",
            Format::Ladder(Ladder { games: 1, batch: 4, budget: 9 }),
        ),
        (
            "\"pairings\"\npairs = [[\"E1\", \"E2\"], [\"Teacher\", \"E1\"]]",
            Format::Pairings(Pairings {
                pairs: [[0, 1], [12, 0]].map(|pair| pair.map(EntrantId)).to_vec(),
                games: 2,
            }),
        ),
    ] {
        assert_eq!(format(keys), meant);
    }
}

#[test]
fn mistakes_in_who_rests_and_who_is_kept_apart_are_told_at_their_place() {
    for (keys, marked, message) in [
        ("requested_byes = { E9 = [1] }", "E9", "no entrant is named \"E9\""),
        ("requested_byes = { E1 = [0] }", "0", "an item of `E1` must be a whole number from 1 to 2"),
        ("requested_byes = { E1 = [3] }", "3", "an item of `E1` must be a whole number from 1 to 2"),
        ("requested_byes = { E1 = 1 }", "1", "`E1` must be a list of whole numbers, not a number"),
        ("apart = [[\"E1\"]]", "[\"E1\"]", "a list in `apart` needs at least two strings"),
        ("apart = [[\"E1\", \"E1\"]]", "\"E1\"", "\"E1\" is listed twice"),
        ("apart = [[\"E1\", \"Alfa\"]]", "\"Alfa\"", "no entrant is named \"Alfa\""),
        ("apart = [\"E1\", \"E2\"]\nrequested_bye = \"draw\"", "", ""),
    ] {
        let text = format!("{HEAD}{}[[stage]]\nformat = \"swiss\"\nrounds = 2\n{keys}\n", entrants(4));
        if message.is_empty() {
            assert_eq!(messages(&text).len(), 2, "{keys}");
        } else {
            assert_eq!(only_problem(&text), (marked.to_owned(), message.to_owned()), "{keys}");
        }
    }
}

#[test]
fn mistakes_in_pairs_are_told_at_their_place() {
    for (pairs, marked, message) in [
        ("[[\"E1\", \"E9\"]]", "\"E9\"", "no entrant is named \"E9\""),
        ("[[\"E1\", \"E1\"]]", "\"E1\"", "\"E1\" is paired with itself"),
        ("[[\"E1\"]]", "[\"E1\"]", "a list in `pairs` needs at least two strings"),
        ("[[\"E1\", \"E2\", \"E3\"]]", "\"E3\"", "a pair is two entrants"),
        ("[]", "[]", "`pairs` is empty"),
        ("[\"E1\"]", "\"E1\"", "`an item of pairs` must be a list of strings, not a string"),
        (
            "[[\"E1\", \"E2\"]]\nstop_when_precise = 40",
            "40",
            "a list of pairings cannot stop early when ratings are precise",
        ),
    ] {
        let text = format!("{HEAD}{}[[stage]]\nformat = \"pairings\"\npairs = {pairs}\n", entrants(4));
        assert_eq!(only_problem(&text), (marked.to_owned(), message.to_owned()), "{pairs}");
    }
    let first = "[[stage]]\nformat = \"round-robin\"\n[[stage]]\nformat = \"pairings\"\nadvance = 2\n";
    let text = format!("{HEAD}{}{first}pairs = [[\"E1\", \"E2\"]]\n", entrants(4));
    let message = "the entrants of this stage are not known yet, so they cannot be paired by name";
    assert_eq!(only_problem(&text), ("[[\"E1\", \"E2\"]]".to_owned(), message.to_owned()));
}

#[test]
fn keys_of_a_stage() {
    let plan = plan(
        "[clock]\nper_move = \"1s\"\n[rules]\nblocked = \"wasted\"\n\
         [[stage]]\nformat = \"swiss\"\nrounds = 3\nrank = [\"wins\", \"head_to_head\", \"tanks\", \"max_boxes\"]\n\
         stop_when_decided = 4\nstop_when_precise = 30\nforfeit_metrics = \"both-zero\"\ndouble_forfeit = \"lost-by-both\"\nguest_games = \"ignore\"\nunopposed = \"count\"\n\
         [stage.points]\nwin = 3\ndraw = 1\nloss = -0.5\n\
         [[stage]]\nname = \"Final\"\nformat = \"knockout\"\nadvance = 8\ncarry = true\n\
         [stage.clock]\nper_game = \"9s\"\n[stage.rules]\nlayout = \"a-outside\"\n",
    );
    let [first, second] = plan.stages.as_slice() else { panic!("two stages") };
    assert_eq!((first.name.as_str(), second.name.as_str()), ("Stage 1", "Final"));
    assert_eq!(
        first.plan.rank,
        [Criterion::Wins, Criterion::HeadToHead, Criterion::Sum(0), Criterion::Max(1)]
    );
    assert_eq!((first.plan.number, second.plan.number, first.plan.metrics), (0, 1, 3));
    assert_eq!((first.plan.stop_when_decided, second.plan.stop_when_decided), (Some(4), None));
    assert_eq!((first.plan.stop_when_precise, second.plan.stop_when_precise), (Some(30), None));
    let scoring = first.plan.scoring;
    assert_eq!([scoring.win, scoring.draw, scoring.loss], [3000, 1000, -500].map(Points::from_thousandths));
    assert_eq!(
        (scoring.forfeit_metrics, scoring.double_forfeit, scoring.guest_games, scoring.unopposed),
        (ForfeitMetrics::BothZero, DoubleForfeit::LostByBoth, GuestGames::Ignore, Unopposed::Count)
    );
    assert_eq!((first.advance, second.advance), (None, Some(8)));
    assert_eq!((first.carry, second.carry), (Carry::Nothing, Carry::Tally));
    assert_eq!(second.limits.times(), "1s a move, 9s a game");
    assert_eq!(first.limits, plan.limits);
    let rules = |text: &str| Rules::parse(tank_war::GAME.options(), text);
    assert_eq!(Ok(&first.rules), rules("blocked=wasted").as_ref());
    assert_eq!(Ok(&second.rules), rules("blocked=wasted layout=a-outside").as_ref());
}

#[test]
fn a_gauntlet_tests_one_entrant_against_guests() {
    let guest = "[[entrant]]\nname = \"G\"\nbot = \"builtin:first\"\nguest = true\n";
    let new = "[[entrant]]\nname = \"New\"\nbot = \"builtin:first\"\n";
    good(&format!("{HEAD}{new}{guest}[[stage]]\nformat = \"gauntlet\"\nchallengers = [\"New\"]\n"));
}

#[test]
fn nobody_and_one_are_too_few() {
    let stage = "[[stage]]\nformat = \"round-robin\"\n";
    assert_eq!(messages(&format!("{HEAD}{stage}")), ["a tournament needs at least two entrants; found none"]);
    let one = "[[entrant]]\nname = \"A\"\nbot = \"builtin:first\"\n";
    assert_eq!(
        messages(&format!("{HEAD}{one}{stage}")),
        ["a tournament needs at least two entrants; found one"]
    );
}

#[test]
fn brackets_that_are_one_too_few_or_too_many_are_told() {
    let text = format!("[[tournament]]\nname = \"x\"\n{}[stage]\nformat = \"round-robin\"\n", entrants(2));
    assert_eq!(messages(&text), ["`tournament` must be a single table", "`stage` must be a list of tables"]);
}
