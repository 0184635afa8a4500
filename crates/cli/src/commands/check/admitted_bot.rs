//! Prints the report on an admitted bot.

use job::MatchSettings;
use play::{CheckPlan, Trials, TriedBot, sizes_and_caps};
use referee::{Builtin, Ticks};
use sandbox::Sandbox;
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::inert;

use super::checked_file::{CheckedFile, FilePlan};
use super::{Detail, shown};
use crate::exit::Done;

/// Explains programs to authors who did not expect to have written one.
const PROGRAM: &str = "it exports `_start`: it plays line by line over standard input and output (crates/bot-protocol/README.md)";

/// Prints the verdict, the costs of the trial matches and, at full detail, the contents of the bot.
pub(super) fn print(checked: &CheckedFile, tried: &TriedBot, detail: Detail) -> Done {
    out::line(&format!("{}: {}", shown(&checked.path), tried.verdict()))?;
    let FilePlan { check, .. } = &checked.plan;
    if let Some(language) = checked.script {
        out::line(&format!("  built from a {language} script; a tournament must allow size = \"script\""))?;
    }
    entered(&checked.plan)?;
    if tried.bot.ready.sizes.program {
        out::line(&format!("  {PROGRAM}"))?;
    }
    out::line("")?;
    if detail == Detail::Whole {
        identity(tried)?;
        out::line("")?;
        sizes(check, tried)?;
        out::line("")?;
    }
    trials(check, tried)?;
    out::line("")?;
    costs(check, tried)?;
    for missing in Sandbox::missing_protections() {
        out::line(&format!("note: {missing}"))?;
    }
    Ok(())
}

/// Prints the tournament's entrant that uses the bot.
fn entered(plan: &FilePlan) -> Done {
    let Some(entrant) = &plan.entrant else { return Ok(()) };
    let settings = match &*plan.check.settings {
        "" => "no settings".to_owned(),
        settings => format!("settings `{}`", inert(settings)),
    };
    out::line(&format!("  entered as {} with {settings}", inert(entrant)))
}

/// Prints the bot's hash and how it was prepared for playing.
fn identity(tried: &TriedBot) -> Done {
    let (bot, sizes) = (&tried.bot, &tried.bot.ready.sizes);
    out::line(&format!("BLAKE3 {}", bot.ready.hash))?;
    let making = &bot.making;
    let how = if making.cached { "loaded from the cache" } else { "compiled" };
    out::line(&format!(
        "{how} in {:.1} ms, {} bytes of machine code",
        making.time.as_secs_f64() * 1e3,
        making.code
    ))?;
    if let Some(child) = making.child {
        let (ms, kib) = (child.processor.as_secs_f64() * 1e3, child.memory / 1024);
        out::line(&format!("the compiler took {ms:.1} ms of processor time and {kib} KiB of memory"))?;
    }
    let imports: Vec<String> =
        sizes.imports.iter().map(|(module, name)| format!("{module}.{name}")).collect();
    let imports = if imports.is_empty() { "none".to_owned() } else { inert(&imports.join(", ")) };
    out::line(&format!("imports: {imports}"))?;
    let floats = if sizes.floats { "yes: NaNs are made canonical, which costs time" } else { "no" };
    out::line(&format!("floating point: {floats}"))
}

/// Prints the sizes with their caps.
fn sizes(plan: &CheckPlan, tried: &TriedBot) -> Done {
    let rows: Vec<Vec<String>> = sizes_and_caps(&tried.bot, &plan.size.caps())
        .into_iter()
        .map(|(name, value, cap)| vec![name.to_owned(), value.to_string(), cap.to_string()])
        .collect();
    let head = [("size of", Align::Left), ("is", Align::Right), ("at most", Align::Right)];
    out::line(&table::render(&head, &rows))
}

/// Prints the results of the trial matches, game by game.
fn trials(plan: &CheckPlan, tried: &TriedBot) -> Done {
    out::line(&format!(
        "trial matches against {} ({})",
        Builtin::ALL.map(|builtin| builtin.to_string()).join(" and "),
        clock_words(&plan.matches)
    ))?;
    let head = [
        ("game", Align::Left),
        ("matches", Align::Right),
        ("won", Align::Right),
        ("moves", Align::Right),
        ("offers", Align::Right),
        ("median ms", Align::Right),
        ("95 % ms", Align::Right),
        ("longest ms", Align::Right),
        ("memory KiB", Align::Right),
        ("faults", Align::Right),
    ];
    let rows: Vec<Vec<String>> = tried
        .trials
        .iter()
        .map(|trial| {
            let spending = &trial.spending;
            vec![
                trial.game.name().to_owned(),
                trial.matches.to_string(),
                trial.wins.to_string(),
                spending.answers.to_string(),
                trial.offers.to_string(),
                ms(spending.median),
                ms(spending.percentile_95),
                ms(spending.max),
                (trial.most_memory() / 1024).to_string(),
                trial.faults.len().to_string(),
            ]
        })
        .collect();
    out::line(&table::render(&head, &rows))?;
    for trial in tried.trials.iter().filter(|trial| trial.offers > 0) {
        out::line(&format!(
            "{}: {} of {} moves were offers, played because the move's time ran out",
            trial.game.name(),
            trial.offers,
            trial.spending.answers
        ))?;
    }
    Ok(())
}

/// Prints the cost of starting a match, and memory use, game by game.
fn costs(plan: &CheckPlan, tried: &TriedBot) -> Done {
    let start = plan.matches.first().map(|settings| settings.limits.start).unwrap_or_default();
    out::line(&format!("the start of a match (free up to {start}) and memory"))?;
    let head = [
        ("game", Align::Left),
        ("start ms", Align::Right),
        ("first move ms", Align::Right),
        ("both, this machine ms", Align::Right),
        ("memory after it KiB", Align::Right),
        ("in a median match", Align::Right),
        ("at most", Align::Right),
    ];
    let kib = |bytes: u64| (bytes / 1024).to_string();
    let row = |trials: &Trials| {
        vec![
            trials.game.name().to_owned(),
            ms(trials.start.start),
            ms(trials.start.first_move),
            format!("{:.4}", trials.start.wall.as_secs_f64() * 1e3),
            kib(trials.start.memory),
            kib(trials.median_memory()),
            kib(trials.most_memory()),
        ]
    };
    let rows: Vec<Vec<String>> = tried.trials.iter().map(row).collect();
    out::line(&table::render(&head, &rows))
}

/// Returns the clock of the trial matches, which is the same for all games.
fn clock_words(matches: &[MatchSettings]) -> String {
    matches.first().map(|settings| settings.limits.times()).unwrap_or_default()
}

/// Formats a time in milliseconds.
pub(super) fn ms(ticks: Ticks) -> String {
    format!("{:.4}", ticks.seconds() * 1e3)
}
