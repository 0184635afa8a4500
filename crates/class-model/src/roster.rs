//! Rosters: CSV files of students, and the changes that they make.

pub(crate) mod identity;

use std::collections::BTreeMap;

use config::Aliases;
use course_files::gradebook::{Column, ColumnError, CourseSystem, Sheet};

use self::identity::{EMAIL, FIRST_NAME, ID, LAST_NAME, LOGIN, NAME};
pub use self::identity::{RowKeys, RowOfStudent, StudentIndex, row_keys, student_called, students_of};
use crate::{ClassPlan, ContenderId, Event, Facts, Moment, Student};

/// Headings of the other columns, in order of preference.
const ALIAS: &[&str] = &["alias"];
const SECTION: &[&str] = &["section", "Section", "Group"];
const TEAM: &[&str] = &["team"];
/// The same for Moodle's worksheet, whose `Group` column holds the teams.
const SECTION_OF_WORKSHEET: &[&str] = &["section", "Section"];
const TEAM_OF_WORKSHEET: &[&str] = &["team", "Group"];
/// Values of Moodle's group column for students in no group, or in several.
///
/// # Source
/// Moodle, `mod/assign/gradingtable.php`, `col_team`; `mod/assign/lang/en/assign.php`.
const NO_GROUP: &[&str] = &[
    "Default group",
    "Not a member of any group, so unable to make submissions.",
    "Member of more than one group, so unable to make submissions.",
];
/// Maximum length of an address in bytes (RFC 3696, errata 1690: 64 before the `@`, and 255 after it).
const LONGEST_ADDRESS: usize = 320;
/// Cell value that removes the old value.
const NONE: &str = "-";

/// Names of columns with unusual headings; `-` for a column to ignore.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The students' ids.
    pub id: Option<String>,
    /// Their names.
    pub name: Option<String>,
    /// Their aliases.
    pub alias: Option<String>,
    /// Their sections.
    pub section: Option<String>,
    /// Their teams.
    pub team: Option<String>,
}

/// The changes that a roster makes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// New students, and students with a changed description, in the order of the file.
    pub enrolled: Vec<Student>,
    /// Number of new students.
    pub new: usize,
    /// Number of unchanged students.
    pub unchanged: usize,
    /// Ids of students in the class who are not in the file. They stay in the class.
    pub absent: Vec<String>,
}

impl Changes {
    /// Returns the events to record.
    pub fn events(self) -> Vec<Event> {
        self.enrolled.into_iter().map(Event::Enrolled).collect()
    }
}

/// A problem with a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterProblem {
    /// The line of the file, from 1; 1 for a problem with its columns.
    pub line: usize,
    /// The problem, with advice.
    pub message: String,
}

/// Returns the changes that a roster makes; none if it has any problem.
///
/// An empty cell leaves a student's alias, section, team or address as it was; a cell with `-` removes a section,
/// team or address.
///
/// # Errors
/// All problems: a missing or repeated id, a section that the class does not have, an alias or a team's name that
/// reads like another's, a team across sections.
pub fn changes(
    plan: &ClassPlan,
    facts: &Facts,
    sheet: &Sheet<'_>,
    columns: &Columns,
) -> Result<Changes, Vec<RosterProblem>> {
    let found =
        RosterColumns::find(sheet, columns).map_err(|message| vec![RosterProblem { line: 1, message }])?;
    let mut problems = Vec::new();
    let mut taking = RosterReading {
        plan,
        facts,
        known: facts.joined(),
        lines: BTreeMap::new(),
        after: facts.clone(),
        changes: Changes::default(),
    };
    let is_worksheet = sheet.kind() == CourseSystem::MoodleWorksheet;
    for row in sheet.students() {
        let text = |column: Option<Column>| {
            column
                .map(|column| course_files::gradebook::key(&row.text(column)))
                .filter(|text| !text.is_empty())
        };
        let cells = RosterRow {
            id: text(Some(found.id)),
            name: found.name_in(&text),
            email: text(found.email),
            alias: text(found.alias),
            section: text(found.section),
            team: text(found.team).filter(|team| !is_worksheet || !NO_GROUP.contains(&team.as_str())),
        };
        if cells.is_empty() {
            continue;
        }
        if let Err(message) = taking.take(cells, row.line) {
            problems.push(RosterProblem { line: row.line, message });
        }
    }
    problems.extend(clashes(facts, &taking.after, |id| taking.lines.get(id).copied().unwrap_or(1)));
    if taking.lines.is_empty() && problems.is_empty() {
        problems
            .push(RosterProblem { line: 1, message: "there are no students below the headings".to_owned() });
    }
    if !problems.is_empty() {
        problems.sort_by_key(|problem| problem.line);
        return Err(problems);
    }
    let absent = facts.students().into_iter().filter(|student| !taking.lines.contains_key(&student.id));
    taking.changes.absent = absent.map(|student| student.id.clone()).collect();
    Ok(taking.changes)
}

