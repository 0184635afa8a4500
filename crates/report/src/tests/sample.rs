//! A small report with hostile names, for tests.

use game::{Game as _, PerSeat, Seat};
use referee::{Builtin, Limits, Match, MatchSeed, Player, Record, Ticks};
use results::{DecisiveMatch, SeenMatch};
use tournament::EntrantId;

use crate::model::{
    Adoption, Bracket, Cell, Column, CoursePoint, Crosstable, Entrant, Fact, Fault, FaultKind, Faults, Game,
    GameScore, Heading, LengthClass, Lengths, MoveTimes, Pages, PlusMinus, Rating, RatingCourse, Ratings,
    Report, Round, Row, RulingText, SCHEMA, SeatBalance, SeatScore, SeatTally, Stage, TickCount, Tie,
    TieSide, Unusual, UnusualMatch,
};
use crate::page::{MatchFacts, SeatLine};

/// Names that would do harm in HTML, SVG, CSV or to the text direction around them.
pub(crate) const NAMES: [&str; 6] = [
    "Ada & Grace",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "=cmd|' /C calc'!A0",
    "evil\u{202E}txt.exe\nsecond line",
    "A name that is much longer than any table, chart or bracket would like it to be",
];

/// Returns a qualification and a knockout of six entrants, one of them a guest and one refused.
pub(crate) fn report() -> Report {
    let heading = Heading {
        name: "Cup <b>2026</b>".to_owned(),
        game: tank_war::GAME.title().to_owned(),
        date: Some("2026-11-20".to_owned()),
        complete: true,
        root: Some("5a".repeat(32)),
        facts: vec![Fact::new("Game", "The Tank War"), Fact::new("Rules", "layout=a-inside")],
        seats: tank_war::GAME.seats(),
        metrics: tank_war::GAME.metrics().iter().map(|metric| metric.name).collect(),
        about: "",
    };
    Report {
        schema: SCHEMA,
        tournament: heading,
        entrants: entrants(),
        test: None,
        stages: vec![qualification(), knockout()],
        adoptions: vec![Adoption {
            after: 1,
            changes: vec![
                "entrant 3 \"<b>Zoe</b>\" is new".to_owned(),
                "stage 1: games is 4, was 2".to_owned(),
            ],
        }],
        rulings: vec![RulingText {
            order: "match 1.1.1.1 does not count".to_owned(),
            since: "the end".to_owned(),
            reason: "<i>a mistake</i>".to_owned(),
            undone: false,
        }],
        faults: faults(),
        lengths: lengths(),
        times: times(),
        ratings: Ratings {
            halves_draws: false,
            games: 13,
            copies: 2,
            remarks: vec!["the first seat is worth 21.5 ± 60.1 Elo".to_owned()],
        },
        seats: Some(seats()),
        course: Some(course()),
        unusual: unusual(),
        matches: Pages { played: 13, with_page: 13 },
    }
}

fn entrants() -> Vec<Entrant> {
    let entrant = |(index, name): (usize, &&str)| Entrant {
        name: (*name).to_owned(),
        bot: if index == 0 { "builtin:first".to_owned() } else { format!("<bot-{index}>.wasm") },
        module: (index > 0).then(|| "ab".repeat(32)),
        settings: Some(if index == 2 { "depth=<4>".to_owned() } else { String::new() }),
        guest: index == 4,
        refusal: if index == 5 {
            vec!["it imports `env.system`, <b>which there is not</b>".to_owned()]
        } else {
            Vec::new()
        },
        left: Vec::new(),
        rating: (index < 5).then(|| Rating {
            elo: 1600.0 - 55.5 * index as f64,
            plus_minus: (index > 0).then_some(40.0 + 3.25 * index as f64),
            open: (index == 0).then_some('>'),
            games: 8,
        }),
    };
    NAMES.iter().enumerate().map(entrant).collect()
}

