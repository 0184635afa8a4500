//! The list of students: its filters, its search and its order.

use std::cmp::{Ordering, Reverse};

use class_model::Moment;

use crate::form_values::FormValues;
use crate::pages::in_address;
use crate::problem::Problem;

/// Prefix of the filter for those who do not meet a requirement.
const WITHOUT: &str = "without:";

/// A student or a team in the list.
#[derive(Clone, Debug, Default)]
pub(super) struct ListedStudent<'a> {
    /// Name and id of each student.
    pub(super) members: Vec<(&'a str, &'a str)>,
    pub(super) alias: &'a str,
    pub(super) section: Option<&'a str>,
    pub(super) marks: Vec<Mark>,
    /// Names of the requirements that the active version does not meet, or not yet.
    pub(super) unmet: Vec<&'a str>,
    /// Time of receipt of the latest hand-in.
    pub(super) latest: Option<Moment>,
}

/// A state for which staff look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    NoHandIn,
    Refused,
    Waiting,
    Late,
    Paused,
    Failing,
    MoreTime,
    Withdrawn,
}

/// A selection of students.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Filter {
    #[default]
    All,
    Marked(Mark),
    /// Those whose active version does not meet the requirement with this name.
    Without(String),
}

/// The order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SortKey {
    /// The order of the roster.
    #[default]
    Roster,
    Name,
    Id,
    Section,
    /// The latest hand-in first.
    Latest,
    /// The most unmet requirements first.
    Requirements,
}

/// A request for a part of the list, as a page's address has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ListRequest {
    pub(super) filter: Filter,
    /// Words that the names, the id, the alias or the section contain.
    pub(super) search: String,
    pub(super) section: Option<String>,
    pub(super) sort: SortKey,
    pub(super) is_reversed: bool,
    /// The page, from 0.
    pub(super) page: usize,
}

/// The students that a request selects.
#[derive(Debug)]
pub(super) struct Selected {
    /// Their indices, in the order of the list.
    pub(super) indices: Vec<usize>,
    /// Each filter with the number of students that it would select.
    pub(super) counts: Vec<(Filter, usize)>,
}

impl Mark {
    pub(super) const ALL: [Mark; 8] = [
        Mark::NoHandIn,
        Mark::Refused,
        Mark::Late,
        Mark::Paused,
        Mark::Failing,
        Mark::Waiting,
        Mark::MoreTime,
        Mark::Withdrawn,
    ];

    fn word(self) -> &'static str {
        match self {
            Mark::NoHandIn => "no-hand-in",
            Mark::Refused => "refused",
            Mark::Waiting => "waiting",
            Mark::Late => "late",
            Mark::Paused => "paused",
            Mark::Failing => "failing",
            Mark::MoreTime => "extended",
            Mark::Withdrawn => "withdrawn",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Mark::NoHandIn => "No hand-in",
            Mark::Refused => "Refused",
            Mark::Waiting => "Waiting for a verdict",
            Mark::Late => "Late",
            Mark::Paused => "Paused",
            Mark::Failing => "Failing",
            Mark::MoreTime => "Extended",
            Mark::Withdrawn => "Withdrawn",
        }
    }

    /// Returns `true` if the filter is offered even if it selects no student.
    fn is_usual(self) -> bool {
        matches!(self, Mark::NoHandIn | Mark::Refused | Mark::Late | Mark::Paused)
    }
}

impl Filter {
    pub(super) fn word(&self) -> String {
        match self {
            Filter::All => String::new(),
            Filter::Marked(mark) => mark.word().to_owned(),
            Filter::Without(requirement) => format!("{WITHOUT}{requirement}"),
        }
    }

    pub(super) fn title(&self) -> String {
        match self {
            Filter::All => "All".to_owned(),
            Filter::Marked(mark) => mark.title().to_owned(),
            Filter::Without(requirement) => format!("Without {requirement}"),
        }
    }

    fn parse(word: &str) -> Option<Filter> {
        if word.is_empty() {
            return Some(Filter::All);
        }
        if let Some(requirement) = word.strip_prefix(WITHOUT) {
            return Some(Filter::Without(requirement.to_owned()));
        }
        Mark::ALL.into_iter().find(|mark| mark.word() == word).map(Filter::Marked)
    }