/// The columns of a file.
struct RosterColumns {
    id: Column,
    name: Vec<Column>,
    email: Option<Column>,
    alias: Option<Column>,
    section: Option<Column>,
    team: Option<Column>,
}

impl RosterColumns {
    fn find(sheet: &Sheet<'_>, columns: &Columns) -> Result<RosterColumns, String> {
        let one = |named: Option<&String>, usual: &[&str]| match named {
            Some(name) if name == NONE => Ok(None),
            Some(name) => sheet.column(name).map(Some).map_err(|error| error.to_string()),
            None => usual_column(sheet, usual).map_err(|error| error.to_string()),
        };
        let ids: Vec<&str> = ID.iter().copied().chain([LOGIN]).collect();
        let id = one(columns.id.as_ref(), ids.as_slice())?.ok_or_else(|| {
            let not_it = if sheet.kind() == CourseSystem::MoodleWorksheet {
                ": `Identifier` differs between assignments"
            } else {
                ""
            };
            format!("no column identifies students{not_it}; looked for {}; name it with --id", ids.join(", "))
        })?;
        let whole = one(columns.name.as_ref(), NAME)?;
        let parts = [one(None, FIRST_NAME)?, one(None, LAST_NAME)?];
        let parts: Vec<Column> = parts.into_iter().flatten().collect();
        // Course systems export columns without any value.
        let is_needed = |whole: &Column| {
            let has_names = |column: &Column| says_something(sheet, *column);
            columns.name.is_some() || has_names(whole) || !parts.iter().any(has_names)
        };
        let name = match whole.filter(is_needed) {
            Some(whole) => vec![whole],
            None => parts,
        };
        if name.is_empty() {
            return Err(format!(
                "no column contains names; looked for {}; name it with --name",
                NAME.join(", ")
            ));
        }
        let (section, team) = match sheet.kind() {
            CourseSystem::MoodleWorksheet => (SECTION_OF_WORKSHEET, TEAM_OF_WORKSHEET),
            _ => (SECTION, TEAM),
        };
        Ok(RosterColumns {
            id,
            name,
            email: one(None, EMAIL)?,
            alias: one(columns.alias.as_ref(), ALIAS)?,
            section: one(columns.section.as_ref(), section)?,
            team: one(columns.team.as_ref(), team)?,
        })
    }

    fn name_in(&self, text: &dyn Fn(Option<Column>) -> Option<String>) -> Option<String> {
        let parts: Vec<String> = self.name.iter().filter_map(|column| text(Some(*column))).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }
}

/// Returns `true` if any student has a value in the column.
fn says_something(sheet: &Sheet<'_>, column: Column) -> bool {
    sheet.students().any(|row| !row.text(column).trim().is_empty())
}