fn qualification() -> Stage {
    let order = [1, 0, 3, 2, 4];
    let row = |(index, &entrant): (usize, &usize)| Row {
        place: (index < 4).then_some(index as u32 + 1),
        entrant,
        group: None,
        status: (index == 4).then_some("guest"),
        by_lot: index == 0,
        placed_by: None,
        games: 8,
        byes: u32::from(index == 2),
        wins: 6 - index as u32,
        draws: 1,
        losses: 1 + index as u32,
        forfeits: u32::from(index == 3),
        values: vec![
            Some((6 - index).to_string()),
            Some((30 - 2 * index).to_string()),
            Some(format!("-{index}.5")),
        ],
        rating_plus_minus: None,
        notes: if index == 2 { vec!["bye in round 1 <b>2026</b>".to_owned()] } else { Vec::new() },
    };
    let score = |row: usize, column: usize| if row < column { GameScore::Win } else { GameScore::Loss };
    let cell = |row: usize, column: usize| {
        let game = |number: usize| Game {
            score: if (row + column + number).is_multiple_of(3) {
                GameScore::Draw
            } else {
                score(row, column)
            },
            key: format!("1.{}.{}.{}", row.min(column) + 1, row.max(column) + 1, number + 1),
        };
        (row != column).then(|| {
            let mut cell = Cell::default();
            for game in [game(0), game(1)] {
                cell.push(game.score, || game);
            }
            cell
        })
    };
    Stage {
        name: "Qualification".to_owned(),
        format: "Round robin, 2 games a pairing".to_owned(),
        complete: true,
        matches: 10,
        copies: 2,
        criteria: vec!["wins".to_owned(), "tanks".to_owned(), "head-to-head".to_owned(), "lot".to_owned()],
        standings: order.iter().enumerate().map(row).collect(),
        crosstable: Some(Crosstable {
            order: order.to_vec(),
            cells: (0..5).map(|row| (0..5).map(|column| cell(row, column)).collect()).collect(),
        }),
        brackets: Vec::new(),
        rounds: vec![Round {
            number: 1,
            matches: vec![line("1.1.1.1", 0, 1, false), line("1.1.2.1", 3, 2, true)],
            byes: vec![4],
            ..Round::default()
        }],
    }
}

fn line(key: &str, first: u32, second: u32, counts: bool) -> (DecisiveMatch, bool) {
    let seen = SeenMatch {
        key: key.parse().unwrap(),
        entrants: PerSeat::new(EntrantId(first), EntrantId(second)),
        winner: (first > second).then_some(Seat::First),
        plies: 12,
    };
    (DecisiveMatch { seen, reason: "more tanks".to_owned(), decided: None }, counts)
}

fn knockout() -> Stage {
    let side = |entrant: usize, seed, score: &str, won| {
        Some(TieSide { entrant, seed: Some(seed), score: score.to_owned(), won })
    };
    let games = |key: &str| vec![Game { score: GameScore::Win, key: key.to_owned() }];
    let first = Column {
        title: "Semi-finals".to_owned(),
        ties: vec![
            Tie { sides: [side(1, 1, "", true), None], bye: true, leads_to: Some(0), ..Tie::default() },
            Tie {
                sides: [side(3, 3, "½", false), side(0, 2, "1½", true)],
                bye: false,
                by_seed: false,
                games: games("2.1.1.1"),
                leads_to: Some(0),
            },
        ],
    };
    let last = Column {
        title: "Final".to_owned(),
        ties: vec![Tie {
            sides: [side(1, 1, "1", true), side(0, 2, "0", false)],
            bye: false,
            by_seed: false,
            games: games("2.2.1.1"),
            leads_to: None,
        }],
    };
    let row = |(index, entrant): (usize, usize)| Row {
        place: Some(index as u32 + 1),
        entrant,
        games: 2,
        wins: 2 - index as u32,
        losses: index as u32,
        values: vec![Some((2 - index).to_string())],
        ..Row::default()
    };
    Stage {
        name: "Knockout".to_owned(),
        format: "Knockout".to_owned(),
        complete: true,
        matches: 3,
        criteria: vec!["wins".to_owned()],
        standings: [1, 0, 3].into_iter().enumerate().map(row).collect(),
        brackets: vec![Bracket { title: None, columns: vec![first, last] }],
        rounds: vec![Round {
            number: 1,
            matches: vec![line("2.1.1.1", 3, 0, true)],
            byes: vec![1],
            ..Round::default()
        }],
        ..Stage::default()
    }
}

fn faults() -> Faults {
    let fault = referee::Fault::Timeout;
    let kinds = vec![FaultKind { name: fault.to_string(), count: 1 }];
    Faults {
        named: kinds.clone(),
        kinds,
        list: vec![Fault {
            name: fault.to_string(),
            explanation: fault.explanation(),
            entrant: 2,
            opponent: 4,
            key: "1.1.2.1".to_owned(),
            ply: 4,
        }],
    }
}