    fn selects(&self, student: &ListedStudent<'_>) -> bool {
        match self {
            Filter::All => true,
            Filter::Marked(mark) => student.marks.contains(mark),
            Filter::Without(requirement) => student.unmet.contains(&requirement.as_str()),
        }
    }

    fn is_offered(&self, count: usize, chosen: &Filter) -> bool {
        count > 0 || self == chosen || !matches!(self, Filter::Marked(mark) if !mark.is_usual())
    }
}

impl SortKey {
    pub(super) const ALL: [SortKey; 6] = [
        SortKey::Roster,
        SortKey::Name,
        SortKey::Id,
        SortKey::Section,
        SortKey::Latest,
        SortKey::Requirements,
    ];

    pub(super) fn word(self) -> &'static str {
        match self {
            SortKey::Roster => "roster",
            SortKey::Name => "name",
            SortKey::Id => "id",
            SortKey::Section => "section",
            SortKey::Latest => "latest",
            SortKey::Requirements => "requirements",
        }
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            SortKey::Roster => "Roster",
            SortKey::Name => "Name",
            SortKey::Id => "ID",
            SortKey::Section => "Section",
            SortKey::Latest => "Latest hand-in",
            SortKey::Requirements => "Requirements",
        }
    }

    fn compare(self, one: &ListedStudent<'_>, other: &ListedStudent<'_>) -> Ordering {
        let by = |key: fn(&ListedStudent<'_>) -> String| key(one).cmp(&key(other));
        match self {
            SortKey::Roster => Ordering::Equal,
            SortKey::Name => by(|student| first(student).0.to_lowercase()),
            SortKey::Id => number_order(first(one).1).cmp(&number_order(first(other).1)),
            SortKey::Section => {
                (one.section.is_none(), one.section).cmp(&(other.section.is_none(), other.section))
            }
            SortKey::Latest => Reverse(one.latest).cmp(&Reverse(other.latest)),
            SortKey::Requirements => other.unmet.len().cmp(&one.unmet.len()),
        }
    }
}

fn first<'a>(student: &ListedStudent<'a>) -> (&'a str, &'a str) {
    student.members.first().copied().unwrap_or_default()
}

/// Returns a key that orders numbers by their size, before all other ids.
fn number_order(id: &str) -> (bool, usize, &str) {
    let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    (!is_number, if is_number { id.len() } else { 0 }, id)
}

impl ListRequest {
    /// Reads a request from the query of a page's address.
    pub(super) fn from_query(asked: &FormValues) -> Result<ListRequest, Problem> {
        let filter = Filter::parse(asked.get("show").trim());
        let filter = filter.ok_or_else(|| Problem::bad("`show` is not a filter of this list"))?;
        let order = asked.get("sort").trim();
        let (key, is_reversed) = order.strip_prefix('-').map_or((order, false), |key| (key, true));
        let sort = SortKey::ALL.into_iter().find(|sort| sort.word() == key);
        let sort = if key.is_empty() { Some(SortKey::default()) } else { sort };
        let sort = sort.ok_or_else(|| Problem::bad("`sort` is not a column of this list"))?;
        let page = asked.given("page").map_or(Some(1), |page| page.parse().ok());
        let page = page.and_then(|page: usize| page.checked_sub(1));
        Ok(ListRequest {
            filter,
            search: asked.get("search").trim().to_owned(),
            section: asked.given("section"),
            sort,
            is_reversed,
            page: page.ok_or_else(|| Problem::bad("`page` must be a positive whole number"))?,
        })
    }

    /// Returns the request as a query: `?show=late&search=ada`; empty for the whole list.
    pub(super) fn query(&self) -> String {
        let fields = [
            ("show", self.filter.word()),
            ("search", self.search.clone()),
            ("section", self.section.clone().unwrap_or_default()),
            ("sort", self.sort_word()),
            ("page", if self.page == 0 { String::new() } else { (self.page + 1).to_string() }),
        ];
        let fields = fields.iter().filter(|(_, value)| !value.is_empty());
        let fields: Vec<String> =
            fields.map(|(name, value)| format!("{name}={}", in_address(value))).collect();
        if fields.is_empty() { String::new() } else { format!("?{}", fields.join("&")) }
    }

