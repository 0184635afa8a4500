//! `muster serve` in a build with the feature `network`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use explain::{Error, Kind};
use job::Executor;
use service::{MailSettings, ServeOptions, Serving, SettingsError, TlsFiles, serve};
use terminal::out;
use worker::Workers;

use super::{ServeCommand, copies};
use crate::commands::warnings::print_problems;
use crate::exit::Done;
use crate::host;
use crate::isolation::isolated;

impl ServeCommand {
    pub(crate) fn run(self) -> Done {
        let jobs = self.jobs.map_or_else(host::default_jobs, usize::from);
        let validator = Arc::new(isolated(self.isolate.strictness(), jobs)?);
        let executor = (!self.no_play).then(|| -> Result<Box<dyn Executor + Send>, Error> {
            let failed = |error| Error::new(Kind::Host, format!("cannot start a thread: {error}"));
            Ok(Box::new(Workers::start(jobs, &validator).map_err(failed)?))
        });
        let (trust, identity_header) = (self.trust, self.identity_header);
        let tls = <[PathBuf; 2]>::try_from(self.tls).ok();
        let tls = tls.map(|[certificate, key]| TlsFiles { certificate, key });
        let (classes, listen) = (self.folders, self.listen);
        let (new, url, metrics) = (self.new, self.url, self.metrics);
        let mail = self.mail.as_deref().map(read_mail).transpose()?;
        let options = ServeOptions {
            classes,
            new,
            listen,
            tls,
            url,
            trust,
            identity_header,
            metrics,
            mail,
            most_per_address: None,
            warms_up: true,
            discard_code: Some(host::discard_code),
        };
        let mut unprinted = Ok(());
        let stop = host::stop_on_interrupt();
        if options.tls.is_some() {
            host::outlive_hangups();
        }
        serve(
            &options,
            validator.clone(),
            executor.transpose()?,
            Arc::new(copies::compare),
            &stop,
            |serving| {
                unprinted = print(serving);
            },
        )?;
        unprinted
    }
}

/// Reads the settings of mail, and prints their problems.
fn read_mail(path: &Path) -> Result<MailSettings, Error> {
    MailSettings::read(path).map_err(|error| {
        if let SettingsError::Text(problems) = &error {
            print_problems(problems);
        }
        error.into()
    })
}

fn print(serving: &Serving) -> Done {
    serving.classes.iter().try_for_each(|class| out::line(&format!("{}/{class}/", serving.url)))?;
    let Some(link) = &serving.first_run else { return Ok(()) };
    out::line(&format!("{link}  (make the class here; the link works once)"))
}
