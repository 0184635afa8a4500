//! Tests the series of sample bots from trivial to hard in `bots/BASELINES.md`: each clearly beats the one before, and
//! the hard one is not weaker than its champion. Plays a part of it by default; with `MUSTER_FULL=1`, 200 games from
//! 100 openings under three seeds.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use crate::support::{is_full, run, say, top};

/// A player as the page names it: a bot of the game with settings, or a built-in one.
#[derive(Clone)]
struct Player {
    label: String,
    bot: String,
    settings: String,
}

/// A row of the page's table.
struct Series {
    game: String,
    trivial: Player,
    easy: Player,
    middle: Player,
    hard: Player,
    champion: Player,
}

/// A claim that one player scores at least this much against another.
struct Claim<'a> {
    one: &'a Player,
    other: &'a Player,
    percent: f64,
}

impl Player {
    fn random() -> Player {
        let name = "builtin:random".to_owned();
        Player { label: name.clone(), bot: name, settings: String::new() }
    }

    /// Returns the bot of a game that the page calls `` `searcher share=95` ``.
    fn find(game: &str, cell: &str) -> Player {
        let label = cell.trim().trim_matches('`').to_owned();
        let (name, settings) = label.split_once(' ').unwrap_or((&label, ""));
        let path: PathBuf = top().join("bots").join(game).join(name).join(format!("{name}.wasm"));
        assert!(path.exists(), "{}", path.display());
        Player { bot: path.display().to_string(), settings: settings.to_owned(), label }
    }

    fn entrant(&self) -> String {
        let Player { label, bot, settings } = self;
        format!("[[entrant]]\nname = \"{label}\"\nbot = '{bot}'\nsettings = \"{settings}\"\n")
    }
}

impl Series {
    fn new(game: &str) -> Series {
        let page = fs::read_to_string(top().join("bots/BASELINES.md")).unwrap();
        let row = page.lines().find(|line| line.starts_with(&format!("| `{game}` |"))).unwrap();
        let cells: Vec<&str> = row.trim_matches('|').split('|').skip(1).collect();
        let [trivial, easy, middle, hard, champion] = cells[..] else { panic!("{row}") };
        let player = |cell| Player::find(game, cell);
        Series {
            game: game.to_owned(),
            trivial: player(trivial),
            easy: player(easy),
            middle: player(middle),
            hard: player(hard),
            champion: player(champion),
        }
    }

    /// Returns the player's points in percent, from this many openings with seats swapped, at 10 ms per move.
    fn percent(&self, one: &Player, other: &Player, openings: usize, seed: u64) -> f64 {
        let folder = tempfile::tempdir().unwrap();
        let [file, out] = ["baselines.toml", "out"].map(|name| folder.path().join(name));
        // After more random moves in Tank War, a tank would often be lost already.
        let plies = if self.game == "tank-war" { 2 } else { 4 };
        let mut text =
            format!("[tournament]\nname = \"Baselines\"\ngame = \"{}\"\nseed = {seed}\n", self.game);
        write!(text, "[clock]\nkind = \"fuel\"\nper_move = \"10ms\"\nper_game = \"60s\"\n").unwrap();
        write!(text, "{}{}", one.entrant(), other.entrant()).unwrap();
        write!(text, "[[stage]]\nformat = \"round-robin\"\ngames = {}\n", 2 * openings).unwrap();
        write!(text, "[stage.openings]\nrandom = {openings}\nplies = {plies}\n").unwrap();
        fs::write(&file, text).unwrap();
        let (code, _, err) = run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()]);
        assert_eq!(code, 0, "{err}");
        let table = fs::read_to_string(out.join("site/data/crosstable-1.csv")).unwrap();
        let row = table.lines().find(|line| line.starts_with(&format!("{},", one.label))).unwrap();
        let points: f64 = row.split(',').skip(1).filter_map(|cell| cell.parse::<f64>().ok()).sum();
        100.0 * points / (2 * openings) as f64
    }

    /// Checks a claim with this many openings under each seed.
    fn holds(&self, claim: &Claim, openings: usize, seeds: &[u64]) {
        let (one, other) = (claim.one, claim.other);
        let percents: Vec<f64> = seeds.iter().map(|seed| self.percent(one, other, openings, *seed)).collect();
        let line = format!("{}: {} against {}: {percents:?} %", self.game, one.label, other.label);
        say(&line);
        assert!(percents.iter().all(|percent| *percent >= claim.percent), "{line}");
    }

    /// Checks all claims. With few games, the required steps are smaller.
    fn plays(&self, few: usize) {
        let random = Player::random();
        let (openings, seeds, clear, even) =
            if is_full() { (100, &[1, 2, 3][..], 85.0, 45.0) } else { (few, &[1][..], 70.0, 30.0) };
        for claim in [
            Claim { one: &self.easy, other: &random, percent: clear },
            Claim { one: &self.middle, other: &self.easy, percent: clear },
            Claim { one: &self.hard, other: &self.middle, percent: clear },
            Claim { one: &self.hard, other: &self.champion, percent: even },
        ] {
            self.holds(&claim, openings, seeds);
        }
        // The trivial bots do not differ at the beginning of the series.
        assert_eq!(self.trivial.label, "scatter");
    }
}

#[test]
fn each_step_at_tank_battle_is_a_clear_one() {
    Series::new("tank-battle").plays(2);
}

#[test]
fn each_step_at_tank_chess_is_a_clear_one() {
    Series::new("tank-chess").plays(2);
}

#[test]
fn each_step_at_tank_war_is_a_clear_one() {
    Series::new("tank-war").plays(6);
}
