//! The inputs of a run: written when it begins, and replaced when a change is adopted.

use std::collections::{BTreeMap, BTreeSet};

use hash::Hash;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Params, params};

use job::SizeClass;

use crate::connect::empty_log;
use crate::packed_lists::lines;
use crate::salts::Salts;
use crate::shared_modules::{SHARED, SharedModules};
use crate::{EntrantRow, Ledger, LedgerError, RunHeader, RunKind, schema, seal};

/// The names of all facts.
pub(crate) const FACTS: [&str; 11] = [
    "kind",
    "game",
    "toml",
    "toml_name",
    "fingerprint",
    "run_seed",
    "identity",
    seal::HASHING,
    "seal",
    Salts::FACT,
    DEFAULTS,
];

/// Name of the fact with the edition of the defaults. Sequential tests have none.
const DEFAULTS: &str = "defaults";

/// The inputs of a run, apart from the engine.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    /// The tournament's text and the run's own facts.
    pub header: &'a RunHeader,
    /// The entrants in the order of the text.
    pub entrants: &'a [EntrantRow],
    /// The modules with their hashes.
    pub modules: &'a [(Hash, &'a [u8])],
    /// The other input files, by their names in the tournament's text.
    pub files: &'a BTreeMap<String, String>,
}

impl Ledger {
    /// Returns the facts of the run.
    ///
    /// # Errors
    /// If a fact is missing or cannot be read.
    pub fn header(&self) -> Result<RunHeader, LedgerError> {
        let (kind, seed) = (self.fact("kind")?, self.fact("run_seed")?);
        Ok(RunHeader {
            kind: RunKind::named(&kind)
                .ok_or_else(|| LedgerError::damaged(format!("unknown kind of run `{kind}`")))?,
            game: self.fact("game")?,
            toml: self.fact("toml")?,
            toml_name: self.fact("toml_name")?,
            fingerprint: self.fact("fingerprint")?,
            seed: seed.parse().map_err(|_| LedgerError::damaged(format!("invalid seed `{seed}`")))?,
            defaults: self.defaults()?,
        })
    }

    fn defaults(&self) -> Result<u32, LedgerError> {
        let Some(found) = self.fact_if_there(DEFAULTS)? else { return Ok(1) };
        let number = found.parse().ok().filter(|number| *number > 1);
        number.ok_or_else(|| LedgerError::damaged(format!("invalid edition of defaults `{found}`")))
    }

