//! Describes the results of a run in words: the content of its report.

mod facts;
mod unusual;

use std::collections::BTreeMap;

use config::StageSpec;
use ledger::EntrantRow;
use results::{
    GameIdentity, Notes, RulingNames, RulingText, RunResults, SeenGames, UnplayedRounds, brackets,
    crosstable, is_knockout,
};
use tournament::rulings::Since;
use tournament::{Bye, Criterion, EntrantId, Format, GameRecord, PlacedBy, PlayOff, Stage, Status};

use self::facts::limit_facts;
pub(crate) use self::facts::{condition_facts, metric_names};
use self::unusual::{Sources, unusual};
use crate::model::{self, Entrant, Fact, Heading, Pages, Rating, Report, Round, Row};
use crate::tier::Tier;

/// Maximum number of entrants whose crosstable fits on a page.
const CROSSTABLE: usize = 100;

/// Returns the content of the report, for the readers of a tier.
pub(crate) fn describe(results: &RunResults, tier: Tier) -> Report {
    let notes = Notes::new(results);
    let stages = results.stages.iter().zip(&results.plan.stages);
    let stages: Vec<model::Stage> = match results.test {
        Some(_) => vec![pairs_of_test(results)],
        None => stages.map(|of| shown_stage(results, of, &notes)).collect(),
    };
    let fitted = &results.fitted;
    let sources = Sources { results, ratings: &fitted.ratings, times: &results.times, stages: &stages };
    Report {
        schema: model::SCHEMA,
        unusual: unusual(&sources),
        test: results.test.clone(),
        tournament: heading(results),
        entrants: (0..)
            .map(EntrantId)
            .zip(&results.entrants)
            .zip(&fitted.ratings)
            .map(|((id, row), rating)| {
                let is_told = results.plan.public_settings || tier.knows(id);
                let settings = is_told.then(|| row.settings.clone());
                Entrant { settings, ..entrant((id, row), rating.as_ref(), &notes) }
            })
            .collect(),
        stages,
        adoptions: results.adoptions.iter().map(adoption).collect(),
        rulings: all_rulings(results),
        faults: results.faults.clone(),
        lengths: results.lengths.clone(),
        times: results.times.clone(),
        ratings: fitted.summary.clone(),
        seats: fitted.seats.clone(),
        course: fitted.course.clone(),
        matches: Pages { played: results.keys.len() as u64, with_page: results.decisive.len() as u64 },
    }
}

fn heading(results: &RunResults) -> Heading {
    let RunResults { plan, header, complete, .. } = results;
    let mut facts = vec![
        Fact::new(
            "Game",
            format!(
                "{} ({}, version {} of the rules)",
                plan.game.title(),
                plan.game.key(),
                plan.game.version()
            ),
        ),
        Fact::new("Rules", plan.rules.to_string()),
    ];
    facts.extend(results.match_rules.earlier().map(|(game, matches)| {
        let played = crate::formatting::counted(matches.count() as u64, "match", "matches");
        Fact::new("Earlier rules", format!("{}: {played} played with them", game.key()))
    }));
    facts.extend(limit_facts(&plan.limits));
    facts.extend(results.test.as_ref().map(openings_fact));
    if let Some(faults) = plan.withdraw_after_faults {
        let lost = crate::formatting::counted(u64::from(faults), "match", "matches");
        facts.push(Fact::new(
            "Withdrawal",
            format!("who has lost {lost} by faults is out from the next round on"),
        ));
    }
    // A drawn seed is secret as long as any match depends on it.
    let is_open = *complete || matches!(plan.seed, config::SeedPlan::Number(_));
    facts.push(Fact::new(
        "Seed",
        if is_open { header.seed.to_string() } else { "published when the run is complete".to_owned() },
    ));
    facts.push(Fact::new("Engine", header.fingerprint.clone()));
    // Shown only if isolation was requested and is incomplete: nothing else about the host belongs in a report.
    if !results.without_protections.is_empty() {
        let names: Vec<&str> = results.without_protections.iter().map(String::as_str).collect();
        facts.push(Fact::new("Isolation", format!("matches were played without {}", names.join(", "))));
    }
    Heading {
        name: plan.name.clone(),
        game: plan.game.title().to_owned(),
        date: plan.date.clone(),
        complete: *complete,
        root: results.root.as_ref().map(ToString::to_string),
        facts,
        seats: plan.game.seats(),
        metrics: metric_names(results.plan.game),
        about: plan.game.about(),
    }
}

