//! The teacher's orders for the whole class, and who may watch them being played.

use class_model::{OrderOutcome, Reader};
use class_operations::deadlines::close;
use class_operations::freezing::freeze;
use class_operations::orders::{ClassTournament, TournamentState, class_tournaments, order_tournament};

use crate::following::Events;
use crate::support::{Browser, CUP, Served, bot, until};

/// Returns the text of a round-robin stage.
fn stage(name: &str, games: &str) -> String {
    format!("\n[[stage]]\nname = \"{name}\"\nformat = \"round-robin\"\ngames = {games}\n")
}

impl Served {
    /// Writes the text of a tournament into the class's folder.
    pub(crate) fn write_tournament(&self, name: &str, text: &str) {
        let folder = self.folder.join("tournaments");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{name}.toml")), text).unwrap();
    }

    fn cup(&self, games: u32) {
        self.write_tournament("cup", &format!("{CUP}{}", stage("Everybody", &games.to_string())));
    }

    /// Hands in for two students.
    pub(crate) fn hand_in_two(&self) {
        for (id, name) in [("1001", "greedy"), ("1002", "rusher")] {
            let submitted = self.student(id).hand_in(&[(&format!("{name}.wasm"), &bot(name))]);
            assert_eq!(submitted.status, 303, "{}", submitted.text());
        }
    }

    fn tournament(&self, name: &str) -> ClassTournament {
        let class = self.class();
        let all = class_tournaments(&class, &class.facts().unwrap()).unwrap();
        all.into_iter().find(|one| one.name == name).unwrap()
    }

    pub(crate) fn outcome(&self, number: u32) -> Option<OrderOutcome> {
        let facts = self.class().facts().unwrap();
        let (_, order) = facts.orders().find(|(own, _)| *own == number).unwrap();
        order.ended.clone().map(|ended| ended.what)
    }
}

pub(crate) fn order(teacher: &Browser, name: &str) {
    let ordered = teacher.act("/ki/orders", &[("what", "tournament"), ("name", name)]);
    assert_eq!(ordered.leads_to(), "/ki/#orders");
}

#[test]
fn a_tournament_is_ordered_played_and_shown() {
    let served = Served::with("", true);
    served.cup(2);
    served.hand_in_two();
    let (teacher, student) = (served.teacher(), served.student("1002"));
    teacher.get("/ki/").says(200, "cup");
    order(&teacher, "cup");
    until("the cup is complete", || served.tournament("cup").state == TournamentState::Complete);
    until("the order has ended", || served.outcome(1).is_some());
    assert_eq!(served.outcome(1), Some(OrderOutcome::Complete));
    teacher.get("/ki/").says(200, "cup: completed on");
    student.get("/ki/runs/cup/index.html").says(200, "Everybody");
    // A complete tournament can be ordered again, which plays nothing.
    order(&teacher, "cup");
    until("the second order has ended", || served.outcome(2).is_some());
    assert_eq!(served.outcome(2), Some(OrderOutcome::Complete));
}

#[test]
fn a_run_is_watched_by_whom_the_text_says_and_is_stopped_and_resumed() {
    let live = TEXT_WITH_LIVE;
    let served = Served::with_class(live, true);
    // Too many games for the run to end by itself.
    let stages: String = (1..=100).map(|number| stage(&format!("Everybody {number}"), "4096")).collect();
    served.write_tournament("cup", &format!("{CUP}{stages}"));
    served.hand_in_two();
    let (teacher, student, anybody) = (served.teacher(), served.student("1002"), served.anybody());
    let mut events = Events::open(&student, "");
    order(&teacher, "cup");
    let standings = |page: &Browser| page.get("/ki/").text().contains("data-run=\"cup\"");
    until("the students see it", || standings(&student));
    until("standings move", || student.get("/ki/").text().contains(">Ada</td>"));
    assert!(standings(&teacher));
    assert!(!standings(&anybody), "it is for participants");
    let live = std::iter::repeat_with(|| events.next_live()).find(|live| live.contains("cup")).unwrap();
    assert!(live.contains("\"name\":\"cup\"") && live.contains("\"stage\":\"Everybody "), "{live}");
    // In a freeze, only staff see it move.
    freeze(&served.class()).unwrap();
    until("the students do not see it", || !standings(&student));
    assert!(standings(&teacher));
    // A verdict does not wait for it.
    let third = served.student("1003").hand_in(&[("rusher.wasm", &bot("rusher"))]);
    assert_eq!(third.status, 303);
    until("the third one's games are played", || {
        let page = teacher.get("/ki/students/1003").text();
        page.contains("8 trial matches") && page.contains("met")
    });
    assert_eq!(served.outcome(1), None, "it is still played");
    assert_eq!(teacher.act("/ki/orders/1/stop", &[]).leads_to(), "/ki/#orders");
    assert_eq!(served.outcome(1), Some(OrderOutcome::Stopped));
    until("it is played no longer", || !standings(&teacher));
    assert_eq!(served.tournament("cup").state, TournamentState::Begun);
    teacher.act("/ki/orders/1/stop", &[]).says(409, "order 1 has ended");
    order(&teacher, "cup");
    until("it is played on", || standings(&teacher));
    // The run ends with the service, and the order stays open.
}