/// Returns the first of some columns with any value; if none has one, the first that exists. Course systems export
/// columns without any value.
fn usual_column(sheet: &Sheet<'_>, names: &[&str]) -> Result<Option<Column>, ColumnError> {
    let mut there = Vec::new();
    for name in names {
        match sheet.column(name) {
            Ok(column) => there.push(column),
            Err(ColumnError::Missing { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(there.iter().copied().find(|&column| says_something(sheet, column)).or(there.first().copied()))
}

/// The values of a row.
struct RosterRow {
    id: Option<String>,
    name: Option<String>,
    email: Option<String>,
    alias: Option<String>,
    section: Option<String>,
    team: Option<String>,
}

impl RosterRow {
    fn is_empty(&self) -> bool {
        [&self.id, &self.name, &self.email, &self.alias].into_iter().all(Option::is_none)
    }
}

/// A roster while its rows are read.
struct RosterReading<'a> {
    plan: &'a ClassPlan,
    facts: &'a Facts,
    /// Number of students that ever joined the class.
    known: usize,
    /// The line of each student in the file.
    lines: BTreeMap<String, usize>,
    /// The facts after the changes.
    after: Facts,
    changes: Changes,
}

impl RosterReading<'_> {
    fn take(&mut self, cells: RosterRow, line: usize) -> Result<(), String> {
        let id = cells.id.ok_or("this student has no id")?;
        checked("id", &id)?;
        if let Some(before) = self.lines.get(&id) {
            return Err(format!("the id \"{id}\" is also in line {before}"));
        }
        self.lines.insert(id.clone(), line);
        let old = self.facts.student(&id);
        let name = cells.name.or_else(|| old.map(|old| old.name.clone()));
        let name = name.ok_or("this student has no name")?;
        // Only staff see names, so a joiner in one cannot deceive other students.
        checked("name", &game::without_joiners(&name))?;
        let or_as_before = |cell: Option<String>, field: fn(&Student) -> Option<String>| {
            cell.or_else(|| old.and_then(field)).filter(|text| text != NONE)
        };
        let alias = or_as_before(cells.alias, |old| Some(old.alias.clone()));
        let number = self.known + self.changes.new + 1;
        let student = Student {
            alias: alias.unwrap_or_else(|| format!("Player {number}")),
            email: or_as_before(cells.email, |old| old.email.clone()),
            section: or_as_before(cells.section, |old| old.section.clone()),
            team: or_as_before(cells.team, |old| old.team.clone()),
            id,
            name,
        };
        checked("alias", &student.alias)?;
        student.team.as_deref().map_or(Ok(()), |team| checked("team", team))?;
        student.email.as_deref().map_or(Ok(()), check_address)?;
        self.check_section(student.section.as_deref())?;
        if old == Some(&student) {
            self.changes.unchanged += 1;
            return Ok(());
        }
        self.changes.new += usize::from(old.is_none());
        let at = self.after.last().unwrap_or_else(|| self.plan.deadline.last(&self.after));
        self.after.add(at, Event::Enrolled(student.clone()));
        self.changes.enrolled.push(student);
        Ok(())
    }

    /// Checks that the class has a section, if it names its sections: students of an unknown one would have another
    /// deadline.
    fn check_section(&self, section: Option<&str>) -> Result<(), String> {
        let Some(section) = section else { return Ok(()) };
        checked("section", section)?;
        if self.plan.sections.is_empty() || self.plan.sections.contains_key(section) {
            return Ok(());
        }
        let known: Vec<&str> = self.plan.sections.keys().map(String::as_str).collect();
        Err(format!(
            "class.toml has no section \"{section}\"; it has {}; if the column does not contain sections, use \
             --section -",
            known.join(", ")
        ))
    }
}

/// Returns a student with another team, or without one.
///
/// # Errors
/// The problem, if the name is invalid or reads like another's, or the team has students of another section.
pub fn with_team(facts: &Facts, student: &Student, team: Option<&str>) -> Result<Student, String> {
    let team = team.map(course_files::gradebook::key);
    team.as_deref().map_or(Ok(()), |team| checked("team", team))?;
    let moved = Student { team, ..student.clone() };
    let mut after = facts.clone();
    let at = facts.last().unwrap_or(Moment::from_millis(0));
    after.add(at, Event::Enrolled(moved.clone()));
    let known = clashes(facts, facts, |_| 1);
    let new = clashes(facts, &after, |_| 1).into_iter().find(|problem| !known.contains(problem));
    new.map_or(Ok(moved), |problem| Err(problem.message))
}

/// Finds aliases that read alike, and teams across sections. Reports a clash at the line that causes it.
fn clashes(before: &Facts, after: &Facts, line: impl Fn(&str) -> usize) -> Vec<RosterProblem> {
    let mut aliases = Aliases::new();
    let mut problems = Vec::new();
    let contenders = after.contenders();
    // Existing students keep their aliases.
    let (old, new): (Vec<_>, Vec<_>) = contenders
        .iter()
        .flat_map(|contender| contender.members.iter().map(move |member| (contender, *member)))
        .partition(|(_, member)| before.student(&member.id) == Some(member));
    for (contender, member) in old.into_iter().chain(new) {
        let line = line(&member.id);
        let names = [(&member.alias, ContenderId::Student(member.id.clone()))].into_iter();
        let team = member.team.as_ref().map(|team| (team, ContenderId::Team(team.clone())));
        for (alias, whose) in names.chain(team) {
            if let Err((taken, by)) = aliases.take(alias, &whose) {
                let message = format!("\"{alias}\" can be confused with \"{taken}\", {}", holder(&by));
                problems.push(RosterProblem { line, message });
            }
        }
        if member.section.as_deref() != contender.section {
            let team = member.team.as_deref().unwrap_or_default();
            let message = format!("the team \"{team}\" has students from several sections");
            problems.push(RosterProblem { line, message });
        }
    }
    problems
}

fn holder(who: &ContenderId) -> String {
    match who {
        ContenderId::Student(id) => format!("the alias of student {id}"),
        ContenderId::Team(name) => format!("the team {name}"),
    }
}

/// Checks an address. It is only compared, so any visible text is accepted.
fn check_address(text: &str) -> Result<(), String> {
    if text.len() > LONGEST_ADDRESS {
        return Err(format!("an address has at most {LONGEST_ADDRESS} bytes; this one has {}", text.len()));
    }
    match text.chars().find(|character| game::is_invisible(*character)) {
        Some(found) => {
            Err(format!("the address contains the invisible character U+{:04X}", u32::from(found)))
        }
        None => Ok(()),
    }
}

fn checked(what: &str, text: &str) -> Result<(), String> {
    config::check_name(text).map_err(|message| message.replacen("a name", &format!("the {what}"), 1))
}
