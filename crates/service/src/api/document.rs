//! The description of all routes as `OpenAPI` 3.1, with schemas in JSON Schema 2020-12.

use class_model::Purpose;
use class_operations::runs::MatchFilter;
use json::Schemas;
use serde_json::{Map, Value, json};

use super::caller::MARK;
use super::changes::STUDENT;
use super::problems::{KIND, ProblemReport};
use super::route::{AllowedCallers, Content, Handle, Route};
use crate::class_visit::COOKIE;

/// JSON pointer to the schemas.
const PLACE: &str = "/components/schemas";

/// Describes routes below a base address.
pub(super) fn describe(routes: &[Route], below: &str) -> Value {
    let mut schemas = Schemas::at(PLACE);
    let problem = schemas.shape::<ProblemReport<'_>>();
    let mut paths: Map<String, Value> = Map::new();
    for route in routes {
        let path = paths.entry(format!("/{}", route.address())).or_insert_with(|| json!({}));
        path[route.method()] = operation(route, &mut schemas);
    }
    json!({
        "openapi": "3.1.1",
        "info": {
            "title": "Muster",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Hand in bots to a class and see your standing. A token can do only what its purpose allows.",
        },
        "servers": [{ "url": below }],
        "paths": paths,
        "components": {
            "schemas": schemas.definitions(),
            "responses": { "problem": {
                "description": "Why the request failed.",
                "content": { KIND: { "schema": problem } },
            } },
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer", "description": "A token created on `/CLASS/tokens`." },
                "session": { "type": "apiKey", "in": "cookie", "name": COOKIE },
                "mark": {
                    "type": "apiKey", "in": "header", "name": MARK,
                    "description": "The mark in the forms of the session's own pages, which other sites do not know.",
                },
            },
        },
    })
}

impl Route {
    /// Returns the HTTP method in lower case.
    pub(super) fn method(&self) -> &'static str {
        match self.handle {
            Handle::Read(_) | Handle::ReadMatches(_) => "get",
            Handle::Change(..) | Handle::HandIn => "post",
        }
    }

    /// Returns the address without its query.
    pub(super) fn address(&self) -> &'static str {
        self.path.split_once("{?").map_or(self.path, |(address, _)| address)
    }

    /// Returns the names of the query parameters.
    pub(super) fn query(&self) -> impl Iterator<Item = &'static str> {
        let names = self.path.split_once("{?").and_then(|(_, names)| names.strip_suffix('}'));
        names.into_iter().flat_map(|names| names.split(','))
    }

    /// Returns the names of the path parameters.
    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.address().split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }
}

fn operation(route: &Route, schemas: &mut Schemas) -> Value {
    let mut operation = json!({
        "operationId": route.id,
        "summary": route.title,
        "description": said_of_callers(route),
        "security": security(route),
        "responses": {
            route.answer.status.to_string(): answer(route, schemas),
            "default": { "$ref": "#/components/responses/problem" },
        },
    });
    let parameters: Vec<Value> =
        route.names().map(parameter).chain(route.query().map(query_parameter)).collect();
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    if let Some(body) = body(route) {
        operation["requestBody"] = json!({ "required": true, "content": body });
    }
    operation
}

fn said_of_callers(route: &Route) -> String {
    let tokens: Vec<&str> = route.tokens.iter().copied().map(Purpose::word).collect();
    let tokens = if tokens.is_empty() { "none".to_owned() } else { tokens.join(", ") };
    format!("For {}. Token purposes: {tokens}.", route.who.words())
}

impl AllowedCallers {
    /// Returns the callers in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            AllowedCallers::Anybody => "anyone",
            AllowedCallers::Student => "students",
            AllowedCallers::Participants => "students, for their own data; teachers and assistants",
            AllowedCallers::Staff => "teachers and assistants",
            AllowedCallers::Teacher => "teachers",
        }
    }
}

fn security(route: &Route) -> Value {
    let session = match route.handle {
        Handle::Read(_) | Handle::ReadMatches(_) => json!({ "session": [] }),
        Handle::Change(..) | Handle::HandIn => json!({ "session": [], "mark": [] }),
    };
    let mut ways = Vec::new();
    if !route.tokens.is_empty() {
        ways.push(json!({ "token": [] }));
    }
    ways.push(session);
    if route.who == AllowedCallers::Anybody {
        ways.push(json!({}));
    }
    Value::Array(ways)
}

fn answer(route: &Route, schemas: &mut Schemas) -> Value {
    let content = match route.answer.content {
        Content::Shape(_, schema) => json!({ "application/json": { "schema": schema(schemas) } }),
        Content::OpenApi => json!({ "application/json": { "schema": { "type": "object" } } }),
        Content::File => json!({ "application/octet-stream": {} }),
    };
    let mut answer = json!({ "description": route.title, "content": content });
    if route.answer.status == 201 {
        answer["headers"] = json!({ "Location": {
            "description": "The address of the new resource.", "required": true, "schema": { "type": "string" },
        } });
    }
    answer
}

fn parameter(name: &str) -> Value {
    let schema = match name {
        "number" => json!({ "type": "integer", "minimum": 1, "maximum": u32::MAX }),
        _ => json!({ "type": "string", "minLength": 1 }),
    };
    json!({ "name": name, "in": "path", "required": true, "schema": schema })
}

fn query_parameter(name: &str) -> Value {
    let schema = match name {
        "page" => json!({ "type": "integer", "minimum": 1, "maximum": u32::MAX, "default": 1 }),
        "show" => {
            let words = MatchFilter::ALL.map(MatchFilter::word);
            json!({ "type": "string", "enum": words, "default": MatchFilter::All.word() })
        }
        _ => json!({ "type": "string" }),
    };
    json!({ "name": name, "in": "query", "required": false, "schema": schema })
}

/// Returns the schema of a request without the student, who is in the address or the session.
fn without_student(mut schema: Value) -> Value {
    let Some(members) = schema.as_object_mut() else { return schema };
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        properties.remove(STUDENT);
    }
    if let Some(Value::Array(required)) = members.get_mut("required") {
        required.retain(|name| name != STUDENT);
        if required.is_empty() {
            members.remove("required");
        }
    }
    schema
}

fn body(route: &Route) -> Option<Value> {
    match route.handle {
        Handle::Read(_) | Handle::ReadMatches(_) => None,
        Handle::Change(_, schema) => {
            Some(json!({ "application/json": { "schema": without_student(schema()) } }))
        }
        Handle::HandIn => Some(json!({ "multipart/form-data": { "schema": {
            "type": "object",
            "properties": {
                "bot": {
                    "type": "array", "minItems": 1,
                    "items": { "type": "string", "format": "binary" },
                    "description": "The files, each with a file name.",
                },
            },
            "required": ["bot"],
        } } })),
    }
}