/// The `[class]` text of a class whose students may watch.
const TEXT_WITH_LIVE: &str = "live = \"participants\"\n";

#[test]
fn an_order_that_cannot_be_carried_out_says_why() {
    let served = Served::with("", true);
    let teacher = served.teacher();
    served.write_tournament("wrong", &format!("{CUP}{}", stage("Everybody", "\"many\"")));
    let other = CUP.replace("[class]\npath = \"..\"\n", "");
    served.write_tournament("other", &format!("{other}{}", stage("Everybody", "2")));
    served.cup(2);
    // There are no submissions.
    for (number, name, why) in
        [(1, "wrong", "--> tournaments/wrong.toml:12"), (2, "other", "entrant"), (3, "cup", "entrant")]
    {
        order(&teacher, name);
        until("it has ended", || served.outcome(number).is_some());
        let Some(OrderOutcome::Failed { why: found }) = served.outcome(number) else { panic!("{name}") };
        assert!(found.contains(why), "{name}: {found}");
        teacher.get("/ki/").says(200, &format!("{name}: failed on"));
    }
    for (form, status, why) in [
        (vec![("what", "tournament"), ("name", "nothing")], 404, "there is no tournament nothing.toml"),
        (vec![("what", "tournament"), ("name", "../class")], 404, "there is no tournament ../class.toml"),
        (vec![("what", "cycle"), ("pairings", "0"), ("games", "2")], 400, "1 to 1000 times"),
        (vec![("what", "cycle"), ("pairings", "2"), ("games", "65")], 400, "1 to 64 games"),
        (vec![("what", "war")], 400, "there is no such order"),
    ] {
        teacher.act("/ki/orders", &form).says(status, why);
    }
    let form = [("what", "tournament"), ("name", "cup")];
    served.student("1002").act("/ki/orders", &form).says(403, "you are not allowed to do that");
}

#[test]
fn a_cycle_of_the_ladder_is_played_once() {
    let served = Served::with("", true);
    served.hand_in_two();
    close(&served.class()).unwrap();
    let teacher = served.teacher();
    let cycle = [("what", "cycle"), ("pairings", "2"), ("games", "2")];
    assert_eq!(teacher.act("/ki/orders", &cycle).leads_to(), "/ki/#orders");
    until("it has ended", || served.outcome(1).is_some());
    assert_eq!(served.outcome(1), Some(OrderOutcome::Complete));
    let class = served.class();
    assert_eq!(class_operations::ladder::Ladder::open(&class, Some(Reader::All), None).unwrap().cycles(), 1);
    teacher.get("/ki/").says(200, "cycle 1 of the ladder: completed on");
}

#[test]
fn who_plays_nothing_takes_no_orders() {
    let served = Served::new();
    served.cup(2);
    let form = [("what", "tournament"), ("name", "cup")];
    served.teacher().act("/ki/orders", &form).says(409, "this service does not play games");
    // An order from another process stays open until a process plays it.
    assert_eq!(order_tournament(&served.class(), "cup").unwrap(), 1);
    assert_eq!(served.outcome(1), None);
}
