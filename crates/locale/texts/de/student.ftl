yes = Ja
no = Nein
not-yet = Noch nicht
none = Keine
none-such = –
received = Eingegangen
file = Datei
results = Ergebnisse
submission = Abgabe { $number }
submission-heading = Abgabe
tournament = Turnier
matches = Spiele
place = Platz
place-of = { $place } von { $of }
grade = Note
own-data = <a>Alle eigenen Daten herunterladen</a> (ZIP-Archiv).

in-question = Bin ich dabei?
in-last-refused = <a>Abgabe { $number }</a> wurde abgelehnt
in-last-undecided = <a>Abgabe { $number }</a> ist noch nicht entschieden
in-last-waits = <a>Abgabe { $number }</a> ist noch nicht geprüft
in-not-taken = <a>Dateien aus dem Kurssystem</a> wurden nicht übernommen
in-paused = pausiert: in { $failed } von { $games } Spielen ausgefallen
in-paused-unseen = pausiert: zu oft ausgefallen
in-choose-another = andere Version wählen
in-enters = Abgabe { $number } spielt das nächste Turnier als { $alias }
in-fails = Ja, aber mit Ausfällen
in-frozen = nach den sichtbaren Ergebnissen: eingefroren seit { $since }
in-nothing = noch kein Bot abgegeben

not-taken-title = Nicht aus dem Kurssystem übernommen
not-taken-whole = Die Abgabe
not-taken-received = { $files }, eingegangen { $at }:
not-taken-checked = { $files }, geprüft { $at }:
not-taken-remedy = Bitte beheben und dann <a>hier abgeben</a> oder im Kurssystem.

version-question = Welche Version zählt?
version-latest = die letzte angenommene Version
version-chosen = gewählt am { $at }
version-late = { $days ->
    [one] verbraucht 1 Verspätungstag
   *[other] verbraucht { $days } Verspätungstage
}

good-question = Wie gut ist sie?
good-hidden = Nicht sichtbar
good-hidden-why = Ergebnisse sieht nur die Lehrperson
good-frozen = Ergebnisse sind eingefroren seit { $since }
good-none = Noch keine Ergebnisse
good-untried = noch keine Probespiele gespielt
good-unknown = Noch nicht bekannt
good-fails = Sie fällt aus
good-plays = Sie spielt
good-met = { $met } von { $of } Anforderungen erfüllt
good-waiting = noch nicht gespielt

next-question = Was ist zu tun?
next-nothing = Nichts
next-closed = der Kurs ist geschlossen
next-withdrawn = nach dem Austritt werden keine Abgaben angenommen
next-late = Abgaben zählen nicht mehr
next-begin = am besten mit einem <a>Startprojekt</a> beginnen
next-choose = Andere Version wählen
next-or-fix = oder diese korrigieren und <a>neu abgeben</a>
next-fix = Korrigieren und neu abgeben
next-wait = Prüfung abwarten
next-meet = Anforderung „{ $name }“ erfüllen
next-meet-several = { $count } Anforderungen erfüllen
next-improve = Verbessern

deadline-extended = { $at } (verlängert)
deadline-of-section = { $at } (Gruppe { $section })
deadline-late-days = mit Verspätungstagen { $at }
deadline-closed = Geschlossen
deadline-since = seit { $at }
deadline-passed = Abgelaufen
deadline-quota = Abgaben: { $left }

queue-validation = Prüfung und Probespiele
queue-requirements = Partien für Anforderungen
queue-before = { $count ->
    [0] als Nächstes an der Reihe
   *[other] { $count } davor
}
queue-time = Dauer etwa { $time }

hand-in = Bot abgeben
hand-in-closed = Der Kurs ist geschlossen: Es werden keine Abgaben mehr angenommen.
hand-in-withdrawn = Austritt am { $at }: Abgaben sind nicht mehr möglich. Bei einem Irrtum bitte an die Lehrperson wenden.
hand-in-late = Die Frist ist abgelaufen: Abgaben werden gespeichert, zählen aber nur mit einer Verlängerung.
hand-in-file = Bot: { $languages }. Bei einem Skript auch die Dateien auswählen, die es importiert, oder ein ZIP-Archiv mit allen.
hand-in-sending = Der Bot wird hochgeladen. Die nächste Seite zeigt den Fortschritt.

versions = Abgaben
versions-number = Nr.
versions-verdict = Prüfung
versions-plays = Spielt
versions-active = { $verdict }, <b>aktiv</b>
versions-choose = Wählen
versions-chosen = Spätere Abgaben werden nicht von selbst aktiv.
versions-use-latest = Wieder die letzte angenommene verwenden
versions-earlier = Ältere Abgaben
versions-earlier-count = { $count ->
    [one] 1 ältere
   *[other] { $count } ältere
}

results-of-active = Abgabe { $number }, aktiv
trials-waiting = Die Probespiele stehen noch aus.
badge-met = erfüllt
badge-missed = nicht erfüllt
badge-waiting = steht aus
badge-games = Die Partien
badge-stale = (die Anforderung wurde seither geändert)

friendly = Freundschaftsspiele
friendly-ungraded = Nur zur Übung, ohne Note.
friendly-against = Gegner
friendly-choose = auswählen
friendly-team = { $alias } (Team)
friendly-count = Partien
friendly-request = Partien anfragen

own-failed = Das eigene Ergebnis kann nicht angezeigt werden.
own-feedback = Rückmeldung
own-how = Berechnung
own-how-title = Berechnung
own-place = Eigener Platz
own-place-and-grade = Platz und Note
own-played = Gespielt mit
own-played-with = <a>Abgabe { $number }</a>, eingegangen { $at }; verbrauchte Verspätungstage: { $days }
own-worst = Schlechteste Niederlage
own-notes = Anmerkungen
