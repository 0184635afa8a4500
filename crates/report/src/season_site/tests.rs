//! A season's site: the content of its pages with any bot names, and how it gets into its folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use game::Seat;
use rating::results::{MatchResult, Score};
use referee::{Fault, Reason};
use season::{Bot, Cycle, Season, fit, standings, versions};
use tournament::MatchKey;

use super::{CycleReport, SeasonCycle, SeasonMatch, SeasonSite, write_season};
use crate::ReportError;
use crate::tests::NAMES;

const DAY: i64 = 86_400;

/// A season of some bots, each with a new version every few cycles.
struct Played {
    season: Season,
    matches: Vec<Vec<SeasonMatch>>,
    aliases: Vec<String>,
    modules: Vec<String>,
}

impl Played {
    /// The bot of the lower number wins more often. In the second cycle it loses to the last one, by a fault.
    fn new(bots: usize, cycles: usize, every: usize) -> Played {
        let mut of_version: Vec<Bot> = (0..bots as u32).map(Bot).collect();
        let mut current: Vec<usize> = (0..bots).collect();
        let (mut played, mut matches) = (Vec::new(), Vec::new());
        for cycle in 0..cycles {
            if cycle > 0 && cycle % every == 0 {
                for bot in (0..bots).step_by(2) {
                    current[bot] = of_version.len();
                    of_version.push(Bot(bot as u32));
                }
            }
            let (mut games, mut known) = (Vec::new(), Vec::new());
            for bot in 0..bots {
                let other = (bot + 1 + cycle % (bots - 1)) % bots;
                for (number, (first, second)) in (0..).zip([(bot, other), (other, bot)]) {
                    let is_upset = (first + second + cycle) % 3 == 0;
                    let score = if (first < second) == is_upset { Score::Loss } else { Score::Win };
                    let loser = if score == Score::Loss { Seat::First } else { Seat::Second };
                    let reason = if is_upset {
                        Reason::Forfeit { seat: loser, fault: Fault::Exit }
                    } else {
                        Reason::Rules { words: "<b>no tanks</b> left".into() }
                    };
                    games.push(MatchResult::new(current[first], current[second], score));
                    let key = MatchKey::new(0, 0, bot as u32, number).unwrap();
                    known.push(SeasonMatch { key, plies: 40, reason, ending: None });
                }
            }
            played.push(Cycle { at: cycle as i64 * DAY, games });
            matches.push(known);
        }
        let modules = (0..of_version.len()).map(|version| format!("{version:064x}")).collect();
        let aliases = (0..bots)
            .map(|bot| NAMES.get(bot).map_or_else(|| format!("Bot {bot}"), |name| (*name).to_owned()));
        let aliases = aliases.collect();
        Played { season: Season::new(bots, of_version, played).unwrap(), matches, aliases, modules }
    }

    fn write(&self, folder: &Path, report: impl Fn(usize) -> CycleReport) -> Result<(), ReportError> {
        let fit = fit(&self.season);
        self.write_at(folder, &fit, self.season.len() as i64 * DAY, report)
    }

    fn write_at(
        &self,
        folder: &Path,
        fit: &season::SeasonFit,
        at: i64,
        report: impl Fn(usize) -> CycleReport,
    ) -> Result<(), ReportError> {
        let standings = standings(&self.season, fit, at);
        let versions = versions(&self.season, fit);
        let root = "5a".repeat(32);
        let cycles = (1..).zip(&self.matches).map(|(number, matches)| SeasonCycle {
            at: format!("2026-11-{number:02} 18:00"),
            root: &root,
            report: report(number),
            matches,
        });
        let site = SeasonSite {
            name: "AI <i>2026</i>",
            game: &tank_war::GAME,
            season: &self.season,
            fit,
            standings: &standings,
            versions: &versions,
            aliases: self.aliases.iter().map(String::as_str).collect(),
            modules: self.modules.iter().map(String::as_str).collect(),
            zone: "Europe/Berlin",
            cycles: cycles.collect(),
            decided: &|cycle, _| Some(format!("ply 9: <a blow> of cycle {cycle}")),
            notice: Some("Results are shown as of <today>.".to_owned()),
            files: vec![("standings.csv", b"place\r\n".to_vec()), ("versions.csv", Vec::new())],
        };
        write_season(folder, &folder.with_file_name("lock"), &site)
    }
}