fn openings_fact(test: &model::SequentialTest) -> Fact {
    let openings = match test.openings {
        Some(count) => format!("{count}, in turn"),
        None => "a new one for every pair".to_owned(),
    };
    Fact::new(
        "Openings",
        format!("{openings}, {} random plies long; longer once they are used up", test.plies),
    )
}

fn entrant((id, row): (EntrantId, &EntrantRow), rating: Option<&Rating>, notes: &Notes<'_>) -> Entrant {
    Entrant {
        name: row.name.clone(),
        bot: row.bot.clone(),
        module: row.module.map(|hash| hash.to_string()),
        settings: None,
        guest: row.guest,
        refusal: row.refusal.clone(),
        left: notes.left(id).to_vec(),
        rating: rating.cloned(),
    }
}

fn shown_stage(results: &RunResults, (stage, spec): (&Stage, &StageSpec), notes: &Notes<'_>) -> model::Stage {
    let unplayed = UnplayedRounds::new(stage);
    let row = |row: &tournament::Row| Row { notes: notes.of_row(stage, row, &unplayed), ..numbers(row) };
    let metrics = metric_names(results.plan.game);
    let standings = results.standings(usize::from(stage.plan().number));
    let so_far = stage.so_far();
    let criteria: Vec<String> = standings.criteria.iter().map(|criterion| criterion.name(&metrics)).collect();
    let order: Vec<EntrantId> = standings.rows.iter().map(|row| row.entrant).collect();
    let is_last = std::ptr::eq(stage, &raw const results.stages[results.stages.len() - 1]);
    let has_crosstable = !is_knockout(&spec.plan.format) && order.len() <= CROSSTABLE;
    model::Stage {
        name: spec.name.clone(),
        format: conditions(results, spec, stage),
        complete: !is_last || results.complete,
        matches: so_far.games().len() as u64,
        copies: copies(so_far.counted_games()),
        criteria: without_lot(&standings.criteria, criteria),
        standings: standings.rows.iter().filter(|row| takes_part(row)).map(row).collect(),
        crosstable: has_crosstable.then(|| crosstable(&so_far.before_play_off(), &order)),
        brackets: brackets(stage),
        rounds: rounds(results, stage),
    }
}

/// Returns the number of counted games that are copies of others: the same entrants in the same seats with the same
/// known content.
///
/// A million games take eight million bytes here.
fn copies(games: impl Iterator<Item = GameRecord>) -> u64 {
    let mut seen = SeenGames::default();
    let is_copy = |game: &GameRecord| seen.is_copy(true, GameIdentity::from_record(game));
    games.filter(is_copy).count() as u64
}

/// Returns the matches of a sequential test that have pages, as a stage without a table.
fn pairs_of_test(results: &RunResults) -> model::Stage {
    let name = results.plan.stages.first().map_or_else(String::new, |spec| spec.name.clone());
    let matches = results.decisive.iter().map(|listed| (listed.clone(), true)).collect();
    model::Stage {
        name,
        format: "Pairs of games from one opening, with the seats swapped in the second".to_owned(),
        complete: results.complete,
        matches: results.keys.len() as u64,
        rounds: vec![Round { number: 1, matches, ..Round::default() }],
        ..model::Stage::default()
    }
}

/// Returns the format in words, with the stage's own rules and limits.
fn conditions(results: &RunResults, spec: &StageSpec, stage: &Stage) -> String {
    let mut words = vec![format_words(&spec.plan.format)];
    match stage.stopped() {
        Some(stop) => words.push(format!("stopped early, as {stop}")),
        None => words.extend(spec.plan.stops().map(|stop| format!("stops early when {stop}"))),
    }
    words.extend(spec.plan.play_off.map(play_off_words));
    let joined: Vec<&str> = late_names(results, stage);
    if !joined.is_empty() {
        words.push(format!("{} joined when it had begun", joined.join(", ")));
    }
    if spec.rules != results.plan.rules {
        words.push(format!("rules {}", spec.rules));
    }
    if spec.limits != results.plan.limits {
        let facts = limit_facts(&spec.limits).into_iter();
        words.extend(facts.map(|fact| format!("{} {}", fact.label.to_lowercase(), fact.value)));
    }
    words.join("; ")
}

