//! All routes.

use class::Purpose::{Read, Submit};
use classroom::{
    Announcement, ClassCheckReport, ClassReport, ClassSummaryReport, ContenderCheckReport, EntryReport,
    GamesList, RequestsReport, ScrimmageReceiptReport, ShownRunsReport, SubmissionReport, SubmitReport,
};
use json::schema_to_read;

use super::reply::Reply;
use super::route::{Answer, Content, Handle, Names, Route, Who};
use super::{answers, changes, document};
use crate::problem::Problem;
use crate::visit::View;

/// All routes, in the order in which they are documented.
pub(super) static ROUTES: &[Route] = &[
    Route {
        id: "getDescription",
        path: "openapi.json",
        title: "This description",
        who: Who::Anybody,
        tokens: &[Read, Submit],
        handle: Handle::Read(description),
        answer: Answer { status: 200, content: Content::OpenApi },
    },
    Route {
        id: "getClass",
        path: "class",
        title: "What everybody may know of the class, with its announcements",
        who: Who::Anybody,
        tokens: &[Read, Submit],
        handle: Handle::Read(answers::summary),
        answer: Answer::ok::<ClassSummaryReport<'_>>(),
    },
    Route {
        id: "listRuns",
        path: "runs",
        title: "The runs that whoever asks may see; their pages are at `/CLASS/runs/RUN/index.html`",
        who: Who::Anybody,
        tokens: &[Read],
        handle: Handle::Read(answers::runs),
        answer: Answer::ok::<ShownRunsReport<'_>>(),
    },
    Route {
        id: "getMe",
        path: "me",
        title: "Where the student or their team stands",
        who: Who::Student,
        tokens: &[Read, Submit],
        handle: Handle::Read(answers::me),
        answer: Answer::ok::<EntryReport>(),
    },
    Route {
        id: "getMyCheck",
        path: "me/check",
        title: "What the student's versions have shown: trial matches, badges, friendly games",
        who: Who::Student,
        tokens: &[Read, Submit],
        handle: Handle::Read(answers::own_shown),
        answer: Answer::ok::<ContenderCheckReport<'_>>(),
    },
    Route {
        id: "handIn",
        path: "submissions",
        title: "Hand in: one file, several of which one is the bot, or a zip archive. It is kept whether or not it is accepted",
        who: Who::Student,
        tokens: &[Submit],
        handle: Handle::HandIn,
        answer: Answer::created::<SubmitReport>(),
    },
    Route {
        id: "getSubmission",
        path: "submissions/{number}",
        title: "What became of a hand-in, and its receipt",
        who: Who::Participants,
        tokens: &[Read, Submit],
        handle: Handle::Read(answers::submission),
        answer: Answer::ok::<SubmissionReport>(),
    },
    Route {
        id: "getSubmittedFile",
        path: "submissions/{number}/file",
        title: "The file as it was handed in",
        who: Who::Participants,
        tokens: &[Read, Submit],
        handle: Handle::Read(answers::submitted_file),
        answer: Answer { status: 200, content: Content::File },
    },
    Route {
        id: "getSubmittedModule",
        path: "submissions/{number}/module",
        title: "The module that plays",
        who: Who::Participants,
        tokens: &[Read, Submit],
        handle: Handle::Read(answers::submitted_module),
        answer: Answer { status: 200, content: Content::File },
    },
    Route {
        id: "choose",
        path: "choice",
        title: "Choose which version plays",
        who: Who::Student,
        tokens: &[],
        handle: Handle::Change(changes::choose, schema_to_read::<changes::Choice>),
        answer: Answer::ok::<EntryReport>(),
    },
    Route {
        id: "listRequirementGames",
        path: "requirements/{requirement}/games",
        title: "The games by which the student's latest version that was judged meets a requirement, or does not",
        who: Who::Student,
        tokens: &[Read],
        handle: Handle::Read(answers::requirement_games),
        answer: Answer::ok::<GamesList>(),
    },
    Route {
        id: "listScrimmages",
        path: "scrimmages",
        title: "The requests for friendly games that the student is in",
        who: Who::Student,
        tokens: &[Read],
        handle: Handle::Read(answers::requests),
        answer: Answer::ok::<RequestsReport<'_>>(),
    },
    Route {
        id: "askForScrimmage",
        path: "scrimmages",
        title: "Ask for friendly games",
        who: Who::Student,
        tokens: &[],
        handle: Handle::Change(changes::ask_for_games, schema_to_read::<changes::Asked>),
        answer: Answer::created::<ScrimmageReceiptReport<'_>>(),
    },
    Route {
        id: "listScrimmageGames",
        path: "scrimmages/{number}/games",
        title: "The friendly games of a request",
        who: Who::Student,
        tokens: &[Read],
        handle: Handle::Read(answers::request_games),
        answer: Answer::ok::<GamesList>(),
    },
    Route {
        id: "getStatus",
        path: "status",
        title: "Where everybody stands, for assistants of a section those of it",
        who: Who::Staff,
        tokens: &[Read],
        handle: Handle::Read(answers::everybody),
        answer: Answer::ok::<ClassReport<'_>>(),
    },
    Route {
        id: "getCheck",
        path: "check",
        title: "What all versions have shown",
        who: Who::Teacher,
        tokens: &[Read],
        handle: Handle::Read(answers::everybody_shown),
        answer: Answer::ok::<ClassCheckReport<'_>>(),
    },
    Route {
        id: "getStudent",
        path: "students/{id}",
        title: "Where a student or their team stands",
        who: Who::Staff,
        tokens: &[Read],
        handle: Handle::Read(answers::student),
        answer: Answer::ok::<EntryReport>(),
    },
    Route {
        id: "getStudentCheck",
        path: "students/{id}/check",
        title: "What a student's versions have shown",
        who: Who::Staff,
        tokens: &[Read],
        handle: Handle::Read(answers::student_shown),
        answer: Answer::ok::<ContenderCheckReport<'_>>(),
    },
    Route {
        id: "announce",
        path: "announcements",
        title: "Announce something to everybody who opens the class's page",
        who: Who::Teacher,
        tokens: &[],
        handle: Handle::Change(changes::make_announcement, schema_to_read::<changes::Text>),
        answer: Answer::created::<Announcement>(),
    },
];

fn description(view: &View, _: &Names) -> Result<Reply, Problem> {
    Reply::json(&document::describe(ROUTES, &view.address("api")))
}
