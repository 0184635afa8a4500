team-none = Bisher kein Team.
team-create-or-join = Team gründen oder beitreten
team-by-teacher = In diesem Kurs bildet die Lehrperson die Teams.
team-size = Ein Team hat höchstens { $size } Mitglieder.
team-until = Teams lassen sich bis { $at } ändern, { $left }.
team-until-passed = Teams lassen sich bis { $at } ändern. Für eine Änderung jetzt bitte an die Lehrperson wenden.
team-closed = Das Team lässt sich zurzeit nicht wechseln. Bitte an die Lehrperson wenden.
team-withdrawn = nicht mehr im Kurs
team-code = Beitrittscode: <code>{ $code }</code>
team-code-explained = Nur an künftige Mitglieder weitergeben: Mitglieder geben für das Team ab und sehen alle seine Abgaben.
team-code-replace = Code ersetzen
team-code-make = Beitrittscode erzeugen
team-leave = Austreten
team-keeps = { $count ->
    [one] Das Team behält seine 1 Abgabe, sie ist dann nicht mehr sichtbar.
   *[other] Das Team behält seine { $count } Abgaben, sie sind dann nicht mehr sichtbar.
}
team-nothing-alone = Es gibt keine eigene Abgabe: zur Teilnahme neu abgeben.
team-alone-again = { $count ->
    [one] Die eigene Abgabe ({ $count }) zählt wieder.
   *[other] Die eigenen Abgaben ({ $count }) zählen wieder.
}
team-only-member = Es gibt kein weiteres Mitglied: Das Team spielt nicht mehr.
team-leave-do = Team verlassen
team-create = Team gründen
team-name = Name des Teams, in den Ergebnissen sichtbar
team-create-do = Team gründen
team-join = Team beitreten
team-join-code = Code von einem Mitglied
team-look = Team ansehen
team-join-title = { $team } beitreten?
team-members = Mitglieder: { $members }
team-has = { $count ->
    [0] Das Team hat noch keine Abgaben. Künftige Abgaben sehen alle Mitglieder.
    [one] Das Team hat 1 Abgabe. Sie wird sichtbar, und künftige Abgaben sehen alle Mitglieder.
   *[other] Das Team hat { $count } Abgaben. Sie werden sichtbar, und künftige Abgaben sehen alle Mitglieder.
}
team-join-do = { $team } beitreten
cancel = Abbrechen
team-own = { $count ->
    [0] Bisher keine eigene Abgabe.
    [one] Die eigene Abgabe ({ $count }) zählt in einem Team nicht. Sie bleibt gespeichert, Mitglieder sehen sie nicht, und nach einem Austritt zählt sie wieder.
   *[other] Die eigenen Abgaben ({ $count }) zählen in einem Team nicht. Sie bleiben gespeichert, Mitglieder sehen sie nicht, und nach einem Austritt zählen sie wieder.
}
team-line = Team <a>{ $team }</a>: { $members }