fn play_off_words(play_off: PlayOff) -> String {
    let PlayOff { places, rounds } = play_off;
    let rounds = crate::formatting::counted(rounds.into(), "round", "rounds");
    let of = crate::formatting::counted(places.into(), "place", "places");
    format!(
        "entrants tied across the cut after {of} play off, {rounds} at most, then lots are drawn; between more than {} \
         tied entrants, lots are drawn at once",
        PlayOff::MOST_LEVEL
    )
}

fn late_names<'a>(results: &'a RunResults, stage: &Stage) -> Vec<&'a str> {
    let late = stage.field().late.iter().flatten();
    late.filter_map(|entrant| Some(results.entrants.get(entrant.index())?.name.as_str())).collect()
}

/// Drops the lot, which is always last and has no value.
fn without_lot(criteria: &[Criterion], names: Vec<String>) -> Vec<String> {
    let named = criteria.iter().zip(names);
    named.filter(|(criterion, _)| **criterion != Criterion::Lot).map(|(_, name)| name).collect()
}

/// Returns `true` if an entrant takes part in a stage. Guests are in the field of every stage, but do not play in a
/// knockout.
fn takes_part(row: &tournament::Row) -> bool {
    row.status != Status::Guest || row.tally.games > 0
}

/// Returns a line of the table without its notes.
fn numbers(row: &tournament::Row) -> Row {
    let interval = row.values.iter().flatten().find_map(|value| value.interval());
    Row {
        place: row.place,
        entrant: row.entrant.index(),
        group: row.group.map(|group| group + 1),
        status: match row.status {
            Status::Plays => None,
            Status::Guest => Some("guest"),
            Status::Withdrawn => Some("withdrawn"),
            Status::Disqualified => Some("disqualified"),
        },
        by_lot: row.is_by_lot(),
        placed_by: match row.placed_by {
            Some(PlacedBy::PlayOff) => Some("play-off"),
            Some(PlacedBy::Seed | PlacedBy::SameRound) => Some("seed"),
            Some(PlacedBy::Lot) | None => None,
        },
        games: row.tally.games,
        byes: row.tally.byes,
        wins: row.tally.wins,
        draws: row.tally.draws,
        losses: row.tally.losses,
        forfeits: row.tally.forfeits,
        values: row.values.iter().map(|value| value.map(|value| value.to_string())).collect(),
        rating_plus_minus: interval.map(|interval| interval.to_string()),
        notes: Vec::new(),
    }
}

fn rounds(results: &RunResults, stage: &Stage) -> Vec<Round> {
    let number = stage.plan().number;
    let mut rounds: BTreeMap<u32, Round> = BTreeMap::new();
    let counting = results.counted_matches(stage);
    for listed in results.decisive.iter().filter(|listed| listed.seen.key.stage() == number) {
        let round = rounds.entry(listed.seen.key.round()).or_default();
        round.matches.push((listed.clone(), counting.counts(listed.seen.key)));
    }
    for (index, round) in &mut rounds {
        round.number = index + 1;
        round.is_play_off = stage.past().play_off_begins().is_some_and(|first| *index >= first);
        if let Some(played) = stage.past().rounds().get(*index as usize) {
            let indices = |of: &[EntrantId]| of.iter().map(|entrant| entrant.index()).collect();
            round.byes = indices(&played.round.byes);
            round.unopposed = stage.is_unopposed(*index);
            round.absent = indices(&played.round.absent);
        }
    }
    if matches!(stage.plan().format, Format::Swiss(_)) {
        for (index, pairing) in stage.past().meetings_again() {
            if let Some(round) = rounds.get_mut(&index) {
                round.again.push([pairing.first, pairing.second].map(EntrantId::index));
            }
        }
    }
    rounds.into_values().collect()
}

fn adoption(adoption: &ledger::Adoption) -> model::Adoption {
    model::Adoption { after: adoption.matches, changes: adoption.changes.clone() }
}

