//! Tests pages of many entrants, whose lists are cut.

use std::fmt::Write as _;
use std::fs;

use crate::support::run;
use crate::web::node::in_turn;

#[test]
fn a_long_list_is_cut_and_searched_and_whole_without_scripts() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "[tournament]\nname = 'Many'\ngame = 'tank-war'\nseed = 1\n".to_owned();
    for number in 1..=70 {
        let _ = write!(text, "[[entrant]]\nname = 'Bot {number:02}'\nbot = 'builtin:random'\n");
    }
    text += "[[stage]]\nname = 'Swiss'\nformat = 'swiss'\nrounds = 1\nrank = ['lot']\n";
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("many.toml"), text).unwrap();
    let (code, out, err) = run(&["run", &path("many.toml"), "--out", &path("run")]);
    assert_eq!(code, 0, "{out}{err}");
    let page = path("run/site/index.html");
    let index = fs::read_to_string(&page).unwrap();
    let rest = index.split("<tbody class=\"rest\">").nth(1).unwrap().split("</tbody>").next().unwrap();
    let last = rest.rsplit("<bdi>").next().unwrap().split('<').next().unwrap();
    in_turn(1, "cutting.js", &[&page, "70", last, "1"]);
    // The script is part of the page, and handles any lines: here lines of two rows, as for an opponent with two
    // versions.
    let (head, rest) = index.split_once("<tbody>").unwrap();
    let (lines, end) = rest.split_once("</table>").unwrap();
    let twice = lines.replace("</tr>", "</tr><tr><td>again</td></tr>");
    fs::write(path("run/site/twice.html"), format!("{head}<tbody>{twice}</table>{end}")).unwrap();
    in_turn(0, "cutting.js", &[&path("run/site/twice.html"), "70", last, "2"]);
    in_turn(0, "access.js", &[&page, &path("run/site/hall.html")]);
}
