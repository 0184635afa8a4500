//! The entrants of a class.

use crate::support;

use class_model::{Event, Hash, ModuleOwners, NoneActive, Submission, WhyNotEntered, entrants};
use support::{TEXT, accepted, at, facts, plan, student};

#[test]
fn who_has_an_active_version_plays_in_the_order_of_joining() {
    let joined = at("2026-11-01 10:00");
    let enrolled = |id, section, team| (joined, Event::Enrolled(student(id, Some(section), team)));
    let submit = |by, team, when: &str| (at(when), accepted(by, team, at(when), when));
    let facts = facts(vec![
        enrolled("zoe", "A", None),
        enrolled("ben", "B", Some("Duo")),
        enrolled("ada", "A", None),
        enrolled("cem", "B", Some("Duo")),
        enrolled("eve", "A", None),
        submit("ada", None, "2026-11-10 10:00"),
        submit("cem", Some("Duo"), "2026-11-11 10:00"),
        submit("zoe", None, "2026-11-12 10:00"),
    ]);
    let of = |sections: &[&str], now: &str| {
        let sections: Vec<String> = sections.iter().map(|section| (*section).to_owned()).collect();
        let entrants = entrants(&plan(TEXT), &facts, &sections, at(now));
        let playing: Vec<(String, u32)> =
            entrants.playing.into_iter().map(|entrant| (entrant.alias, entrant.submission)).collect();
        (playing, entrants.without, entrants.open.len())
    };
    let named = |names: &[(&str, u32)]| -> Vec<(String, u32)> {
        names.iter().map(|(name, number)| ((*name).to_owned(), *number)).collect()
    };
    let without = vec![("alias of eve".to_owned(), WhyNotEntered::NoneActive(NoneActive::Nothing))];
    // With late days, section A ends on the third, section B on the fourth.
    let all = named(&[("alias of zoe", 3), ("Duo", 2), ("alias of ada", 1)]);
    assert_eq!(of(&[], "2026-11-20 10:00"), (all, without.clone(), 4));
    let a = named(&[("alias of zoe", 3), ("alias of ada", 1)]);
    assert_eq!(of(&["A"], "2026-12-03 23:59:01"), (a, without, 0));
    assert_eq!(of(&["B"], "2026-12-04 10:00"), (named(&[("Duo", 2)]), vec![], 1));
}

#[test]
fn whoever_has_handed_in_a_module_may_be_the_entrant_of_a_run() {
    let when = at("2026-11-01 10:00");
    let enrolled = |id, team| (when, Event::Enrolled(student(id, Some("A"), team)));
    let submit = |by, team, bytes| (when, accepted(by, team, when, bytes));
    let facts = facts(vec![
        enrolled("ada", None),
        enrolled("ben", None),
        enrolled("cem", Some("Duo")),
        submit("ada", None, "x"),
        submit("ada", None, "y"),
        submit("ada", None, "y"),
        submit("ben", None, "x"),
        submit("cem", None, "z"),
        submit("cem", Some("Duo"), "y"),
    ]);
    let Some(module) = facts.submission(1).and_then(Submission::module) else {
        panic!("nothing was handed in")
    };
    let holders = ModuleOwners::new(&facts);
    let of = |alias: &str, module: &Hash| -> Vec<&str> {
        holders.find(alias, module).iter().map(|holder| holder.alias).collect()
    };
    assert_eq!(of("alias of ben", &module), ["alias of ben"]);
    assert_eq!(of("another by now", &module), ["alias of ada", "alias of ben"]);
    let modules: Vec<Hash> = facts.submissions().filter_map(|(_, one)| one.module()).collect();
    assert_eq!(of("", &modules[1]), ["alias of ada", "Duo"]);
    assert_eq!(of("", &modules[4]), [""; 0], "before there was the team");
    assert_eq!(of("", &Hash::digest(b"never")), [""; 0]);
}
