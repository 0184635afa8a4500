//! Columns for grades in a course, and the scores in them (Assignment and Grade Services 2.0).

use serde_json::{Value, json};

use crate::user::text;
use crate::{Address, Failure, ServiceClient, with_query};

const COLUMNS: &str = "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem";
const SCORES: &str = "https://purl.imsglobal.org/spec/lti-ags/scope/score";
const RESULTS: &str = "https://purl.imsglobal.org/spec/lti-ags/scope/result.readonly";
const COLUMN: &str = "application/vnd.ims.lis.v2.lineitem+json";
const COLUMN_LIST: &str = "application/vnd.ims.lis.v2.lineitemcontainer+json";
const SCORE: &str = "application/vnd.ims.lis.v1.score+json";
const RESULT_LIST: &str = "application/vnd.ims.lis.v2.resultcontainer+json";
/// Maximum number of pages of a list.
const PAGES: usize = 100;

/// A column for grades (AGS: a line item).
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The heading.
    pub label: String,
    /// The maximum grade.
    pub maximum: f64,
    /// The id that this column has in the tool, by which it is found again.
    pub resource: String,
}

/// A grade of a student.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreMessage {
    /// The student's id in the course system.
    pub user: String,
    /// The grade, not negative.
    pub points: f64,
    /// The maximum grade.
    pub maximum: f64,
    /// The time of the grade, in RFC 3339. A system refuses a score that is not later than the one it has.
    pub at: String,
}

impl Column {
    /// Finds the column of this resource among a course's columns, or makes it. Returns its address.
    ///
    /// # Errors
    /// If the system does not answer, refuses the request, or answers with something else.
    pub fn find_or_make(&self, client: &ServiceClient, columns: &Address) -> Result<Address, Failure> {
        if let Some(found) = self.find(client, columns)? {
            return Ok(found);
        }
        let Column { label, maximum, resource } = self;
        let new = json!({ "label": label, "scoreMaximum": maximum, "resourceId": resource });
        let reply = client.post(columns, COLUMNS, COLUMN, &new)?;
        address_of(&reply.body, columns).ok_or_else(|| Failure::answer(columns, "no column for the grades"))
    }

    fn find(&self, client: &ServiceClient, columns: &Address) -> Result<Option<Address>, Failure> {
        let filtered = with_query(columns.as_str(), &[("resource_id", &self.resource)]);
        let mut page = Some(Address::parse(&filtered)?);
        for _ in 0..PAGES {
            let Some(address) = page else { break };
            let reply = client.get(&address, COLUMNS, COLUMN_LIST)?;
            let list = reply.body.as_array().ok_or_else(|| Failure::answer(columns, "no list of columns"))?;
            // Some systems ignore the filter.
            let is_own = |column: &&Value| {
                column.get("resourceId").and_then(text).is_some_and(|own| own == self.resource)
            };
            if let Some(found) = list.iter().find(is_own) {
                let found = address_of(found, columns)
                    .ok_or_else(|| Failure::answer(columns, "a column without an address"));
                return found.map(Some);
            }
            page = reply.next.filter(|next| *next != address);
        }
        Ok(None)
    }
}

impl ScoreMessage {
    /// Sends the grade to a column.
    ///
    /// # Errors
    /// If the system does not answer or refuses the grade.
    pub fn send(&self, client: &ServiceClient, column: &Address) -> Result<(), Failure> {
        let ScoreMessage { user, points, maximum, at } = self;
        let score = json!({
            "userId": user,
            "scoreGiven": points,
            "scoreMaximum": maximum,
            "timestamp": at,
            "activityProgress": "Completed",
            "gradingProgress": "FullyGraded",
        });
        client.post(&below(column, "scores")?, SCORES, SCORE, &score).map(drop)
    }

    /// Reads the grade that the column has for the student, on the scale of this grade; `None` if it has none.
    ///
    /// # Errors
    /// If the system does not answer, refuses the request, or answers with something else.
    pub fn read_back(&self, client: &ServiceClient, column: &Address) -> Result<Option<f64>, Failure> {
        let results = below(column, "results")?;
        let of_user = Address::parse(&with_query(results.as_str(), &[("user_id", &self.user)]))?;
        let reply = client.get(&of_user, RESULTS, RESULT_LIST)?;
        let list = reply.body.as_array().ok_or_else(|| Failure::answer(column, "no list of results"))?;
        let is_own =
            |result: &&Value| result.get("userId").and_then(text).is_some_and(|own| own == self.user);
        let Some(result) = list.iter().find(is_own) else { return Ok(None) };
        let number = |name: &str| result.get(name).and_then(Value::as_f64);
        let maximum = number("resultMaximum").filter(|maximum| *maximum > 0.0).unwrap_or(self.maximum);
        // Moodle leaves a grade of zero out.
        let score = number("resultScore").or_else(|| (self.points == 0.0).then_some(0.0));
        Ok(score.map(|score| score * self.maximum / maximum))
    }
}

/// Returns the address of a part of a column: its path continues before the query.
fn below(column: &Address, part: &str) -> Result<Address, Failure> {
    let (path, query) = column.as_str().split_once('?').unwrap_or((column.as_str(), ""));
    let path = format!("{}/{part}", path.trim_end_matches('/'));
    Address::parse(&if query.is_empty() { path } else { format!("{path}?{query}") })
}

fn address_of(column: &Value, columns: &Address) -> Option<Address> {
    columns.named(column.get("id")?.as_str()?)
}
