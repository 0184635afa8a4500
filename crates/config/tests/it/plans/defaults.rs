//! Tests for defaults, and for seeds from a list.

use config::{ClassSpec, FileSource, Plan, StageSpec, parse_as_of, parse_with};
use tournament::{Edition, Field, Rulings, RunSeed, Unopposed};

use super::{GAMES, HEAD, entrants, only_problem};

#[test]
fn each_format_has_its_usual_tie_breaks() {
    let text = format!(
        "{HEAD}{}[[stage]]\nformat = \"round-robin\"\n[[stage]]\nformat = \"groups\"\ngroups = 1\nadvance = 6\n\
         [[stage]]\nformat = \"swiss\"\nrounds = 2\nadvance = 5\nplay_off = 0\n[[stage]]\nformat = \"ladder\"\nbudget = 9\n\
         [[stage]]\nformat = \"knockout\"\nadvance = 4\n",
        entrants(8)
    );
    let nothing = |_: &str| Err("no file".into());
    let class = |_: &ClassSpec| Err("no class".into());
    let source = FileSource {
        open_game: &|_| Err("no game".into()),
        read_text: &nothing,
        check_bot: &|_, _| Ok(()),
        read_class: &class,
    };
    let read = |edition| {
        let plan = parse_as_of(edition, ("cup.toml", &text), GAMES, &source);
        plan.unwrap_or_else(|problems| panic!("{problems}"))
    };
    let ranks = |plan: &Plan| -> Vec<String> {
        let names = |stage: &StageSpec| {
            let names = stage.plan.rank.iter().map(|criterion| criterion.name(&[]));
            names.collect::<Vec<_>>().join(" ")
        };
        plan.stages.iter().map(names).collect()
    };
    let cuts = |plan: &Plan| -> Vec<Option<(u32, u16)>> {
        let cut = |stage: &StageSpec| stage.plan.play_off.map(|it| (it.places, it.rounds));
        plan.stages.iter().map(cut).collect()
    };
    let now = read(Edition::NOW);
    let level = "points head-to-head wins sonneborn-berger";
    let swiss = "points buchholz-cut-1 buchholz head-to-head";
    assert_eq!(ranks(&now), [level, level, swiss, "rating", "points wins"]);
    assert_eq!(cuts(&now), [Some((6, 3)), None, None, Some((4, 3)), None]);
    let unopposed = |plan: &Plan| plan.stages[0].plan.scoring.unopposed;
    assert_eq!((now.edition.number(), unopposed(&now)), (3, Unopposed::Ignore));
    let second = read(Edition::Second);
    assert_eq!((ranks(&second), cuts(&second)), (ranks(&now), cuts(&now)));
    assert_eq!(unopposed(&second), Unopposed::Count);
}

#[test]
fn a_play_off_needs_a_cut() {
    let text = format!("{HEAD}{}[[stage]]\nformat = \"round-robin\"\nplay_off = 2\n", entrants(3));
    let (place, message) = only_problem(&text);
    assert_eq!((&*place, &*message), ("2", "there is no cut for a play-off to decide"));
}

#[test]
fn seeds_come_from_a_list_of_ratings() {
    let text =
        |file: &str| format!("{HEAD}seeding = \"{file}\"\n{}[[stage]]\nformat = \"knockout\"\n", entrants(3));
    let list = "entrant,rating\nE3,1600\nE2,1500.5\n".to_owned();
    let class = |_: &ClassSpec| Err("no class".into());
    let files = |_: &str| Ok(list.clone());
    let source = FileSource {
        open_game: &|_| Err("no game".into()),
        read_text: &files,
        check_bot: &|_, _| Ok(()),
        read_class: &class,
    };
    let plan = parse_with("cup.toml", &text("ratings.csv"), GAMES, &source)
        .unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(plan.files["ratings.csv"], list, "a run keeps a copy");
    let field = Field::numbered(3);
    let rulings = Rulings::default();
    let stage = plan.open_stage(0, None, &field, RunSeed::from(1), &rulings);
    let seeds: Vec<u32> =
        stage.unwrap_or_else(|why| panic!("{why}")).field().ranked.iter().map(|id| id.0).collect();
    assert_eq!(seeds, [2, 1, 0]);
}
