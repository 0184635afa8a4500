//! The languages that a class does not take, and the submissions refused because of them.

use class_model::{ClassPlan, HandInLanguage, Submission};

/// Returns `true` if a submission was refused because the class did not take its language.
pub(crate) fn was_refused_for(language: HandInLanguage, submission: &Submission) -> bool {
    let refusal = language_refusal(language.title());
    submission.module().is_none() && submission.reasons().iter().any(|reason| reason.starts_with(&refusal))
}

fn language_refusal(title: &str) -> String {
    format!("the class does not take {title} (hint: ")
}

/// Returns the reason why a class does not take a script of this language, or a module; `None` if it does.
pub(crate) fn not_taken(plan: &ClassPlan, language: Option<&str>) -> Option<String> {
    let handed_in = HandInLanguage::from_script(language);
    if handed_in.is_none_or(|language| plan.languages.contains(&language)) {
        return None;
    }
    let title = handed_in.map_or("this language", HandInLanguage::title);
    let taken: Vec<&str> = plan.languages.iter().map(|language| language.title()).collect();
    Some(format!("{}it takes {})", language_refusal(title), taken.join(" and ")))
}
