//! Recording verdicts on received submissions.

use class_model::{Admission, Decision, Event, WriteSummary};
use explain::{Error, Kind};

use super::Verdict;
use crate::open_class::OpenClass;

/// Records a verdict on a received submission. Returns `true` if it was recorded, and `false` if the student was
/// forgotten or another process decided meanwhile.
pub(crate) fn write_verdict(
    class: &OpenClass,
    number: u32,
    verdict: Verdict,
) -> Result<(WriteSummary, bool), Error> {
    let mut keeping = class.folder.keeping();
    let admission = verdict.keep(&mut keeping)?;
    let new = keeping.finish()?;
    let mut is_written = false;
    let recorded = class.write(|facts, _| {
        let open = facts.submission(number).filter(|submission| submission.is_undecided());
        let Some(submission) = open else { return Ok(Vec::new()) };
        // A module with the same bytes may have been deleted with another student's data meanwhile.
        if let Admission::Accepted { module } = &admission
            && !class.folder.file(module).is_file()
        {
            let what = format!("the module of submission {number} was removed while it was checked");
            return Err(Error::new(Kind::Host, what).hint("it will be checked again"));
        }
        is_written = true;
        Ok(vec![Event::Decided(Decision { by: submission.by.clone(), submission: number, admission })])
    });
    if !is_written || recorded.is_err() {
        class.discard(&new);
    }
    Ok((recorded?, is_written))
}
