//! Teams that students form: a member shares a code, with which others join. Staff move students without these limits.

use std::collections::BTreeSet;

use class_model::roster::with_team;
use class_model::{Event, Facts, JoinCode, Moment, Secret, Student, TeamFormation};
use explain::{Error, Kind};
use game::visible;
use json::Shape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::refuse_withdrawn;
use crate::open_class::{OpenClass, find_student, now};
use crate::utc::Utc;

/// Number of hexadecimal digits of a code: 48 bits.
const DIGITS: usize = 12;

/// A new team of one student.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormTeam {
    /// The id of its first member.
    pub student: String,
    /// The name, under which the team plays.
    pub name: String,
}

/// A student who joins a team.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinTeam {
    /// The student's id.
    pub student: String,
    /// The code that a member has shared.
    pub code: String,
}

/// A student who leaves their team.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaveTeam {
    /// The student's id.
    pub student: String,
}

/// A student whom staff move to a team.
#[derive(Clone, Debug)]
pub struct MoveToTeam {
    /// The student's id.
    pub student: String,
    /// The team, which may be new; `None` for none.
    pub team: Option<String>,
}

/// The team of a student.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TeamReport {
    /// The team's name; null for a student without a team.
    pub team: Option<String>,
    /// Its members, in the order in which they joined the class.
    pub members: Vec<TeamMember>,
    /// The code with which others join; null if there is none.
    pub code: Option<String>,
    /// Maximum number of members who take part; null if only the teacher forms teams.
    pub size: Option<u32>,
    /// The last moment at which students change teams, in UTC; null if only the teacher forms teams.
    pub until: Option<Utc>,
    /// `true` if the student may change teams now.
    pub is_open: bool,
}

/// A member of a team.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TeamMember {
    /// The name.
    pub name: String,
    /// `true` if the student takes part.
    pub takes_part: bool,
}

impl Shape for TeamReport {
    const NAME: &'static str = "class-team";
    const VERSION: u32 = 1;
}

/// The consequences of joining a team.
#[derive(Debug)]
pub struct JoinPreview {
    /// The team.
    pub team: String,
    /// The names of its members.
    pub members: Vec<String>,
    /// Number of its hand-ins, which the student can then see.
    pub hand_ins: usize,
}

/// Returns the team of a student.
///
/// # Errors
/// If there is no such student.
pub fn team_of(class: &OpenClass, facts: &Facts, student: &str) -> Result<TeamReport, Error> {
    let own = find_student(facts, student)?;
    let team = own.team.as_deref();
    let member = |one: &&Student| TeamMember {
        name: one.name.clone(),
        takes_part: facts.withdrawal(&one.id).is_none(),
    };
    let is_open = formation(class, facts, own, now(facts)).is_ok();
    let until = class.plan.teams.map(|teams| Utc(teams.until.last(facts)));
    Ok(TeamReport {
        team: team.map(str::to_owned),
        members: team.map(|team| facts.members_of(team)).unwrap_or_default().iter().map(member).collect(),
        code: team.filter(|_| is_open).and_then(|team| facts.join_code(team)).map(str::to_owned),
        size: class.plan.teams.map(|teams| teams.size),
        until,
        is_open,
    })
}

/// Forms a team of one student, with a code for others.
///
/// # Errors
/// If students do not form teams now, the student has a team, the name is invalid, reads like another's or was a
/// team's before, or the class's record cannot be written.
pub fn form_team(class: &OpenClass, FormTeam { student, name }: FormTeam) -> Result<TeamReport, Error> {
    let code = new_code()?;
    let recorded = class.write(|facts, at| {
        let own = find_student(facts, &student)?;
        formation(class, facts, own, at)?;
        refuse_member(own)?;
        let moved = in_new_team(facts, own, &name)?;
        let team = moved.team.clone().unwrap_or_default();
        Ok(vec![
            Event::Enrolled(moved),
            Event::JoinCodeMade(JoinCode { student: student.clone(), team, code }),
        ])
    })?;
    team_of(class, &recorded.facts, &student)
}

