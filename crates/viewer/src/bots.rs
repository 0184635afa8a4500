//! The sample bots of a page, to play against and to ask for hints.

use games::SampleBot;

use crate::base64;

/// Returns the text of `app/bots.js`, with the sample bots for the site's game and their modules compressed by `gzip`:
/// `const sampleBots = [{ "game": "…", "name": "…", "about": "…", "rating": 1247, "module": "…" }];`.
pub fn bots_script(game: &str, mut gzip: impl FnMut(&[u8]) -> Vec<u8>) -> String {
    let strengths = games::listed(game).map_or("", |listed| listed.strengths);
    let mut text = String::from("\"use strict\";\nconst sampleBots = [\n");
    for SampleBot { name, about_on_sites, module, .. } in games::bots_for(game) {
        let Some(about) = about_on_sites else { continue };
        let module = base64(&gzip(module));
        let rating =
            rating(strengths, name).map_or_else(|| "null".to_owned(), |rating| format!("{rating:.0}"));
        text += &format!(
            "  {{ \"game\": \"{game}\", \"name\": \"{name}\", \"about\": \"{about}\", \"rating\": {rating}, \
             \"module\": \"{module}\" }},\n"
        );
    }
    text + "];\n"
}

/// Returns the module of a game's reference bot; `None` for a game without one.
pub fn reference(game: &str) -> Option<&'static [u8]> {
    games::listed(game)?.analyst.map(|analyst| analyst.module)
}

/// Returns the rating of a bot in the results of the tournament of all built-in bots.
fn rating(strengths: &str, name: &str) -> Option<f64> {
    let line = strengths.lines().find(|line| line.split(',').next() == Some(name))?;
    line.split(',').nth(2)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bots_are_constants() {
        let text = bots_script("tank-war", |module| module[..4].to_vec());
        assert_eq!(text.matches("\"module\": \"AGFzbQ==\"").count(), 9, "{text}");
        assert!(
            text.contains("\"scatter\"") && !text.contains("\"walker\""),
            "not every bot is offered: {text}"
        );
        assert!(text.contains("\"rating\": 1247,"), "ratings are those of the strengths: {text}");
        let of_a_file = bots_script("chess@0a", |_| Vec::new());
        assert!(of_a_file.contains("\"game\": \"chess@0a\", \"name\": \"scatter\""), "{of_a_file}");
        assert_eq!(of_a_file.matches("module").count(), 1, "{of_a_file}");
    }
}