fn lengths() -> Lengths {
    let class = |(index, matches): (usize, u64)| LengthClass {
        from: index as u32 + 8,
        to: index as u32 + 8,
        matches,
    };
    Lengths {
        classes: [1, 0, 4, 6, 2].into_iter().enumerate().map(class).collect(),
        least: 8,
        median: 11,
        most: 12,
    }
}

fn times() -> Vec<MoveTimes> {
    let times = |entrant: usize| {
        let unit = 10_u64.pow(2 * entrant as u32 + 1);
        MoveTimes {
            entrant,
            moves: 60,
            tenth: TickCount(2 * unit),
            median: TickCount(5 * unit),
            nine_tenths: TickCount(9 * unit),
            most: TickCount(70 * unit),
        }
    };
    (0..5).map(times).collect()
}

fn seats() -> SeatBalance {
    let tally = |won, drawn, lost| SeatTally { won, drawn, lost };
    SeatBalance {
        first: tally(7, 1, 3),
        score: SeatScore { score: 0.6818, low: 0.4021, high: 0.8913 },
        advantage: Some(PlusMinus { value: 21.5, plus_minus: Some(60.1) }),
        entrants: (0..5).map(|entrant| (entrant, [tally(3, 0, 1), tally(1, entrant as u32, 2)])).collect(),
    }
}

fn course() -> RatingCourse {
    let point = |round: u32| CoursePoint {
        stage: 0,
        round,
        ratings: (0..5)
            .map(|entrant| {
                let value = f64::from(1500 + 20 * round * entrant);
                (round > 1 || entrant != 2)
                    .then(|| PlusMinus { value, plus_minus: Some(f64::from(300 / round)) })
            })
            .collect(),
    };
    RatingCourse { best: vec![0, 1, 2, 3, 4], points: (1..4).map(point).collect() }
}

fn unusual() -> Vec<Unusual> {
    let played = UnusualMatch {
        key: "1.1.2.1".to_owned(),
        place: "Qualification, round 1".to_owned(),
        seats: [3, 2],
        winner: Some(1),
    };
    let detail = "won against an opponent rated 310 above".to_owned();
    vec![
        Unusual { kind: "Upset", entrant: Some(2), detail, played: Some(played.clone()) },
        Unusual { kind: "Shortest match", entrant: None, detail: "8 plies".to_owned(), played: Some(played) },
        Unusual {
            kind: "Lot",
            entrant: Some(1),
            detail: "place 1 of <b>Qualification</b> by lot, level with others".to_owned(),
            played: None,
        },
    ]
}

/// Plays a match between two random players.
pub(crate) fn record(game: &'static dyn game::Game, seed: u64) -> Record {
    let rules = game::Rules::defaults(game.options());
    let seed = MatchSeed::from_number(seed);
    let playing = Match::new(game, game.start(&rules), Limits::default());
    let mut players =
        PerSeat::from_fn(|seat| Box::new(Builtin::Random.player(&seed, seat)) as Box<dyn Player>);
    referee::play(playing, &mut players, |_| true).unwrap().unwrap()
}

/// Returns the contents of a match's page except for its boards.
pub(crate) fn sheet(game: &'static dyn game::Game, record: &Record) -> MatchFacts {
    let seat = |seat: Seat| SeatLine {
        name: NAMES[seat.index() + 1].to_owned(),
        bot: "builtin:random".to_owned(),
        fault: (seat == Seat::Second).then(|| ("timeout".to_owned(), referee::Fault::Timeout.explanation())),
        metrics: game
            .metrics()
            .iter()
            .map(|metric| metric.name)
            .zip(record.metrics[seat].iter().copied())
            .collect(),
        spent: Ticks(123_456_789),
        memory: 65_536 * (seat.index() as u64),
    };
    MatchFacts {
        key: "1.1.1.1".to_owned(),
        place: "Qualification, round 1".to_owned(),
        tournament: "Cup <b>2026</b>".to_owned(),
        seat_names: game.seats(),
        seats: PerSeat::from_fn(seat),
        winner: record.verdict.outcome.winner(),
        reason: record.verdict.reason.to_string(),
        decided: None,
        plies: record.plies,
        facts: vec![Fact::new("Rules", "layout=a-inside")],
        counts: true,
    }
}