    /// Returns the order as the query has it: empty for the roster's order, `-name` for names in reverse.
    pub(super) fn sort_word(&self) -> String {
        match (self.sort, self.is_reversed) {
            (SortKey::Roster, false) => String::new(),
            (sort, is_reversed) => format!("{}{}", if is_reversed { "-" } else { "" }, sort.word()),
        }
    }

    /// Returns the request with another filter, from the first page.
    pub(super) fn with_filter(&self, filter: &Filter) -> ListRequest {
        ListRequest { filter: filter.clone(), page: 0, ..self.clone() }
    }

    /// Returns the request sorted by a column, in the opposite direction if it is sorted by that one already.
    pub(super) fn sorted_by(&self, sort: SortKey) -> ListRequest {
        let is_reversed = self.sort == sort && !self.is_reversed;
        ListRequest { sort, is_reversed, page: 0, ..self.clone() }
    }

    /// Selects and orders students. The counts cover the students found by search and section.
    pub(super) fn select(&self, students: &[ListedStudent<'_>], requirements: &[&str]) -> Selected {
        let words: Vec<String> = self.search.split_whitespace().map(str::to_lowercase).collect();
        let is_found = |student: &&ListedStudent<'_>| {
            self.section.as_deref().is_none_or(|section| student.section == Some(section))
                && words.iter().all(|word| student.contains(word))
        };
        let found: Vec<(usize, &ListedStudent<'_>)> =
            students.iter().enumerate().filter(|(_, student)| is_found(student)).collect();
        let filters = [Filter::All].into_iter().chain(Mark::ALL.map(Filter::Marked));
        let without = requirements.iter().map(|name| Filter::Without((*name).to_owned()));
        let counts = filters.chain(without).map(|filter| {
            let count = found.iter().filter(|(_, student)| filter.selects(student)).count();
            (filter, count)
        });
        let counts = counts.filter(|(filter, count)| filter.is_offered(*count, &self.filter)).collect();
        let mut selected = found;
        selected.retain(|(_, student)| self.filter.selects(student));
        // The sort is stable: equal students keep the roster's order.
        selected.sort_by(|(_, one), (_, other)| {
            let order = self.sort.compare(one, other);
            if self.is_reversed { order.reverse() } else { order }
        });
        if self.is_reversed && self.sort == SortKey::Roster {
            selected.reverse();
        }
        Selected { indices: selected.into_iter().map(|(index, _)| index).collect(), counts }
    }
}

impl ListedStudent<'_> {
    /// Returns `true` if a name, an id, the alias or the section contains the word, which is in lower case.
    fn contains(&self, word: &str) -> bool {
        let texts = self.members.iter().flat_map(|(name, id)| [*name, *id]);
        let mut texts = texts.chain([self.alias]).chain(self.section);
        texts.any(|text| text.to_lowercase().contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn students() -> Vec<ListedStudent<'static>> {
        let student =
            |name, id, alias, section, marks: &[Mark], unmet: &[&'static str], latest: Option<i64>| {
                let (marks, unmet) = (marks.to_vec(), unmet.to_vec());
                let latest = latest.map(Moment::from_millis);
                ListedStudent { members: vec![(name, id)], alias, section, marks, unmet, latest }
            };
        vec![
            student("Ada Lovelace", "1010", "Engine", Some("B"), &[Mark::Late], &["speed"], Some(3)),
            student("bob", "99", "Zed", Some("A"), &[Mark::NoHandIn], &["plays", "speed"], None),
            student("Émile", "x7", "Duck", None, &[Mark::Refused, Mark::Late], &["plays", "speed"], Some(9)),
            student("Cy Young", "1002", "Bat", Some("B"), &[], &[], Some(5)),
        ]
    }

    fn ids(request: &ListRequest) -> Vec<&'static str> {
        let students = students();
        let selected = request.select(&students, &["plays", "speed"]);
        selected.indices.into_iter().map(|index| students[index].members[0].1).collect()
    }