fn beside(cycle: usize) -> CycleReport {
    CycleReport::At(format!("../{cycle:04}/site"))
}

/// Writes the site of a season in which every bot has a harmful name.
fn written() -> (tempfile::TempDir, BTreeMap<String, Vec<u8>>) {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("site");
    Played::new(NAMES.len(), 6, 3).write(&folder, beside).unwrap();
    let files = crate::tests::files(&folder);
    (place, files)
}

fn text<'a>(files: &'a BTreeMap<String, Vec<u8>>, name: &str) -> &'a str {
    std::str::from_utf8(&files[name]).unwrap()
}

#[test]
fn the_first_page_has_the_table_the_charts_and_how_to_verify() {
    let (_place, files) = written();
    let index = text(&files, "index.html");
    for part in [
        "Standings",
        "Who is strongest now?",
        "How did the best versions rise and fall?",
        "What the numbers mean",
        "1500 is the average",
    ] {
        assert!(index.contains(part), "{part}");
    }
    assert_eq!(index.matches("<svg class=\"chart\"").count(), 2);
    // The last cycles, the latest first; the first one is on the page of cycles.
    assert!(index.contains("<a href=\"../0006/site/index.html\">Cycle 6</a>"));
    assert!(!index.contains("Cycle 1<"));
    let cycles = text(&files, "cycles.html");
    assert!(cycles.contains("<a href=\"../0001/site/index.html\">Cycle 1</a>"));
    assert!(cycles.contains(&format!("muster verify DIR/ladder/0006 --root {}", "5a".repeat(32))));
    assert!(index.contains("Results are shown as of &lt;today&gt;."));
    assert!(files.contains_key("data/rating-by-cycle.csv") && files.contains_key("data/results.csv"));
}

#[test]
fn a_bots_page_has_its_versions_its_worst_losses_and_its_opponents() {
    let (_place, files) = written();
    let page = text(&files, "bots/1.html");
    let versions = page.split("aria-label=\"Versions\"").nth(1).unwrap().split("</table>").next().unwrap();
    assert_eq!(versions.matches("<tr>").count(), 3, "a head and two versions: {versions}");
    assert!(versions.contains("span class=\"tag\">current<") && versions.contains("best<"), "{versions}");
    assert!(versions.contains("4 to 6") && versions.contains("1 to 3"), "{versions}");
    // Only the first digits of the module's hash.
    assert!(versions.contains("<code>00000000</code>"), "{versions}");
    let losses = page.split("aria-label=\"Losses of the current version\"").nth(1).unwrap();
    let losses = losses.split("</table>").next().unwrap();
    assert!(losses.contains("href=\"../../0005/site/match.html#1.1."), "{losses}");
    assert!(losses.contains("forfeit: exit <span class=\"tag bad\">fault</span>"), "{losses}");
    assert!(!losses.contains("a blow"), "a fault decided each of these: {losses}");
    let second = text(&files, "bots/2.html");
    assert!(second.contains("ply 9: &lt;a blow&gt; of cycle "), "{second}");
    let leads: Vec<i64> = losses
        .split("<td class=\"n\">")
        .filter_map(|cell| {
            let (figure, word) = cell.split('<').next()?.split_once(' ')?;
            let figure: i64 = figure.parse().ok()?;
            Some(if word == "lower" { -figure } else { figure })
        })
        .collect();
    assert!(leads.len() > 1 && leads.is_sorted() && leads[0] < 0, "the worst first: {leads:?}");
    let opponents = page.split("aria-label=\"Opponents\"").nth(1).unwrap();
    assert!(
        opponents.contains("As Down") && opponents.contains("scope=\"row\" rowspan=\"2\""),
        "{opponents}"
    );
}

