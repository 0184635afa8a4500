//! `muster class questions`: questions and regrade requests of students, and their answers.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use class_model::{Dated, Facts, PostedQuestion, QuestionState};
use class_operations::OpenClass;
use class_operations::questions::{
    Answer, Decision, OwnQuestion, QuestionReport, QuestionsReport, answer, called, close_question,
    no_question, state_word, topic_words,
};
use terminal::out;
use terminal::text::inert;

use super::opening::open;
use crate::exit::Done;

/// `muster class questions`
#[derive(Args)]
#[command(after_help = "\
Without NUMBER, lists the open questions; with --json, all of them. Students ask in the service; they see the answers there and get them by mail.")]
#[command(group(ArgGroup::new("reply").args(["answer", "grant", "decline", "close"]).requires("number")))]
pub(crate) struct QuestionsCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The number of a question, to show it.
    number: Option<u32>,
    /// List all questions.
    #[arg(long, conflicts_with = "number")]
    all: bool,
    /// Answer the question.
    #[arg(long, value_name = "TEXT")]
    answer: Option<String>,
    /// Grant the regrade request, for these reasons.
    #[arg(long, value_name = "REASONS")]
    grant: Option<String>,
    /// Decline the regrade request, for these reasons.
    #[arg(long, value_name = "REASONS")]
    decline: Option<String>,
    /// Also announce a text that answers the question for all, without the student's name.
    #[arg(long, value_name = "TEXT", requires = "answer")]
    announce: Option<String>,
    /// Close the question without an answer.
    #[arg(long)]
    close: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl QuestionsCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let facts = class.facts()?;
        let Some(number) = self.number else { return self.list(&class, &facts) };
        self.reply(&class, facts.question(number).ok_or_else(|| no_question(number))?)?;
        let facts = class.facts()?;
        let asked = facts.question(number).ok_or_else(|| no_question(number))?;
        if self.json {
            return out::json(&QuestionReport::new(&facts, asked));
        }
        out::line(&line(&class, asked))?;
        out::line(&format!("  {}", inert(&asked.what.question.text)))?;
        for update in asked.what.updates.iter().filter(|update| !update.text.is_empty()) {
            out::line(&format!("  {}: {}", class.shown(update.at), inert(&update.text)))?;
        }
        Ok(())
    }

    fn reply(&self, class: &OpenClass, asked: &Dated<PostedQuestion>) -> Done {
        let (student, question) = (asked.what.question.by.clone(), asked.what.number);
        if self.close {
            return close_question(class, &OwnQuestion { student: &student, number: question }, None);
        }
        let (text, decision) = match (&self.answer, &self.grant, &self.decline) {
            (Some(text), ..) => (text, None),
            (_, Some(text), _) => (text, Some(Decision::Granted)),
            (.., Some(text)) => (text, Some(Decision::Declined)),
            (None, None, None) => return Ok(()),
        };
        let (text, announce) = (text.clone(), self.announce.clone());
        answer(class, &Answer { student, question, text, decision, announce, seen_updates: None })?;
        Ok(())
    }

    fn list(&self, class: &OpenClass, facts: &Facts) -> Done {
        if self.json {
            return out::json(&QuestionsReport::new(facts, |_| true));
        }
        let is_shown = |asked: &&Dated<PostedQuestion>| self.all || asked.what.state() == QuestionState::Open;
        let shown: Vec<_> = facts.questions().filter(is_shown).collect();
        if shown.is_empty() {
            return out::line(if self.all { "no questions" } else { "no open questions" });
        }
        for asked in shown {
            out::line(&line(class, asked))?;
        }
        Ok(())
    }
}

/// Describes a question in a line.
fn line(class: &OpenClass, Dated { at, what }: &Dated<PostedQuestion>) -> String {
    let (name, state, at) = (called(what), state_word(what.state()), class.shown(*at));
    let (by, about) = (inert(&what.question.by), topic_words(&what.question.about));
    format!("{name} of {by} about {about}, {at}: {state}")
}
