//! Stages that are refused.

use tournament::{
    Field, Format, FormatError, GroupDraw, Groups, MatchKey, RoundRobin, RunSeed, Stage, StagePlan, Swiss,
};

use super::{formats, stage};
use crate::play::strength_result;

#[test]
fn too_few_entrants_are_an_error() {
    for entrants in [0, 1] {
        for format in formats(2) {
            let plan = StagePlan::new(0, format.clone());
            let error = Stage::new(plan, Field::numbered(entrants), RunSeed::from(1)).unwrap_err();
            let few = matches!(error, FormatError::TooFew { .. });
            let no_challenger = matches!(error, FormatError::Zero("challengers"));
            assert!(few || no_challenger, "{format:?}: {error}");
        }
    }
}

#[test]
fn parameters_that_cannot_be_are_refused_by_name() {
    let error = |format, entrants| {
        let plan = StagePlan::new(0, format);
        Stage::new(plan, Field::numbered(entrants), RunSeed::from(1)).unwrap_err().to_string()
    };
    assert_eq!(
        error(Format::Swiss(Swiss { rounds: 8, games: 1, ..Swiss::default() }), 8),
        "`rounds` is 8, but with 8 entrants it can be at most 7"
    );
    assert_eq!(
        error(Format::RoundRobin(RoundRobin { games: 0, cycles: 1 }), 8),
        "`games` must be at least 1"
    );
    let groups = Groups { groups: 5, draw: GroupDraw::Snake, games: 1, cycles: 1 };
    assert_eq!(error(Format::Groups(groups), 8), "`groups` is 5, but with 8 entrants it can be at most 4");
    assert_eq!(
        error(Format::RoundRobin(RoundRobin { games: 5000, cycles: 1 }), 8),
        "the stage has 5000 games in a pairing, more than the limit of 4096"
    );
    assert_eq!(
        error(Format::RoundRobin(RoundRobin { games: 1, cycles: 1_000_000 }), 8),
        "the stage has 7000000 rounds, more than the limit of 1048576"
    );
}

#[test]
fn results_that_were_not_asked_for_and_second_results_are_refused() {
    let mut stage = stage(Format::RoundRobin(RoundRobin { games: 1, cycles: 1 }), 4, 1);
    let fixture = stage.next_fixture().unwrap();
    let result = strength_result(&fixture);
    let later = MatchKey::new(3, 2, 0, 0).unwrap();
    let elsewhere = MatchKey::new(4, 0, 0, 0).unwrap();
    for key in [later, elsewhere] {
        let error = stage.record(key, result.clone()).unwrap_err();
        assert_eq!(error.to_string(), format!("match {key} is not in the schedule"));
    }
    assert!(stage.record(fixture.key, result.clone()).is_ok());
    let error = stage.record(fixture.key, result).unwrap_err();
    assert_eq!(error.to_string(), "match 4.1.1.1 already has a result");
}