/// An opponent that met two versions has two rows, which stay together.
#[test]
fn a_bot_with_many_opponents_has_a_list_that_is_cut_between_them() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("site");
    Played::new(70, 69, 35).write(&folder, beside).unwrap();
    let files = crate::tests::files(&folder);
    let page = text(&files, "bots/1.html");
    let opponents = page.split("aria-label=\"Opponents\"").nth(1).unwrap().split("</table>").next().unwrap();
    let parts = opponents.split("<tbody").skip(1).map(|part| {
        let count = |what: &str| part.matches(what).count();
        (count("scope=\"row\""), count("<tr>"))
    });
    // One of the opponents met only the first version.
    assert_eq!(parts.collect::<Vec<_>>(), [(50, 99), (19, 38)]);
    assert_eq!(page.matches("<script>").count(), 1);
    let script = page.split("<script>").nth(1).unwrap().split("</script>").next().unwrap();
    assert!(page.contains(&format!("script-src {};", viewer::source_hash(script))));
}

/// The results on the pages match the games played.
#[test]
fn results_by_version_and_seat_add_up() {
    let (_place, files) = written();
    let games: u32 = text(&files, "data/results.csv")
        .lines()
        .skip(1)
        .map(|line| {
            let counts: Vec<u32> = line.rsplit(',').take(4).map(|cell| cell.parse().unwrap()).collect();
            assert_eq!(counts[3], counts[..3].iter().sum::<u32>(), "{line}");
            counts[3]
        })
        .sum();
    assert_eq!(games, 6 * 2 * NAMES.len() as u32);
    let points: f64 = text(&files, "data/crosstable.csv")
        .lines()
        .flat_map(|line| line.split(',').rev().take(NAMES.len()).filter_map(|cell| cell.parse::<f64>().ok()))
        .sum();
    assert!((points - f64::from(games)).abs() < 1e-9, "a point a game: {points}");
    let cross = text(&files, "crosstable.html");
    assert_eq!(cross.matches("class=\"self\"").count(), NAMES.len());
}

#[test]
fn a_strangers_name_is_no_markup_and_nothing_is_loaded() {
    let (_place, files) = written();
    let mut shown = 0;
    for (file, bytes) in &files {
        assert!(file.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"./-".contains(&byte)), "{file}");
        if Path::new(file).extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        let page = std::str::from_utf8(bytes).unwrap();
        for harm in ["<script", "<img", "<b>no tanks", "<i>2026", "\u{202E}", "http://", "https://"] {
            assert!(!page.replace("http://www.w3.org/2000/svg", "").contains(harm), "{file}: {harm}");
        }
        assert!(page.contains("default-src 'none'"), "{file}");
        shown += page.matches("&lt;script&gt;alert(1)&lt;/script&gt;").count();
        assert_eq!(page.matches("<table").count(), page.matches("</table>").count(), "{file}");
        for table in page.split("<table").skip(1) {
            let head = table.split("</thead>").next().unwrap();
            assert!(head.matches("<th ").count() == head.matches("scope=\"col\"").count(), "{file}: {head}");
        }
    }
    assert!(shown > 3, "{shown}");
    assert!(text(&files, "data/crosstable.csv").contains("'=cmd|"), "a formula is a text");
}

#[test]
fn links_between_the_pages_lead_somewhere() {
    let (_place, files) = written();
    for (file, bytes) in files.iter().filter(|(file, _)| file.contains(".html")) {
        let page = std::str::from_utf8(bytes).unwrap();
        for link in crate::tests::links(page) {
            let (address, fragment) = link.split_once('#').unwrap_or((link, ""));
            if address.is_empty() {
                assert!(page.contains(&format!("id=\"{fragment}\"")), "{file}: {link}");
                continue;
            }
            let mut path: Vec<&str> = file.split('/').collect();
            path.pop();
            let mut above = 0;
            for part in address.split('/') {
                match part {
                    ".." if path.pop().is_none() => above += 1,
                    ".." => {}
                    part => path.push(part),
                }
            }
            let target = path.join("/");
            // The reports of cycles are beside the site.
            let is_report = above == 1 && target.starts_with("000") && target.contains("/site/");
            assert!(is_report || (above == 0 && files.contains_key(&target)), "{file}: {link}");
        }
    }
}

#[test]
fn the_same_season_gives_the_same_bytes_and_takes_the_place_of_the_old_site() {
    let (place, files) = written();
    let folder = place.path().join("site");
    fs::write(folder.join("stale.html"), "old").unwrap();
    Played::new(NAMES.len(), 6, 3).write(&folder, beside).unwrap();
    assert_eq!(crate::tests::files(&folder), files);
    let left: Vec<_> = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "the site and the lock: {left:?}");
}

