//! `muster game check`: checks the rules of a game's file.

use std::path::PathBuf;

use clap::Args;
use explain::{Error, Kind, quoted};
use game::{Game, visible, visible_path};
use play::{GameCheck, GameCheckReport, GameFacts, GameFinding, OperationUsage, RulesModule};
use referee::Ticks;
use terminal::table::{self, Align};
use terminal::text::{inert, thousands};
use terminal::ticks::shown;
use terminal::{logs, out};

use crate::exit::Done;
use crate::host;

/// Maximum number of plies shown before a position; the last ones.
const PLIES: usize = 8;
/// Maximum number of lines shown of the rules' output.
const OUTPUT: usize = 10;

/// `muster game check`
#[derive(Args)]
#[command(after_help = "\
The command plays random games. In every position it makes the calls that a match, a bot or a page could make. It \
compares pairs of positions that a seat must not be able to tell apart. The counts of moves, plies and wins come from \
random play under the default options.

Exit codes: 0 the rules are in order; 1 the file cannot be opened as a game; 4 the rules have mistakes.")]
pub(crate) struct GameCheckCommand {
    /// The file with the rules: .py, .js, .ts, .wasm or .wat.
    file: PathBuf,
    /// The seed of the random games; the same seed plays the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl GameCheckCommand {
    pub(crate) fn run(self) -> Done {
        let files = host::game_files();
        let rules = files.read(&self.file)?;
        let open = files.open(&rules)?;
        let game = open.game;
        let mut check = GameCheck::new(&open, self.seed);
        for problem in kit::misnomers(game) {
            check.note(problem, None);
        }
        let report = GameCheckReport::new(game, check.run());
        if self.json {
            out::json(&report)?;
        } else {
            self.print(game, &rules, &report)?;
            let output = open.take_output();
            let printed = logs::last_lines(output.as_bytes(), OUTPUT);
            if !printed.is_empty() {
                out::line("\nthe last lines that the rules printed:")?;
                printed.iter().try_for_each(|line| out::line(&format!("  {line}")))?;
            }
        }
        match report.findings.len() {
            0 => Ok(()),
            1 => Err(Error::new(Kind::Refused, "1 mistake in the rules")),
            count => Err(Error::new(Kind::Refused, format!("{count} mistakes in the rules"))),
        }
    }

    fn print(&self, game: &dyn Game, rules: &RulesModule, report: &GameCheckReport) -> Done {
        let seats = game.seats().map(|name| name.word).0.join(" against ");
        let language = rules.language.map(|language| format!("{language} with its interpreter, "));
        out::line(&format!(
            "{}: {}, {seats}; {}{} bytes",
            visible_path(&self.file),
            inert(game.title()),
            language.unwrap_or_default(),
            thousands(report.bytes as u64)
        ))?;
        logs::lines(rules.log.as_bytes()).iter().try_for_each(|line| out::line(&format!("  {line}")))?;
        report.findings.iter().try_for_each(|finding| self.print_finding(finding))?;
        print_facts(game, &report.facts)?;
        print_for_bots(report)
    }

    fn print_finding(&self, finding: &GameFinding) -> Done {
        let GameFinding { what, trace, found, hint } = finding;
        out::line(&format!("\nmistake: {}", inert(what)))?;
        trace.iter().try_for_each(|line| out::line(&format!("  {}", inert(line))))?;
        if let Some(found) = found {
            let place = match found.plies.len() {
                0 => "at the start".to_owned(),
                count => {
                    let left_out = count.saturating_sub(PLIES);
                    let before = if left_out > 0 { "… " } else { "" };
                    format!("after {count} plies: {before}{}", found.plies[left_out..].join("; "))
                }
            };
            let options =
                if found.rules.is_empty() { String::new() } else { format!(", under {}", found.rules) };
            out::line(&format!("  {}{options}", inert(&place)))?;
            if !found.plies.is_empty() {
                let mut words = vec!["muster game apply".to_owned(), quoted(&self.file.to_string_lossy())];
                words.extend(found.rules.split_whitespace().map(|rule| format!("--rule {}", quoted(rule))));
                words.extend(found.plies.iter().map(|ply| quoted(ply)));
                out::line(&format!("  play it: {}", visible(&words.join(" "))))?;
            }
        }
        hint.iter().try_for_each(|hint| out::line(&format!("  hint: {hint}")))
    }
}

fn print_facts(game: &dyn Game, facts: &GameFacts) -> Done {
    let GameFacts { games, plies_median, plies_most, moves_median, moves_most, .. } = facts;
    let pairs = if facts.worlds > 0 {
        format!(", {} pairs of positions compared for secrets", facts.worlds)
    } else {
        String::new()
    };
    let sets = match facts.option_sets {
        0 => String::new(),
        sets => format!(", 1 for each of {sets} other values of options"),
    };
    if *games == 0 {
        out::line("\nno random game finished")?;
    } else {
        out::line(&format!("\n{games} random games{sets}{pairs}"))?;
        let share = |count: usize| (100 * count + games / 2) / games;
        let [first, second] = game.seats().0.map(|name| name.word);
        let second_wins = games - facts.first_wins - facts.draws;
        out::line(&format!("  plies: median {plies_median}, longest game {plies_most}"))?;
        out::line(&format!("  legal actions: median {moves_median}, at most {moves_most}"))?;
        out::line(&format!(
            "  random play: {first} wins {} %, {second} {} %, draws {} %",
            share(facts.first_wins),
            share(second_wins),
            share(facts.draws)
        ))?;
    }
    let row = |usage: &OperationUsage| {
        vec![
            format!("  {}", usage.operation),
            thousands(usage.calls),
            shown(Ticks(usage.fuel / usage.calls.max(1))),
            shown(Ticks(usage.most_fuel)),
            thousands(usage.most_bytes as u64),
        ]
    };
    let head = [
        ("  call", Align::Left),
        ("calls", Align::Right),
        ("mean time", Align::Right),
        ("longest", Align::Right),
        ("bytes at most", Align::Right),
    ];
    let rows: Vec<Vec<String>> = facts.operations.iter().map(row).collect();
    out::line(&table::render(&head, &rows))
}

/// Prints the view, the actions and the notation that the author of a bot will see.
fn print_for_bots(report: &GameCheckReport) -> Done {
    let fields = report.view.iter().map(|field| {
        let many = if field.count == 1 { String::new() } else { format!(" x {}", field.count) };
        vec![format!("  {}", field.name), format!("{}{many}", field.kind), field.about.to_owned()]
    });
    let head = [("  bots see", Align::Left), ("type", Align::Left), ("about", Align::Left)];
    out::line(&format!("\n{}", table::render(&head, &fields.collect::<Vec<_>>())))?;
    let actions = report.actions.iter().map(|action| {
        vec![format!("  {}({})", action.name, action.parts.join(", ")), action.about.to_owned()]
    });
    let head = [("  bots play", Align::Left), ("about", Align::Left)];
    out::line(&format!("\n{}", table::render(&head, &actions.collect::<Vec<_>>())))?;
    match &report.facts.example {
        Some(ply) => out::line(&format!("  a ply in notation: {}", inert(ply))),
        None => Ok(()),
    }
}