/// Returns the consequences of joining a team.
///
/// # Errors
/// As [`join_team`].
pub fn preview_join(class: &OpenClass, facts: &Facts, request: &JoinTeam) -> Result<JoinPreview, Error> {
    let joined = joined(class, facts, request, now(facts))?;
    let team = joined.team.unwrap_or_default();
    let members = facts.members_of(&team).iter().map(|member| member.name.clone()).collect();
    let hand_ins = facts.submissions_of(&class_model::ContenderId::Team(team.clone())).count();
    Ok(JoinPreview { team, members, hand_ins })
}

/// Adds a student to the team with a code.
///
/// # Errors
/// If students do not form teams now, the student has a team, no team has the code, the team is full or of another
/// section, or the class's record cannot be written.
pub fn join_team(class: &OpenClass, request: &JoinTeam) -> Result<TeamReport, Error> {
    let recorded = class.write(|facts, at| Ok(vec![Event::Enrolled(joined(class, facts, request, at)?)]))?;
    team_of(class, &recorded.facts, &request.student)
}

/// Removes a student from their team. The team's code is replaced, so that the student cannot use it again.
///
/// # Errors
/// If students do not form teams now, the student has no team, or the class's record cannot be written.
pub fn leave_team(class: &OpenClass, LeaveTeam { student }: LeaveTeam) -> Result<TeamReport, Error> {
    let code = new_code()?;
    let recorded = class.write(|facts, at| {
        let own = find_student(facts, &student)?;
        formation(class, facts, own, at)?;
        let team = own.team.as_deref().ok_or_else(without_team)?;
        let left = Student { team: None, ..own.clone() };
        Ok([Event::Enrolled(left)].into_iter().chain(code_after(facts, own, team, code)).collect())
    })?;
    team_of(class, &recorded.facts, &student)
}

/// Replaces the code of a student's team.
///
/// # Errors
/// If students do not form teams now, the student has no team, or the class's record cannot be written.
pub fn renew_code(class: &OpenClass, student: &str) -> Result<TeamReport, Error> {
    let code = new_code()?;
    let recorded = class.write(|facts, at| {
        let own = find_student(facts, student)?;
        formation(class, facts, own, at)?;
        let team = own.team.clone().ok_or_else(without_team)?;
        Ok(vec![Event::JoinCodeMade(JoinCode { student: own.id.clone(), team, code })])
    })?;
    team_of(class, &recorded.facts, student)
}

/// Moves a student to a team, or out of their team, whatever the size and the date. Returns the student.
///
/// # Errors
/// If there is no such student, the name is invalid, reads like another's or was a team's before, the team is of
/// another section, or the class's record cannot be written.
pub fn move_to_team(class: &OpenClass, request: &MoveToTeam) -> Result<Student, Error> {
    let code = new_code()?;
    let recorded = class.write(|facts, _| {
        let own = find_student(facts, &request.student)?;
        let moved = with_team(facts, own, request.team.as_deref()).map_err(Error::input)?;
        if moved == *own {
            return Ok(Vec::new());
        }
        let code = own.team.as_deref().and_then(|team| code_after(facts, own, team, code));
        Ok([Event::Enrolled(moved)].into_iter().chain(code).collect())
    })?;
    find_student(&recorded.facts, &request.student).cloned()
}

/// Returns the rules for teams, unless a student may not change teams at this time.
fn formation(
    class: &OpenClass,
    facts: &Facts,
    student: &Student,
    at: Moment,
) -> Result<TeamFormation, Error> {
    let Some(teams) = class.plan.teams else {
        return Err(Error::new(Kind::Refused, "in this class, the teacher forms the teams"));
    };
    refuse_withdrawn(class, facts, student)?;
    let ended = match facts.closed() {
        Some(since) => Some(format!("the class was closed on {}", class.shown(since))),
        None if at > teams.until.last(facts) => {
            Some(format!("teams are fixed since {}", class.plan.zone.show_deadline(teams.until.last(facts))))
        }
        None => None,
    };
    ended.map_or(Ok(teams), |why| Err(Error::new(Kind::Refused, why).hint("ask your teacher")))
}