    #[test]
    fn a_filter_selects() {
        let check = |show: &str, expected: &[&str]| {
            let filter = Filter::parse(show).unwrap();
            assert_eq!(filter.word(), show);
            assert_eq!(ids(&ListRequest { filter, ..ListRequest::default() }), expected, "{show}");
        };
        check("", &["1010", "99", "x7", "1002"]);
        check("late", &["1010", "x7"]);
        check("refused", &["x7"]);
        check("no-hand-in", &["99"]);
        check("paused", &[]);
        check("without:plays", &["99", "x7"]);
        check("without:nothing", &[]);
        assert_eq!(Filter::parse("lat"), None);
    }

    #[test]
    fn a_search_finds_words_in_names_ids_aliases_and_sections() {
        let check = |search: &str, section: Option<&str>, expected: &[&str]| {
            let (search, section) = (search.to_owned(), section.map(str::to_owned));
            assert_eq!(ids(&ListRequest { search, section, ..ListRequest::default() }), expected);
        };
        check("ada", None, &["1010"]);
        check("love ADA", None, &["1010"]);
        check("10", None, &["1010", "1002"]);
        check("ÉMILE", None, &["x7"]);
        check("zed", None, &["99"]);
        check("ada zed", None, &[]);
        check("", Some("B"), &["1010", "1002"]);
        check("99", Some("B"), &[]);
    }

    #[test]
    fn a_column_orders() {
        let check = |sort: SortKey, expected: [&str; 4]| {
            let request = ListRequest { sort, ..ListRequest::default() };
            assert_eq!(ids(&request), expected, "{}", sort.word());
            assert!(!request.sorted_by(sort).sorted_by(sort).is_reversed);
        };
        check(SortKey::Roster, ["1010", "99", "x7", "1002"]);
        check(SortKey::Name, ["1010", "99", "1002", "x7"]);
        check(SortKey::Id, ["99", "1002", "1010", "x7"]);
        check(SortKey::Section, ["99", "1010", "1002", "x7"]);
        check(SortKey::Latest, ["x7", "1002", "1010", "99"]);
        check(SortKey::Requirements, ["99", "x7", "1010", "1002"]);
        let reversed = ListRequest::default().sorted_by(SortKey::Roster);
        assert_eq!(ids(&reversed), ["1002", "x7", "99", "1010"]);
    }

    #[test]
    fn each_filter_has_a_count_within_the_search() {
        let counts = |search: &str, filter: Filter| {
            let request = ListRequest { search: search.to_owned(), filter, ..ListRequest::default() };
            let counts = request.select(&students(), &["plays", "speed"]).counts;
            counts
                .into_iter()
                .map(|(filter, count)| format!("{} {count}", filter.title()))
                .collect::<Vec<_>>()
        };
        let all = [
            "All 4",
            "No hand-in 1",
            "Refused 1",
            "Late 2",
            "Paused 0",
            "Without plays 2",
            "Without speed 3",
        ];
        assert_eq!(counts("", Filter::Marked(Mark::Late)), all, "a filter does not change the counts");
        let found = [
            "All 1",
            "No hand-in 0",
            "Refused 0",
            "Late 1",
            "Paused 0",
            "Withdrawn 0",
            "Without plays 0",
            "Without speed 1",
        ];
        assert_eq!(counts("ada", Filter::Marked(Mark::Withdrawn)), found, "the chosen one is offered");
    }

    #[test]
    fn a_request_is_kept_in_an_address() {
        let request = ListRequest {
            filter: Filter::Without("beats greedy".to_owned()),
            search: "a&b".to_owned(),
            section: Some("B".to_owned()),
            sort: SortKey::Name,
            is_reversed: true,
            page: 2,
        };
        assert_eq!(
            request.query(),
            "?show=without%3Abeats%20greedy&search=a%26b&section=B&sort=-name&page=3"
        );
        assert_eq!(ListRequest::default().query(), "");
    }
}
