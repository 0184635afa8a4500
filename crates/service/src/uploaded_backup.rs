//! An uploaded backup, stored in a private temporary folder as it arrives: it may be larger than the memory.

use std::io::Write;
use std::path::PathBuf;

use axum::extract::Multipart;
use axum::extract::multipart::Field;
use axum::http::StatusCode;
use explain::{Error, Kind};
use files::TemporaryDir;
use game::visible;

use crate::class_visit::blocking;
use crate::form_values::FormValues;
use crate::problem::Problem;
use crate::upload;

/// Maximum size of an uploaded backup, in bytes.
pub(crate) const LARGEST_BACKUP: usize = 4 << 30;
/// Maximum size of a field that is not a file, in bytes.
const LONGEST: usize = 1000;
/// Maximum number of fields.
const FIELDS: usize = 10;
/// Number of bytes written at a time.
const PART: usize = 1 << 20;
/// The name of the stored file.
const STORED: &str = "backup.zip";

/// An uploaded backup.
pub(crate) struct UploadedBackup {
    folder: TemporaryDir,
    /// The name of the file on the sender's machine.
    pub(crate) name: String,
}

impl UploadedBackup {
    /// Reads a form with a backup, whose size the route limits.
    ///
    /// # Errors
    /// If the form cannot be read, or the backup cannot be stored.
    pub(crate) async fn read(mut form: Multipart) -> Result<(FormValues, Option<UploadedBackup>), Problem> {
        let (mut typed, mut backup) = (Vec::new(), None);
        while let Some(field) = form.next_field().await.map_err(|error| unread(&error))? {
            match field.file_name().map(visible) {
                Some(name) if name.is_empty() => {}
                Some(name) => backup = Some(UploadedBackup::receive(name, field).await?),
                None => {
                    let name = field.name().unwrap_or_default().to_owned();
                    let bytes = field.bytes().await.map_err(|error| unread(&error))?;
                    if bytes.len() > LONGEST || typed.len() >= FIELDS {
                        return Err(Problem::bad("the form has too much text"));
                    }
                    typed.push((name, String::from_utf8_lossy(&bytes).into_owned()));
                }
            }
        }
        Ok((FormValues::with_files(typed, None), backup))
    }

    async fn receive(name: String, mut field: Field<'_>) -> Result<UploadedBackup, Problem> {
        let (mut file, backup) = blocking(move || {
            let folder = TemporaryDir::create("muster-").map_err(|error| unstored(&error))?;
            let file = files::File::create_new_private(&folder.path().join(STORED));
            Ok((file.map_err(|error| unstored(&error))?, UploadedBackup { folder, name }))
        })
        .await?;
        let mut part = Vec::new();
        loop {
            let chunk = field.chunk().await.map_err(|error| unread(&error))?;
            let is_over = chunk.is_none();
            part.extend_from_slice(&chunk.unwrap_or_default());
            if part.len() < PART && !is_over {
                continue;
            }
            file = blocking(move || {
                file.write_all(&part).map_err(|error| unstored(&error))?;
                Ok(file)
            })
            .await?;
            if is_over {
                return Ok(backup);
            }
            part = Vec::new();
        }
    }

    /// Returns the path of the stored file.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join(STORED)
    }

    /// Describes a problem with the backup by the name that its sender knows.
    pub(crate) fn named(&self, error: Error) -> Problem {
        let mut problem = match error.kind {
            Kind::Damaged => Problem::bad(error.what),
            _ => error.into(),
        };
        problem.what = problem.what.replace(&self.path().display().to_string(), &self.name);
        problem
    }
}

fn unread(error: &axum::extract::multipart::MultipartError) -> Problem {
    upload::unread(error, LARGEST_BACKUP)
        .hint("`muster class restore FILE FOLDER` restores a file of any size")
}

fn unstored(error: &std::io::Error) -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, format!("cannot store the backup: {error}"))
}
