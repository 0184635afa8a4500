//! Charts of ratings.

use course_files::cell;
use season::{Bot, Standing};

use super::SeasonSite;
use super::page_parts::half;
use crate::charts::{Bar, Chart, Figures, Line, Span, bars, first_of, lines, spans};

/// Maximum number of lines in the chart over the cycles.
const LINES: usize = 8;
/// The file with the figures of that chart.
const BY_CYCLE: &str = "rating-by-cycle.csv";

/// Returns the charts of the first page.
pub(super) fn all(site: &SeasonSite<'_>) -> Vec<Chart> {
    [now(site), over_cycles(site)].into_iter().flatten().collect()
}

/// Draws the ratings of current versions. Their figures are those of the table.
fn now(site: &SeasonSite<'_>) -> Option<Chart> {
    let bar = |standing: &Standing| Bar {
        name: site.aliases[standing.bot.index()],
        elo: standing.rating.value,
        plus_minus: half(standing.rating),
        open: None,
    };
    if site.standings.len() < 2 {
        return None;
    }
    let all: Vec<Bar<'_>> = site.standings.iter().map(bar).collect();
    Some(Chart {
        title: "Who is strongest now?".to_owned(),
        about: format!("{}Elo; bars are 95 % intervals.", first_of(&all)),
        svg: bars(&all)?,
        file: "standings.csv".to_owned(),
        csv: Vec::new(),
    })
}

/// Draws a line for each of the first bots.
fn over_cycles(site: &SeasonSite<'_>) -> Option<Chart> {
    let best = &site.standings[..site.standings.len().min(LINES)];
    let line = |standing: &Standing| Line {
        name: site.aliases[standing.bot.index()],
        figures: course(site, standing.bot)
            .map(|(cycle, version)| (cycle - 1, version.rating.value))
            .collect(),
    };
    if site.cycles.len() < 2 {
        return None;
    }
    let all: Vec<Line<'_>> = best.iter().map(line).collect();
    let last = site.cycles.len() - 1;
    Some(Chart {
        title: "How did the best versions rise and fall?".to_owned(),
        about: format!(
            "Elo of the version that each of the first {} bots had in each cycle, from the games of all cycles.",
            best.len()
        ),
        svg: lines("Ratings over the cycles", &all, last, |at| (at + 1).to_string())?,
        file: BY_CYCLE.to_owned(),
        csv: by_cycle(site),
    })
}

/// Returns the version of a bot in each cycle since its first one: the version that played last.
fn course<'a>(site: &'a SeasonSite<'_>, bot: Bot) -> impl Iterator<Item = (usize, &'a season::Version)> {
    let own: Vec<&season::Version> = site.versions_of(bot).collect();
    let first = own.first().map_or(usize::MAX, |version| version.cycles[0]);
    (first..=site.cycles.len()).filter_map(move |cycle| {
        let latest = own.iter().filter(|version| version.cycles[0] <= cycle).max_by_key(|version| {
            // An earlier version that was chosen again plays in cycles after those of a later one.
            (version.cycles[1].min(cycle), version.cycles[0])
        });
        latest.map(|version| (cycle, *version))
    })
}

fn by_cycle(site: &SeasonSite<'_>) -> Vec<u8> {
    let mut figures = Figures::new(["cycle", "bot", "version", "rating", "plus_minus"]);
    for standing in site.standings {
        for (cycle, version) in course(site, standing.bot) {
            figures.row([
                cycle.to_string(),
                cell::text(site.alias(standing.bot)),
                version.number.to_string(),
                format!("{:.1}", version.rating.value),
                half(version.rating).map_or_else(String::new, |half| format!("{half:.1}")),
            ]);
        }
    }
    figures.finish()
}

/// Draws a bot's versions over the cycles; `None` for a bot that never played.
pub(super) fn of_bot(site: &SeasonSite<'_>, bot: Bot) -> Option<Chart> {
    let span = |version: &season::Version| Span {
        number: version.number,
        cycles: version.cycles,
        elo: version.rating.value,
        plus_minus: half(version.rating).unwrap_or_default(),
    };
    let all: Vec<Span> = site.versions_of(bot).map(span).collect();
    Some(Chart {
        title: "How did the rating develop?".to_owned(),
        about: "Elo of each version, with its number above; bars are 95 % intervals.".to_owned(),
        svg: spans(&all, site.cycles.len())?,
        file: "versions.csv".to_owned(),
        csv: Vec::new(),
    })
}