    /// Returns the identity of the run, in hexadecimal: a hash of its first inputs, except for the name of the
    /// tournament's file. Adopting a change does not alter it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn identity(&self) -> Result<String, LedgerError> {
        self.fact("identity")
    }

    /// Returns the entrants in the order of their ids.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn entrants(&self) -> Result<Vec<EntrantRow>, LedgerError> {
        self.entrants_in("entrant ORDER BY id")
    }

    /// Reads entrants from a table, or from part of one.
    pub(crate) fn entrants_in(&self, table: &str) -> Result<Vec<EntrantRow>, LedgerError> {
        let query =
            format!("SELECT name, bot, module, settings, size, guest, refusal, joined, since FROM {table}");
        self.collect("read the entrants", &query, [], |row| {
            let (size, refusal): (String, String) = (row.get(4)?, row.get(6)?);
            Ok(EntrantRow {
                name: row.get(0)?,
                bot: row.get(1)?,
                module: row.get::<_, Option<[u8; 32]>>(2)?.map(Hash::from),
                settings: row.get(3)?,
                size: SizeClass::named(&size).ok_or_else(|| {
                    let what = format!("there is no size class {size:?}").into();
                    rusqlite::Error::FromSqlConversionFailure(4, Type::Text, what)
                })?,
                guest: row.get(5)?,
                refusal: lines(&refusal),
                joined: row.get(7)?,
                since: row.get(8)?,
            })
        })
    }

    /// Returns the other input files, by their names in the tournament's text.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn files(&self) -> Result<BTreeMap<String, String>, LedgerError> {
        self.files_in("file")
    }

    /// Reads files from a table, or from part of one.
    pub(crate) fn files_in(&self, table: &str) -> Result<BTreeMap<String, String>, LedgerError> {
        let files =
            self.collect("read the files", &format!("SELECT name, bytes FROM {table}"), [], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, Vec<u8>>(1)?))
            })?;
        let text = |(name, bytes): (String, Vec<u8>)| match String::from_utf8(bytes) {
            Ok(text) => Ok((name, text)),
            Err(_) => Err(LedgerError::damaged(format!("the file {name} is not valid UTF-8"))),
        };
        files.into_iter().map(text).collect()
    }

    /// Returns the bytes of the module with the given hash, from the record or from the run's class; `None` if the
    /// run does not have it.
    ///
    /// # Errors
    /// If the module cannot be read, was withheld, is missing from the class, or its bytes do not match the hash.
    pub fn module(&self, hash: Hash) -> Result<Option<Vec<u8>>, LedgerError> {
        let bytes: Option<Vec<u8>> = self
            .connection
            .query_row("SELECT bytes FROM module WHERE hash = ?1", [hash.bytes()], |row| row.get(0))
            .optional()
            .map_err(LedgerError::sqlite("read a module"))?;
        match bytes {
            Some(bytes) if bytes.is_empty() => Err(LedgerError::Withheld { hash: hash.to_string() }),
            Some(bytes) if bytes == SHARED => self.shared.read(hash).map(Some),
            Some(bytes) if Hash::digest(&bytes) != hash => {
                Err(LedgerError::damaged(format!("the module {hash} has been changed")))
            }
            bytes => Ok(bytes),
        }
    }

    /// Deletes the bytes of modules and keeps their hashes, so that the run and its root stay the same. Returns the
    /// number of these modules that the run had.
    ///
    /// # Errors
    /// If the ledger cannot be written to.
    pub fn withhold(&mut self, hashes: &[Hash]) -> Result<usize, LedgerError> {
        let doing = LedgerError::sqlite;
        // Overwrite deleted content instead of only marking it as free.
        self.connection.pragma_update(None, "secure_delete", true).map_err(doing("withhold a module"))?;
        let transaction = self.connection.transaction().map_err(doing("withhold a module"))?;
        let mut withheld = 0;
        for hash in hashes {
            withheld += transaction
                .execute("UPDATE module SET bytes = x'' WHERE hash = ?1 AND bytes != x''", [hash.bytes()])
                .map_err(doing("withhold a module"))?;
        }
        transaction.commit().map_err(doing("withhold a module"))?;
        empty_log(&self.connection).map_err(doing("withhold a module"))?;
        Ok(withheld)
    }

    /// Returns the modules of the run, except withheld ones: its own, and those in its class.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn modules(&self) -> Result<BTreeSet<Hash>, LedgerError> {
        Ok(self.module_hashes("SELECT hash FROM module WHERE bytes != x''", [])?.into_iter().collect())
    }

    /// Returns the withheld modules.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn withheld(&self) -> Result<BTreeSet<Hash>, LedgerError> {
        Ok(self.module_hashes("SELECT hash FROM module WHERE bytes = x''", [])?.into_iter().collect())
    }

    pub(crate) fn module_hashes(&self, query: &str, values: impl Params) -> Result<Vec<Hash>, LedgerError> {
        self.collect("read the modules", query, values, |row| row.get::<_, [u8; 32]>(0).map(Hash::from))
    }

    /// Returns the seal over the inputs of the run.
    pub(crate) fn inputs_seal(&self) -> Result<String, LedgerError> {
        let adopted = self.adopted()?;
        let (header, entrants, files) = (self.header()?, self.entrants()?, self.files()?);
        let sealed = (&*self.identity()?, &adopted);
        let salts = Some(&self.salts);
        Ok(Hash::from(seal::of_inputs((&header, &entrants, &files), salts, sealed)).to_string())
    }

    /// Checks the inputs of the run against their seal.
    pub(crate) fn check_inputs(&self) -> Result<(), LedgerError> {
        let sealed = self.fact("seal")?;
        if self.inputs_seal()? != sealed {
            let what =
                "the tournament's text, its files or its entrants are not those that the run plays from";
            return Err(LedgerError::damaged(what));
        }
        Ok(())
    }

    /// Checks the identity of the run against its first inputs.
    pub(crate) fn check_identity(&self) -> Result<(), LedgerError> {
        let inputs = self.inputs_at(0)?;
        let began = self.header()?.at(&inputs);
        if identity_of((&began, &inputs.entrants, &inputs.files)) != self.identity()? {
            return Err(LedgerError::damaged("its identity does not match what the run began with"));
        }
        Ok(())
    }
}

