//! Pictures of a tournament while it is played.

use run_folder::RecordedRun;

use super::sample_run::{GAMES, run, toml};
use crate::{ProgressPicture, progress_pictures};

const HOSTILE: &str = "</svg><script>alert(1)</script>";
/// Number of matches in the round robin of seven before the knockout.
const QUALIFICATION: usize = 42;

fn pictures(most: usize) -> Vec<ProgressPicture> {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-war", 8), &[HOSTILE; 8], most);
    let pictures = progress_pictures(&RecordedRun::open_read_only(&folder).unwrap(), &GAMES).unwrap();
    for ProgressPicture { title, html } in &pictures {
        super::check_pictures(title, html);
        assert!(!html.contains("<script") && !html.contains("href="), "{html}");
    }
    pictures
}

fn titles(pictures: &[ProgressPicture]) -> Vec<&str> {
    pictures.iter().map(|picture| picture.title.as_str()).collect()
}

#[test]
fn a_bracket_and_the_ratings_are_drawn_as_far_as_they_are_played() {
    assert!(pictures(1).is_empty(), "one round has no course");
    assert_eq!(titles(&pictures(QUALIFICATION - 1)), ["Who rose and who fell?"]);
    let begun = pictures(QUALIFICATION);
    assert_eq!(titles(&begun), ["Bracket", "Who rose and who fell?"]);
    let open = |pictures: &[ProgressPicture]| pictures[0].html.matches("to be played").count();
    assert_eq!((open(&begun), begun[0].html.contains('✓')), (2, false));
    assert!(begun[0].html.contains("&lt;/svg&gt;&lt;script&gt;"), "{}", begun[0].html);
    let playing = pictures(QUALIFICATION + 1);
    assert!(
        playing[0].html.contains("class=\"score\"") || playing[0].html.contains('✓'),
        "{}",
        playing[0].html
    );
    let over = pictures(usize::MAX);
    assert_eq!((open(&over), over[0].html.contains('✓')), (0, true));
    assert_ne!(begun[1], over[1], "the course goes on");
}
