//! Tables small enough to add up by hand.

use crate::play;

use game::{Outcome, PerSeat, Seat, SeatSet};
use play::{Order, play, win, with_metric};
use tournament::{
    Carry, Criterion, DoubleForfeit, Encounter, Entrant, EntrantId, Field, Fixture, Format, GameResult,
    GuestGames, Metrics, Points, RoundRobin, RunSeed, Scoring, Stage, StagePlan, Standings, Swiss,
    crosstable, head_to_head,
};

const METRICS: [&str; 1] = ["boxes"];

/// A game: the names of both, and of the winner; `=` for a draw. `!` after the winner means that the other one
/// forfeited.
type Game = (char, char, &'static str);

fn entrant(name: char) -> EntrantId {
    EntrantId(name as u32 - 'A' as u32)
}

fn name(entrant: EntrantId) -> char {
    char::from(b'A' + entrant.0 as u8)
}

/// The result of a fixture from a list of games. The winner has 3 boxes more than its number, the loser none.
fn by_list(games: &'static [Game]) -> impl Fn(&Fixture) -> GameResult {
    move |fixture| {
        let seats = fixture.seats.map(name);
        let is_this = |game: &&Game| {
            let pair = [seats[Seat::First], seats[Seat::Second]];
            pair == [game.0, game.1] || pair == [game.1, game.0]
        };
        let Some(&(_, _, result)) = games.iter().find(is_this) else {
            panic!("{seats:?} are not in the list");
        };
        let winner = result.chars().next().expect("a result is not empty");
        let Some(seat) = Seat::BOTH.into_iter().find(|&seat| seats[seat] == winner) else {
            return with_metric(Outcome::Draw, [1, 1]);
        };
        let boxes = 3 + i64::from(entrant(winner).0);
        let metrics = PerSeat::from_fn(|at| [if at == seat { boxes } else { 0 }]);
        let forfeits = if result.ends_with('!') { SeatSet::only(seat.other()) } else { SeatSet::NONE };
        let metrics = Metrics::new(PerSeat::new(&metrics[Seat::First], &metrics[Seat::Second]));
        GameResult { outcome: Outcome::Win(seat), forfeits, metrics, content: 0 }
    }
}

fn table(entrants: u32, rank: &[&str], scoring: Scoring, games: &'static [Game]) -> Standings {
    let rank = rank.iter().map(|name| Criterion::parse(name, &METRICS).expect("a criterion")).collect();
    let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
    let plan = StagePlan { rank, scoring, metrics: 1, ..StagePlan::new(0, format) };
    let mut stage = Stage::new(plan, Field::numbered(entrants), RunSeed::from(1)).expect("enough entrants");
    play(&mut stage, 3, Order::Lifo, by_list(games));
    stage.standings()
}

fn shown(standings: &Standings) -> Vec<String> {
    let rows = standings.rows.iter().map(|row| {
        let values = row.values.iter().map(|value| value.map_or("-".to_owned(), |value| value.to_string()));
        format!("{} {}", name(row.entrant), values.collect::<Vec<_>>().join(" "))
    });
    rows.collect()
}

const FOUR: &[Game] =
    &[('A', 'B', "A"), ('B', 'C', "B"), ('C', 'A', "C"), ('A', 'D', "="), ('B', 'D', "B"), ('C', 'D', "C")];

#[test]
fn two_with_equal_points_are_told_apart_by_their_game() {
    // A 1.5, B 2, C 2, D 0.5; B has beaten C.
    let standings = table(4, &["points", "head-to-head"], Scoring::default(), FOUR);
    assert_eq!(shown(&standings), ["B 2 1", "C 2 0", "A 1.5 -", "D 0.5 -"]);
}

#[test]
fn sonneborn_berger_adds_up_the_beaten() {
    // B has beaten C (2) and D (0.5); C has beaten A (1.5) and D; A has beaten B (2), half of D; D half of A.
    let standings = table(4, &["points", "sonneborn-berger"], Scoring::default(), FOUR);
    assert_eq!(shown(&standings), ["B 2 2.5", "C 2 2", "A 1.5 2.25", "D 0.5 0.75"]);
}

#[test]
fn buchholz_adds_up_all_opponents() {
    // All points are 6; Buchholz is 6 less one's own, cut by the weakest opponent.
    let standings = table(4, &["buchholz", "buchholz-cut-1"], Scoring::default(), FOUR);
    let mut rows = shown(&standings);
    rows.sort();
    assert_eq!(rows, ["A 4.5 4", "B 4 3.5", "C 4 3.5", "D 5.5 4"]);
}

#[test]
fn points_are_worth_what_the_file_says() {
    let scoring = Scoring {
        win: Points::from_thousandths(3000),
        draw: Points::from_thousandths(1000),
        ..Scoring::default()
    };
    let standings = table(4, &["points", "sonneborn-berger"], scoring, FOUR);
    // A 4, B 6, C 6, D 1. B: 6 + 1; C: 4 + 1; A: 6 + 1/2; D: 4/2.
    assert_eq!(shown(&standings), ["B 6 7", "C 6 5", "A 4 6.5", "D 1 2"]);
}

#[test]
fn a_ring_is_not_told_apart_by_its_own_games() {
    const RING: &[Game] = &[
        ('A', 'B', "A"),
        ('B', 'C', "B"),
        ('C', 'A', "C"),
        ('A', 'D', "A"),
        ('B', 'D', "B"),
        ('C', 'D', "C"),
    ];
    // Boxes: two wins each, 3 for A's, 4 for B's, 5 for C's.
    let standings = table(4, &["wins", "head-to-head", "boxes"], Scoring::default(), RING);
    assert_eq!(shown(&standings), ["C 2 1 10", "B 2 1 8", "A 2 1 6", "D 0 - 0"]);
    let standings = table(4, &["wins", "max_boxes"], Scoring::default(), RING);
    assert_eq!(shown(&standings), ["C 2 5", "B 2 4", "A 2 3", "D 0 0"]);
}

#[test]
fn head_to_head_says_nothing_when_some_have_not_met() {
    // A Swiss of four, two rounds: A beats C, D beats B; then D beats A, C beats B.
    const OTHER: &[Game] =
        &[('A', 'C', "A"), ('B', 'D', "B"), ('A', 'B', "A"), ('C', 'D', "="), ('A', 'D', "=")];
    const SWISS: &[Game] = &[('A', 'C', "A"), ('B', 'D', "D"), ('A', 'D', "D"), ('B', 'C', "C")];
    let rank = vec![Criterion::Points, Criterion::HeadToHead];
    let format = Format::Swiss(Swiss { rounds: 2, games: 1, ..Swiss::default() });
    let plan = StagePlan { rank, metrics: 1, ..StagePlan::new(0, format) };
    let mut stage = Stage::new(plan, Field::numbered(4), RunSeed::from(1)).unwrap();
    play(&mut stage, 3, Order::Fifo, by_list(SWISS));
    let standings = stage.standings();
    // A and C have 1 point and have met.
    assert_eq!(shown(&standings), ["D 2 -", "A 1 1", "C 1 0", "B 0 -"]);

    let plan = StagePlan { rank: vec![Criterion::Losses, Criterion::HeadToHead], ..stage.plan().clone() };
    let mut stage = Stage::new(plan, Field::numbered(4), RunSeed::from(1)).unwrap();
    play(&mut stage, 3, Order::Fifo, by_list(OTHER));
    // One loss each for B, C and D, of whom B and C have not met.
    let heads: Vec<_> = stage.standings().rows[1..].iter().map(|row| row.values[1].unwrap().units).collect();
    assert_eq!(heads, [0, 0, 0]);
}

#[test]
fn forfeits_count_as_the_rules_say() {
    const FORFEIT: &[Game] = &[('A', 'B', "A!"), ('B', 'C', "B"), ('A', 'C', "C")];
    let standings = table(3, &["wins", "games-won", "forfeits", "boxes"], Scoring::default(), FORFEIT);
    // One win each, A's by forfeit; B has forfeited.
    assert_eq!(shown(&standings), ["C 1 1 0 5", "B 1 1 1 4", "A 1 0 0 3"]);
    assert_eq!(standings.row(entrant('A')).unwrap().tally.maxima, [0]);
}

#[test]
fn a_double_forfeit_may_be_lost_by_both() {
    for (double_forfeit, points, losses) in
        [(DoubleForfeit::AsJudged, "0.5", 0), (DoubleForfeit::LostByBoth, "0", 1)]
    {
        let scoring = Scoring { double_forfeit, ..Scoring::default() };
        let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
        let plan = StagePlan { scoring, ..StagePlan::new(0, format) };
        let mut stage = Stage::new(plan, Field::numbered(2), RunSeed::from(1)).unwrap();
        let result = |_: &Fixture| GameResult { forfeits: SeatSet::BOTH, ..GameResult::plain(Outcome::Draw) };
        play(&mut stage, 1, Order::Fifo, result);
        let row = &stage.standings().rows[0];
        assert_eq!(row.tally.points.to_string(), points);
        assert_eq!(row.tally.losses, losses);
        let encounter = head_to_head(stage.past(), EntrantId(0), EntrantId(1));
        assert_eq!(encounter.losses, losses);
    }
}

#[test]
fn lots_are_drawn_from_the_seed() {
    const DRAWN: &[Game] = &[('A', 'B', "="), ('B', 'C', "="), ('A', 'C', "=")];
    let order = |seed| {
        let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
        let mut stage =
            Stage::new(StagePlan::new(0, format), Field::numbered(3), RunSeed::from(seed)).unwrap();
        play(&mut stage, 1, Order::Fifo, by_list(DRAWN));
        stage.standings().order()
    };
    assert_eq!(order(7), order(7));
    let firsts: std::collections::BTreeSet<_> = (0..30).map(|seed| order(seed)[0]).collect();
    assert_eq!(firsts.len(), 3, "everybody is first by some seed");
}

#[test]
fn a_crosstable_is_read_by_rows() {
    let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
    let mut stage = Stage::new(StagePlan::new(0, format), Field::numbered(4), RunSeed::from(1)).unwrap();
    play(&mut stage, 1, Order::Fifo, by_list(FOUR));
    let order: Vec<_> = ['A', 'B', 'D'].map(entrant).to_vec();
    let (won, drawn, lost) = (
        Some(Encounter { wins: 1, ..Encounter::default() }),
        Some(Encounter { draws: 1, ..Encounter::default() }),
        Some(Encounter { losses: 1, ..Encounter::default() }),
    );
    assert_eq!(
        crosstable([stage.past()], &order),
        [vec![None, won, drawn], vec![lost, None, won], vec![drawn, lost, None]]
    );
    let twice = crosstable([stage.past(), stage.past()], &order);
    assert_eq!(twice[0][1].unwrap().games(), 2);
}

#[test]
fn guests_play_everyone_and_are_not_ranked() {
    const GAMES: &[Game] = &[('A', 'B', "B"), ('A', 'C', "A"), ('B', 'C', "=")];
    let entrants = [Entrant::guest("Teacher"), Entrant::ranked("B"), Entrant::ranked("C")];
    for (guest_games, points) in [(GuestGames::Count, ["1.5", "0.5"]), (GuestGames::Ignore, ["0.5", "0.5"])] {
        let scoring = Scoring { guest_games, ..Scoring::default() };
        let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
        let plan = StagePlan { scoring, ..StagePlan::new(0, format) };
        let mut stage = Stage::new(plan, Field::from_entrants(&entrants), RunSeed::from(1)).unwrap();
        assert_eq!(play(&mut stage, 1, Order::Fifo, by_list(GAMES)), 3);
        let standings = stage.standings();
        assert_eq!(standings.rows[2].entrant, EntrantId(0));
        assert_eq!(standings.rows[2].place, None);
        let mut got: Vec<_> = standings.rows[..2].iter().map(|row| row.tally.points.to_string()).collect();
        got.sort_by(|a, b| b.cmp(a));
        assert_eq!(got, points, "{guest_games:?}");
        let next = stage.advancing(Some(1), Carry::Nothing);
        assert_eq!(next.guests, [EntrantId(0)]);
        assert_eq!(next.ranked.len(), 1);
    }
}

#[test]
fn what_is_carried_over_counts_in_the_next_stage() {
    let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
    let mut stage = Stage::new(
        StagePlan { metrics: 1, ..StagePlan::new(0, format.clone()) },
        Field::numbered(4),
        RunSeed::from(1),
    )
    .unwrap();
    play(&mut stage, 1, Order::Fifo, by_list(FOUR));
    let next = stage.advancing(Some(2), Carry::Tally);
    assert_eq!(next.ranked, ['B', 'C'].map(entrant));
    let plan = StagePlan { metrics: 1, ..StagePlan::new(1, format) };
    let mut finals = Stage::new(plan, next, RunSeed::from(1)).unwrap();
    play(&mut finals, 1, Order::Fifo, |fixture| {
        win(if fixture.seats[Seat::First] == entrant('C') { Seat::First } else { Seat::Second })
    });
    let rows: Vec<_> = finals
        .standings()
        .rows
        .iter()
        .map(|row| (name(row.entrant), row.tally.points.to_string(), row.tally.games, row.tally.sums[0]))
        .collect();
    assert_eq!(rows, [('C', "3".to_owned(), 4, 10), ('B', "2".to_owned(), 4, 8)]);
}

#[test]
fn a_place_by_lot_is_told() {
    // A, B and C have two wins each, in a circle; D has none.
    let games = &[
        ('A', 'B', "A"),
        ('B', 'C', "B"),
        ('C', 'A', "C"),
        ('A', 'D', "A"),
        ('B', 'D', "B"),
        ('C', 'D', "C"),
    ];
    let by_lot = |rank: &[&str]| {
        let standings = table(4, rank, Scoring::default(), games);
        let told = standings.rows.iter().filter(|row| row.is_by_lot()).map(|row| name(row.entrant));
        let mut told: Vec<char> = told.collect();
        told.sort_unstable();
        told
    };
    assert_eq!(by_lot(&["points", "head-to-head", "sonneborn-berger"]), ['A', 'B', 'C']);
    assert_eq!(by_lot(&["points", "boxes"]), [], "the winner's boxes tell them apart");
    assert_eq!(by_lot(&["losses", "lot"]), ['A', 'B', 'C']);
    let ranks = |rank: &[&str]| {
        let rows = table(4, rank, Scoring::default(), games).rows;
        rows.iter().map(|row| row.rank).collect::<Vec<_>>()
    };
    assert_eq!(ranks(&["points"]), [1, 1, 1, 4].map(Some), "whom only a lot separates share a rank");
    assert_eq!(ranks(&["points", "boxes"]), [1, 2, 3, 4].map(Some));
}
