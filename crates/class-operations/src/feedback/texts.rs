//! Feedback for students, as one text file each.

use std::collections::BTreeSet;

use explain::Error;

use super::StudentFeedback;

/// Returns a file name and a text for each student.
pub fn feedback_texts(told: &[StudentFeedback]) -> Vec<(String, String)> {
    let mut taken = BTreeSet::new();
    let text = |one: &StudentFeedback| {
        (file_name(&one.id, &mut taken), format!("{} ({})\n\n{}", one.name, one.id, one.text()))
    };
    told.iter().map(text).collect()
}

/// Returns the texts as a zip archive.
///
/// # Errors
/// If a name is too long for an archive.
pub fn feedback_archive(told: &[StudentFeedback]) -> Result<Vec<u8>, Error> {
    let texts = feedback_texts(told);
    let files: Vec<(&str, &[u8])> =
        texts.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    course_files::archives::pack(&files)
        .ok_or_else(|| Error::input("the id of a student is too long for an archive"))
}

/// Returns a file name for a student's text that is portable and unique regardless of case.
fn file_name(id: &str, taken: &mut BTreeSet<String>) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() || "-_@".contains(letter) { letter } else { '_' };
    let stem: String = id.chars().map(plain).collect();
    let names = (1..).map(|number: u32| match number {
        1 => format!("{stem}.txt"),
        _ => format!("{stem}~{number}.txt"),
    });
    let mut free = names.filter(|name| taken.insert(name.to_lowercase()));
    free.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_student_has_a_file_of_their_own() {
        let mut taken = BTreeSet::new();
        let names = ["4711", "a/b", "a.b", "A_B", "../x", "zoë@x"].map(|id| file_name(id, &mut taken));
        assert_eq!(names, ["4711.txt", "a_b.txt", "a_b~2.txt", "A_B~3.txt", "___x.txt", "zoë@x.txt"]);
    }
}
