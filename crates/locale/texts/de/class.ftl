deadline = Abgabefrist
section = Gruppe
alias = Alias
team = Team
rules = Regeln
tournaments = Turniere
pages = Seiten
class-closed-since = Geschlossen seit
class-participants = Teilnehmende
class-enter-by-link = Die Anmeldung erfolgt mit dem persönlichen Link von der Lehrperson.
class-enter-by-account = Studierende melden sich mit dem Konto dieser Website an, alle anderen mit ihrem persönlichen Link.

announcements = Ankündigungen
announcements-none = Keine Ankündigungen.
announcements-latest = Neueste
announcements-earlier = Ältere
announcements-earlier-count = { $count ->
    [one] 1 ältere
   *[other] { $count } ältere
}
announcements-feed = Feed
announcement-edited = { $at }, bearbeitet { $edited }

switch-title = Zu { $other } wechseln?
switch-explained = Dieser Link meldet <b>{ $other }</b> an. Zurzeit angemeldet: <b>{ $present }</b>.
switch-do = Als { $other } anmelden
switch-stay = Als { $present } angemeldet bleiben
entrance-title = Anmelden bei { $class }
entrance-of = Dieser Link meldet <b>{ $owner }</b> an. Bitte nicht weitergeben.
entrance-of-unknown = Dieser Link dient der Anmeldung. Bitte nicht weitergeben.
entrance-link = Persönlicher Link von der Lehrperson
entrance-unencrypted = Diese Verbindung ist nicht verschlüsselt: nur in einem vertrauenswürdigen Netz verwenden.
entrance-deadline = Abgabefrist: { $at }.

start-you = Teilnahme und Spiel
start-game = Das Spiel
start-alias = <b>{ $alias }</b>, für andere sichtbarer Name
start-no-team = keines, Einzelabgabe
start-quota = Kontingent
start-rules-of = Regeln von { $game }
start-project = Startprojekt
start-project-explained = Ein lauffähiger Bot mit Kit und Regeln. Im Terminal anlegen:
first-steps-rules = Die <a>Regeln von { $game }</a> lesen.
first-steps-project = Ein <a>Startprojekt</a> in der gewünschten Sprache herunterladen. Es spielt bereits.
first-steps-hand-in = Das Projekt hier abgeben. Ob es angenommen wird, zeigt sich sofort.

ladder = Rangliste
ladder-in-preparation = Die Rangliste wird vorbereitet. Bitte die Seite gleich neu laden.
ladder-failed = Die Rangliste kann nicht angezeigt werden.
ladder-cycles = { $count ->
    [one] Nach 1 Spielrunde; ± ist die Hälfte eines 95-%-Intervalls.
   *[other] Nach { $count } Spielrunden; ± ist die Hälfte eines 95-%-Intervalls.
}
ladder-all = { $rest ->
    [0] Wertungen, Versionen und alle Partien
    [one] Wertungen, Versionen und alle Partien, mit 1 weiteren Eintrag
   *[other] Wertungen, Versionen und alle Partien, mit { $rest } weiteren Einträgen
}

live = Laufende Turniere
live-played = { $stage }: { $played } von höchstens { $of } Spielen
live-standings = Tabelle von { $run }
sign-on-with = Anmelden mit { $system }
sign-on-from = Aus { $system }: dort den Link zu diesem Kurs öffnen.
sign-on-window = Der Kurs öffnet sich in einem eigenen Fenster.
sign-on-open = { $class } öffnen
announcement-of-section = Gruppe { $section }
