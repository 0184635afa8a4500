match = Spiel { $key }
match-heading = Spiel
match-opponent = Gegner
result = Ergebnis
why = Grund
seat = Seite
plies = Halbzüge
game = Partie
games = Partien
replay = Wiederholung
page-previous = Zurück
page-next = Weiter
page-of = Seite { $page } von { $pages }

matches-of = Spiele von { $alias }
matches-summary = { $failed ->
    [0] In <a>{ $run }</a>: { $won } gewonnen, { $drawn } unentschieden, { $lost } verloren.
   *[other] In <a>{ $run }</a>: { $won } gewonnen, { $drawn } unentschieden, { $lost } verloren, davon { $failed } durch einen Ausfall.
}
matches-which = Auswahl der Spiele
matches-all = Alle ({ $count })
matches-lost = Verloren ({ $count })
matches-failed = Durch Ausfall verloren ({ $count })
matches-none = Keine Spiele.
matches-count = { $count ->
    [one] 1 Spiel
   *[other] { $count } Spiele
}
matches-failed-count = { $count } durch Ausfall verloren

match-back = Spiele von { $alias } in { $run }
match-title = Spiel { $key }: { $result } gegen { $opponent }
match-ending = { $plies ->
    [one] Seite: { $seat }. Ende: { $ending }, nach 1 Halbzug.
   *[other] Seite: { $seat }. Ende: { $ending }, nach { $plies } Halbzügen.
}
match-score = Stand: { $score }.
match-decided = Entscheidend war { $ply }: { $event }.
match-annulled = (annulliert)
match-annulled-explained = Durch eine Entscheidung annulliert: Das Spiel zählt nicht.
match-replay-explained = Zeigt das Brett und das Protokoll des Bots bei jedem Halbzug. Benötigt JavaScript.
match-failed = Der Bot ist ausgefallen: { $fault }
match-failed-at = Bei { $ply }, in der Stellung <code>{ $position }</code>.
match-opponent-failed = Der Gegner ist ausgefallen: { $fault }, { $meaning }.
match-ply = Halbzug { $ply }
match-unknown-ply = unbekannter Halbzug
log = Protokoll
log-empty = Der Bot hat nichts protokolliert.
log-earlier = { $bytes } frühere Bytes werden nicht angezeigt.
log-dropped = { $bytes } Bytes lagen über der Grenze des Protokolls und wurden nicht gespeichert.
log-full = Ganzes Protokoll
again = Noch einmal spielen
again-explained = { $record } und { $module } im selben Ordner speichern. Der Befehl fragt den Bot nach denselben Zügen wie hier; es geht auch mit einem anderen Bot:
again-rules = <code>game.wasm</code> mit den Spielregeln liegt in jedem Startprojekt.
evidence = Nachweis
evidence-explained = { $file } belegt die Züge und das Ergebnis des Spiels sowie Modul, Einstellungen, Protokoll und Ausfall nur dieses Bots. Zum Prüfen:

games-of-requirement = Abgabe { $number }: { $requirement }
games-of-request = Freundschaftsspiele { $number }
games-opponent = Gegner
games-version = Version
games-watch = Die Züge der ersten verlorenen Partien sind gespeichert und können angesehen werden.
games-watch-one = Partie { $game } ansehen
games-watch-short = Ansehen
games-of-others = Das Modul des Gegners liegt nur der Lehrperson vor: Nur sie kann die anderen Partien noch einmal spielen.
games-of-earlier-rules = Die Spielregeln wurden seit diesen Partien geändert.
games-command = Ein Befehl spielt jede Partie genau gleich noch einmal, mit derselben Version von <code>muster</code>; <code>--save game.html</code> speichert die Wiederholung mit den Protokollen beider Bots.
games-command-short = Befehl
games-save-module = Das Modul im selben Ordner speichern: { $module }.
games-save-some-module = Das Modul im selben Ordner speichern.
games-copy = (Kopie)
