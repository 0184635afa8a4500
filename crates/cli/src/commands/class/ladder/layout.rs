//! What is to be played in a cycle: who meets whom, written down before anything is played.

use std::collections::BTreeMap;
use std::io::Write;

use class::{ClassFolder, Entrant, Facts, Moment, Who};
use classroom::OpenClass;
use explain::{Error, Kind};
use game::visible_path;
use rating::results::Player;
use season::{CyclePlan, Season, next_cycle};
use tournament::{RunSeed, StageSeed};

use super::cycle::{Cycle, folder};
use super::played::{Owner, Seasons, Version};
use crate::exit::Done;

/// Different openings of a cycle: as many as two who meet again and again in it need.
const OPENINGS: u32 = 8;

/// Pairs those who are present, and writes down what is to be played. Whatever is handed in later plays in the next
/// cycle.
pub(super) fn lay_out(
    cycle: &Cycle,
    opened: &OpenClass,
    present: &Present,
    plan: &CyclePlan,
    seed: Option<u64>,
    now: Moment,
) -> Done {
    // Lots only break ties between equals.
    let lots = StageSeed::new(RunSeed::from(seed.unwrap_or(0)), cycle.number as u16);
    let pairs = next_cycle(&present.season, &present.versions, plan, lots);
    let name = |version: Player| present.name_of(version);
    let pairs: Vec<[&str; 2]> = pairs.iter().map(|pair| [name(pair.first), name(pair.second)]).collect();
    let seed = seed.map(|seed| seed_of(cycle.number, seed));
    let text = text(opened, cycle.number, &present.playing, &pairs, plan.games, seed, now);
    let unwritten = |error: std::io::Error| {
        Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(&cycle.text)))
    };
    let made = files::create_dir_all(&folder(&opened.folder));
    made.and_then(|()| files::sync_dir(opened.folder.root())).map_err(unwritten)?;
    files::replace(&cycle.text, None, |file| file.write_all(text.as_bytes())).map_err(unwritten)
}

/// The cycle's part of a season's seed.
fn seed_of(cycle: u32, season: u64) -> u64 {
    let hash = blake3::hash(&[season.to_le_bytes(), u64::from(cycle).to_le_bytes()].concat());
    let [a, b, c, d, ..] = *hash.as_bytes();
    u64::from(u32::from_le_bytes([a, b, c, d]))
}

/// Those who play in a cycle.
pub(super) struct Present {
    season: Season,
    /// Their versions in the season, in the same order as `playing`.
    versions: Vec<Player>,
    playing: Vec<Entrant>,
}

impl Present {
    pub(super) fn of(playing: &[Entrant], facts: &Facts, seasons: &Seasons) -> Result<Present, Error> {
        let contenders = facts.contenders();
        let whose: BTreeMap<&str, &Who> =
            contenders.iter().map(|contender| (contender.alias, &contender.who)).collect();
        let version = |entrant: &Entrant| {
            let owner = whose.get(entrant.alias.as_str()).map(|who| Owner::Known((*who).clone()));
            let owner = owner.unwrap_or_else(|| Owner::Alias(entrant.alias.clone()));
            Version { owner, module: entrant.module.to_string() }
        };
        let versions: Vec<(Version, &str)> =
            playing.iter().map(|entrant| (version(entrant), entrant.alias.as_str())).collect();
        let (season, versions) = seasons.with(&versions)?;
        Ok(Present { season, versions, playing: playing.to_vec() })
    }

    fn name_of(&self, version: Player) -> &str {
        let at = self.versions.iter().position(|own| *own == version);
        at.map_or("", |at| &self.playing[at].alias)
    }
}

fn text(
    opened: &OpenClass,
    number: u32,
    playing: &[Entrant],
    pairs: &[[&str; 2]],
    games: u16,
    seed: Option<u64>,
    now: Moment,
) -> String {
    let seed = seed.map_or_else(|| "\"draw\"".to_owned(), |seed| seed.to_string());
    let game = quoted(opened.plan.game.name());
    let mut text = format!(
        "[tournament]\nname = \"Ladder, cycle {number}\"\ngame = {game}\nseed = {seed}\ndate = \"{now}\"\n\n"
    );
    let size = opened.plan.size.name();
    for entrant in playing {
        let file = ClassFolder::file_name(&entrant.module);
        let (name, bot) = (quoted(&entrant.alias), quoted(&format!("../{file}")));
        text.push_str(&format!("[[entrant]]\nname = {name}\nbot = {bot}\nsize = \"{size}\"\n\n"));
    }
    text.push_str(&format!(
        "[[stage]]\nname = \"Cycle {number}\"\nformat = \"pairings\"\ngames = {games}\npairs = [\n"
    ));
    for [first, second] in pairs {
        text.push_str(&format!("    [{}, {}],\n", quoted(first), quoted(second)));
    }
    text.push_str(&format!("]\n\n[stage.openings]\nrandom = {OPENINGS}\n"));
    text
}

/// A string of TOML. What JSON writes is one, but for a character that no name has.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}
