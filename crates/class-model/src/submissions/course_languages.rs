//! Moodle's terms in the languages of its users: headings of a worksheet, days and months.
//!
//! # Source
//! Moodle's language packs: `langconfig.php` (`strftimedaydatetime`) and `assign.php` (`recordid`,
//! `lastmodifiedsubmission`). Names of days and months are from the locale, as in CLDR.

/// A language of Moodle's worksheets.
pub(crate) struct Language {
    /// Headings of the column with `Participant 1234`.
    pub(crate) identifier: &'static [&'static str],
    /// Headings of the column with the time of submission.
    pub(crate) submitted: &'static [&'static str],
    /// Headings of the column with the groups that hand in together.
    pub(crate) group: &'static [&'static str],
    /// The days of the week from Monday; alternative forms are separated by a bar.
    pub(crate) days: [&'static str; 7],
    /// The months, in the same format.
    pub(crate) months: [&'static str; 12],
    /// Words without meaning between the parts of a moment.
    pub(crate) between: &'static [&'static str],
}

/// The supported languages.
pub(crate) const LANGUAGES: &[Language] =
    &[ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, DUTCH, POLISH, PORTUGUESE];

const ENGLISH: Language = Language {
    identifier: &["Identifier"],
    submitted: &["Last modified (submission)"],
    group: &["Group"],
    days: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    months: [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ],
    between: &["at"],
};

/// `Dienstag, 3. Dezember 2024, 14:05`.
const GERMAN: Language = Language {
    identifier: &["ID"],
    submitted: &["Zuletzt geändert (Abgabe)"],
    group: &["Gruppe"],
    days: ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag|sonnabend", "sonntag"],
    months: [
        "januar|jänner",
        "februar",
        "märz",
        "april",
        "mai",
        "juni",
        "juli",
        "august",
        "september",
        "oktober",
        "november",
        "dezember",
    ],
    between: &["um", "uhr"],
};

/// `mardi 3 décembre 2024, 14:05`.
const FRENCH: Language = Language {
    identifier: &["Identifiant"],
    submitted: &["Dernière modification (travail remis)"],
    group: &["Groupe"],
    days: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    months: [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    between: &["à"],
};

/// `martes, 3 de diciembre de 2024, 14:05`.
const SPANISH: Language = Language {
    identifier: &["Identificador"],
    submitted: &["Última modificación (entrega)"],
    group: &["Grupo"],
    days: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
    months: [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre|setiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    between: &["de", "del", "a", "las", "la"],
};

/// `martedì, 3 dicembre 2024, 14:05`.
const ITALIAN: Language = Language {
    identifier: &["Identificativo"],
    submitted: &["Ultima modifica (consegna)"],
    group: &["Gruppo"],
    days: ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"],
    months: [
        "gennaio",
        "febbraio",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre",
        "ottobre",
        "novembre",
        "dicembre",
    ],
    between: &["alle", "ore"],
};

/// `dinsdag, 3 december 2024, 14:05`.
const DUTCH: Language = Language {
    identifier: &["Identificatie", "ID"],
    submitted: &["Laatst gewijzigd (inzending)"],
    group: &["Groep"],
    days: ["maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"],
    months: [
        "januari",
        "februari",
        "maart",
        "april",
        "mei",
        "juni",
        "juli",
        "augustus",
        "september",
        "oktober",
        "november",
        "december",
    ],
    between: &["om"],
};

/// `wtorek, 3 grudnia 2024, 14:05`; older versions of the locale have the month in the nominative.
const POLISH: Language = Language {
    identifier: &["Identyfikator"],
    submitted: &["Ostatnio modyfikowane (przesłane zadanie)", "Ostatnia modyfikacja (zadanie)"],
    group: &["Grupa"],
    days: ["poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela"],
    months: [
        "stycznia|styczeń",
        "lutego|luty",
        "marca|marzec",
        "kwietnia|kwiecień",
        "maja|maj",
        "czerwca|czerwiec",
        "lipca|lipiec",
        "sierpnia|sierpień",
        "września|wrzesień",
        "października|październik",
        "listopada|listopad",
        "grudnia|grudzień",
    ],
    between: &["o", "godz"],
};

/// `terça-feira, 3 de dezembro de 2024 às 14:05`; in Brazil `terça-feira, 3 dez. 2024, 14:05`.
const PORTUGUESE: Language = Language {
    identifier: &["Identificador"],
    submitted: &[
        "Última modificação (submissão)",
        "Última atualização (submissão)",
        "Última modificação (envio)",
    ],
    group: &["Grupo"],
    days: [
        "segunda-feira|segunda",
        "terça-feira|terça",
        "quarta-feira|quarta",
        "quinta-feira|quinta",
        "sexta-feira|sexta",
        "sábado",
        "domingo",
    ],
    months: [
        "janeiro|jan",
        "fevereiro|fev",
        "março|mar",
        "abril|abr",
        "maio|mai",
        "junho|jun",
        "julho|jul",
        "agosto|ago",
        "setembro|set",
        "outubro|out",
        "novembro|nov",
        "dezembro|dez",
    ],
    between: &["de", "às"],
};