/// Returns the identity of a run that begins with these inputs.
fn identity_of((header, entrants, files): (&RunHeader, &[EntrantRow], &BTreeMap<String, String>)) -> String {
    let unnamed = RunHeader { toml_name: String::new(), ..header.clone() };
    let seal = seal::of_inputs((&unnamed, entrants, files), None, ("", &seal::NOTHING_BEFORE));
    Hash::from(seal).to_string()
}

/// Creates the tables and writes the inputs of a run.
pub(crate) fn begin(
    connection: &Connection,
    inputs: Inputs<'_>,
    shared: &SharedModules,
) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    transaction.execute_batch(schema::CREATE)?;
    let Inputs { header, entrants, modules, files } = inputs;
    let identity = identity_of((header, entrants, files));
    let salts = Salts::of_run(&identity, modules);
    let shares_modules = shared.insert(&transaction, modules)?;
    let version = schema::version_of(header.defaults, shares_modules);
    transaction.pragma_update(None, "user_version", version)?;
    write(&transaction, inputs, &salts, (&identity, &seal::NOTHING_BEFORE))?;
    transaction.commit()
}

/// Writes the inputs of a run except its modules, sealed together with the hash over the adopted changes.
pub(crate) fn write(
    connection: &Connection,
    inputs: Inputs<'_>,
    salts: &Salts,
    (identity, adopted): (&str, &[u8; 32]),
) -> rusqlite::Result<()> {
    let Inputs { header, entrants, modules: _, files } = inputs;
    let seed = header.seed.to_string();
    let seal = seal::of_inputs((header, entrants, files), Some(salts), (identity, adopted));
    let (seal, secret) = (Hash::from(seal).to_string(), salts.value());
    let facts = [
        ("kind", header.kind.name()),
        ("game", &header.game),
        ("toml", header.toml.as_str()),
        ("toml_name", &header.toml_name),
        ("fingerprint", &header.fingerprint),
        ("run_seed", &seed),
        ("identity", identity),
        (seal::HASHING, seal::VERSION),
        ("seal", &seal),
        (Salts::FACT, &secret),
    ];
    let defaults = header.defaults.to_string();
    let defaults = (header.defaults > 1).then_some((DEFAULTS, &*defaults));
    for (name, value) in facts.into_iter().chain(defaults) {
        connection.execute("INSERT INTO meta VALUES (?1, ?2)", params![name, value])?;
    }
    for (name, text) in files {
        connection.execute("INSERT INTO file VALUES (?1, ?2)", params![name, text.as_bytes()])?;
    }
    for (id, entrant) in entrants.iter().enumerate() {
        connection.execute(
            "INSERT INTO entrant VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            params![
                id as i64,
                entrant.name,
                entrant.bot,
                entrant.module.as_ref().map(Hash::bytes),
                entrant.settings,
                entrant.size.name(),
                entrant.guest,
                entrant.refusal.join("\n"),
                entrant.joined,
                entrant.since,
            ],
        )?;
    }
    Ok(())
}