#[test]
fn a_folder_with_anything_else_in_it_is_left_alone() {
    let place = tempfile::tempdir().unwrap();
    let played = Played::new(3, 2, 2);
    let home = place.path().join("home");
    fs::create_dir(&home).unwrap();
    played.write(&home, beside).expect("an empty folder");
    for (name, make) in [
        (
            "thesis",
            (|path| fs::create_dir(path).and_then(|()| fs::write(path.join("thesis.txt"), "years")))
                as fn(&Path) -> _,
        ),
        ("file", |path| fs::write(path, "a file")),
    ] {
        let path = place.path().join(name);
        make(&path).unwrap();
        let error = played.write(&path, beside).unwrap_err();
        assert!(matches!(error, ReportError::NotASeasonsSite { .. }), "{error}");
        assert!(path.exists());
    }
    assert_eq!(fs::read_to_string(place.path().join("thesis/thesis.txt")).unwrap(), "years");
    assert!(played.write(Path::new("/"), beside).is_err());
}

#[test]
fn a_site_that_stands_alone_has_the_reports_of_its_cycles() {
    let place = tempfile::tempdir().unwrap();
    let report = place.path().join("run/site");
    fs::create_dir_all(report.join("app")).unwrap();
    fs::write(report.join("match.html"), "match").unwrap();
    fs::write(report.join("app/muster.js"), "script").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/passwd", report.join("link")).unwrap();
    let folder = place.path().join("site");
    let copied = |number: usize| {
        if number == 1 { CycleReport::Copied(report.clone()) } else { CycleReport::Missing }
    };
    Played::new(3, 2, 2).write(&folder, copied).unwrap();
    let files = crate::tests::files(&folder);
    let of_cycles: Vec<&str> =
        files.keys().map(String::as_str).filter(|name| name.starts_with("cycles/")).collect();
    assert_eq!(of_cycles, ["cycles/0001/app/muster.js", "cycles/0001/match.html"]);
    let lost = |bot: &&str| text(&files, bot).contains("href=\"../cycles/0001/match.html#1.1.");
    assert!(["bots/1.html", "bots/2.html", "bots/3.html"].iter().any(lost));
    assert!(text(&files, "cycles.html").contains("<th class=\"nowrap\" scope=\"row\">Cycle 2</th>"));
    // A failed copy leaves the old site in place.
    let gone = |_| CycleReport::Copied(PathBuf::from("/nowhere/at/all"));
    assert!(Played::new(3, 2, 2).write(&folder, gone).is_err());
    assert_eq!(crate::tests::files(&folder), files);
}

#[test]
fn who_is_inactive_says_since_when() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("site");
    let played = Played::new(3, 2, 2);
    played.write_at(&folder, &fit(&played.season), 20 * DAY, beside).unwrap();
    let files = crate::tests::files(&folder);
    assert!(
        text(&files, "index.html").contains("<span class=\"tag\">inactive since 2026-11-02 18:00</span>")
    );
    assert!(text(&files, "bots/1.html").contains("since 2026-11-02 18:00"));
}

#[test]
fn a_season_without_games_is_a_page() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("site");
    let nobody = Played {
        season: Season::new(0, vec![], vec![]).unwrap(),
        matches: vec![],
        aliases: vec![],
        modules: vec![],
    };
    nobody.write(&folder, beside).unwrap();
    let files = crate::tests::files(&folder);
    assert!(text(&files, "index.html").contains("No cycle is complete yet."));
}

/// With 300 bots and 60,000 games, where every two bots meet in a pairing of two games, the pages take less than 21 MB.
/// Smaller seasons take proportionally less.
#[test]
fn a_large_season_is_not_a_large_site() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("site");
    let is_full = std::env::var_os("MUSTER_FULL").is_some();
    let (bots, cycles, most) = if is_full { (300, 100, 21_000_000) } else { (60, 20, 2_200_000) };
    Played::new(bots, cycles, usize::MAX).write(&folder, beside).unwrap();
    let files = crate::tests::files(&folder);
    let bytes: usize = files.values().map(Vec::len).sum();
    assert_eq!(files.keys().filter(|name| name.starts_with("bots/")).count(), bots);
    assert!(bytes < most, "{bytes} bytes");
}