fn refuse_member(student: &Student) -> Result<(), Error> {
    let Some(team) = &student.team else { return Ok(()) };
    Err(Error::new(Kind::Conflict, format!("you are in the team \"{}\"", visible(team)))
        .hint("leave it first"))
}

fn without_team() -> Error {
    Error::new(Kind::Conflict, "you are not in a team")
}

/// Returns a student in a new team. The messages name no other student.
fn in_new_team(facts: &Facts, student: &Student, name: &str) -> Result<Student, Error> {
    let taken = || {
        Error::new(Kind::Conflict, "this name can be confused with a name that is or was in use")
            .hint("choose another name")
    };
    config::check_name(name.trim()).map_err(Error::input)?;
    let moved = with_team(facts, student, Some(name)).map_err(|_| taken())?;
    let team = moved.team.clone().unwrap_or_default();
    // The hand-ins of an earlier team of this name would be the new team's.
    let who = class_model::ContenderId::Team(team.clone());
    let is_used = !facts.members_of(&team).is_empty() || facts.submissions_of(&who).next().is_some();
    if is_used { Err(taken()) } else { Ok(moved) }
}

/// Returns a student as a member of the team with a code.
fn joined(class: &OpenClass, facts: &Facts, request: &JoinTeam, at: Moment) -> Result<Student, Error> {
    let own = find_student(facts, &request.student)?;
    let teams = formation(class, facts, own, at)?;
    refuse_member(own)?;
    let members = |team: &str| facts.members_of(team);
    let team = facts.team_of_code(&normalized(&request.code)).filter(|team| !members(team).is_empty());
    let team = team.ok_or_else(|| {
        Error::new(Kind::NotFound, "no team has this code")
            .hint("ask a member for the current code: it changes when a member leaves")
    })?;
    let active = members(team).iter().filter(|member| facts.withdrawal(&member.id).is_none()).count();
    if active >= teams.size as usize {
        let what = format!("the team \"{}\" is full: it has {active} members", visible(team));
        return Err(Error::new(Kind::Conflict, what));
    }
    with_team(facts, own, Some(team)).map_err(Error::input)
}

/// Returns the event that replaces the code of a team that a student leaves; `None` if no other student is in it, or it
/// has no code.
fn code_after(facts: &Facts, student: &Student, team: &str, code: String) -> Option<Event> {
    facts.join_code(team)?;
    let other = facts.members_of(team).into_iter().find(|member| member.id != student.id)?;
    Some(Event::JoinCodeMade(JoinCode { student: other.id.clone(), team: team.to_owned(), code }))
}

/// Returns the events that replace the codes of the teams that students leave by changes of the roster.
pub(super) fn codes_after(facts: &Facts, changed: &[Student]) -> Result<Vec<Event>, Error> {
    let after = |id: &str| changed.iter().find(|one| one.id == id).or_else(|| facts.student(id));
    let has_left = |own: &&Student| after(&own.id).is_some_and(|after| after.team != own.team);
    let before = changed.iter().filter_map(|one| facts.student(&one.id)).filter(has_left);
    let left: BTreeSet<&str> = before.filter_map(|own| own.team.as_deref()).collect();
    let mut events = Vec::new();
    for team in left.into_iter().filter(|team| facts.join_code(team).is_some()) {
        let is_in = |one: &&Student| one.team.as_deref() == Some(team);
        let stays = facts.members_of(team).into_iter().filter_map(|own| after(&own.id)).find(is_in);
        if let Some(member) = stays.or_else(|| changed.iter().find(is_in)) {
            let (student, team) = (member.id.clone(), team.to_owned());
            events.push(Event::JoinCodeMade(JoinCode { student, team, code: new_code()? }));
        }
    }
    Ok(events)
}

/// Draws a code: `4f2a-91c0-7b3d`.
fn new_code() -> Result<String, Error> {
    Ok(normalized(&Secret::draw()?.reveal()[..DIGITS]))
}

/// Returns a typed code as it is stored.
fn normalized(typed: &str) -> String {
    let digits: Vec<char> = typed.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    digits.chunks(4).map(String::from_iter).collect::<Vec<String>>().join("-")
}