/// Returns the organiser's rulings, followed by the withdrawals under the tournament's own rule about faults.
fn all_rulings(results: &RunResults) -> Vec<RulingText> {
    let names = RulingNames::new(&results.entrants, &results.plan);
    let ordered = names.rulings(&results.rulings);
    let left: BTreeMap<EntrantId, Since> =
        results.stages.iter().flat_map(Stage::withdrawn_for_faults).collect();
    ordered.chain(left.into_iter().map(|(entrant, since)| names.left(entrant, since))).collect()
}

/// Returns a format in words.
fn format_words(format: &Format) -> String {
    let games = |games: u16| crate::formatting::counted(u64::from(games), "game", "games");
    let cycles = |cycles: u32| if cycles == 1 { String::new() } else { format!(", {cycles} cycles") };
    match format {
        Format::RoundRobin(plan) => {
            format!(
                "Round robin: each entrant meets all others, {} per pairing{}",
                games(plan.games),
                cycles(plan.cycles)
            )
        }
        Format::Groups(plan) => {
            format!("{} groups, {} per pairing{}", plan.groups, games(plan.games), cycles(plan.cycles))
        }
        Format::Swiss(plan) => {
            let bye = match plan.bye {
                Bye::Win => "counts as won",
                Bye::Draw => "counts as drawn",
                Bye::Nothing => "scores nothing",
            };
            format!("Swiss system: {} rounds, {} per pairing; a bye {bye}", plan.rounds, games(plan.games))
        }
        Format::SingleElimination(plan) => {
            format!("Knockout: {}{}", best_of(plan.best_of), replays(plan.replays))
        }
        Format::DoubleElimination(plan) => {
            format!("Double elimination: {}{}", best_of(plan.best_of), replays(plan.replays))
        }
        Format::Gauntlet(plan) => {
            let few = crate::formatting::counted(plan.challengers.len() as u64, "challenger", "challengers");
            format!(
                "Gauntlet: {few} against all others, {} per pairing{}",
                games(plan.games),
                cycles(plan.cycles)
            )
        }
        Format::Pyramid(plan) => {
            format!("Pyramid: each newcomer against all before it, {} per pairing", games(plan.games))
        }
        Format::Ladder(plan) => {
            format!("Ladder: {} games in batches of {} pairings", plan.budget, plan.batch)
        }
        Format::Pairings(plan) => {
            let pairs = crate::formatting::counted(plan.pairs.len() as u64, "pairing", "pairings");
            format!("{pairs} as listed, {} each", games(plan.games))
        }
    }
}

fn best_of(games: u16) -> String {
    if games == 1 { "one game per pairing".to_owned() } else { format!("best of {games} games") }
}

fn replays(replays: u16) -> String {
    match replays {
        0 => ", a tied pairing goes to the higher seed".to_owned(),
        1 => ", a tied pairing is replayed once, then it goes to the higher seed".to_owned(),
        more => format!(", a tied pairing is replayed up to {more} times, then it goes to the higher seed"),
    }
}

#[cfg(test)]
mod tests {
    use game::Outcome;
    use tournament::{Field, GameResult, RoundRobin, RunSeed, StagePlan};

    use super::*;

    #[test]
    fn copies_are_as_many_as_the_tournament_says() {
        let format = Format::RoundRobin(RoundRobin { games: 20, cycles: 1 });
        let mut stage = Stage::new(StagePlan::new(0, format), Field::numbered(6), RunSeed::from(1)).unwrap();
        while let Some(fixture) = stage.next_fixture() {
            // Small numbers, and numbers that differ as those of the entrants do; 0 stands for unknown.
            let content = u64::from(fixture.seed[0] % 4) | u64::from(fixture.seed[1] % 4) << 32;
            let result = GameResult { content, ..GameResult::plain(Outcome::Draw) };
            assert!(stage.record(fixture.key, result).unwrap().is_kept());
        }
        let expected = tournament::copies(stage.games()).into_iter().filter(|&copy| copy).count() as u64;
        assert!((60..200).contains(&expected), "{expected} of {}", stage.games().len());
        assert_eq!(copies(stage.games().iter()), expected);
    }
}
