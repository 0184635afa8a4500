mail = E-Mail
mail-none = Dieser Dienst verschickt keine E-Mails.
mail-address = E-Mails gehen an <b>{ $address }</b>, die Adresse in der Liste der Lehrperson.
mail-no-address = Es kommen keine E-Mails: In der Liste der Lehrperson fehlt die Adresse. Bitte dort nachtragen lassen.
mail-send-me = E-Mail bei
mail-about-refusals = Ablehnung einer Abgabe
mail-about-deadlines = weniger als 24 Stunden bis zur Abgabefrist, ohne angenommene Version
mail-about-results = Veröffentlichung von Ergebnissen
mail-about-replies = Antwort auf eine eigene Frage
mail-about-links = Persönliche Links
mail-about-tests = Tests
mail-off = Von der Lehrperson abgeschaltet: { $kinds }.
mail-links = Persönliche Links kommen per E-Mail, wenn die Lehrperson sie verschickt.
save = Speichern

message-hello = Guten Tag { $name },
message-open = { $class } öffnen
message-test = Dies ist ein Test. { $class } kann E-Mails an diese Adresse senden.
message-test-subject = Test
message-link = Dieser Link meldet { $name } bei { $class } an. Bitte nicht weitergeben. Er ersetzt alle früheren Links.
message-link-subject = Persönlicher Link
message-results = Ergebnisse von { $class } wurden veröffentlicht.
message-results-open = Ergebnisse ansehen
message-results-subject = Ergebnisse veröffentlicht
message-deadline = { $members ->
    [one] Die Abgabefrist endet am { $due } ({ $zone }), und bisher wurde keine Version angenommen.
   *[other] Die Abgabefrist endet am { $due } ({ $zone }), und bisher wurde keine Version des Teams angenommen.
}
message-deadline-subject = Weniger als 24 Stunden bis zur Abgabefrist
message-announcement-subject = Ankündigung: { $first }
message-not-taken = Dateien aus dem Kurssystem wurden nicht übernommen: { $files }.
message-not-taken-subject = Dateien nicht übernommen
message-refused = Abgabe { $number } ({ $file }) wurde abgelehnt und spielt nicht mit.
message-refused-open = Abgabe { $number } öffnen
message-refused-subject = Eine Abgabe wurde abgelehnt
message-refused-number-subject = Abgabe { $number } wurde abgelehnt
message-others-accepted = Früher angenommene Versionen bleiben gültig.
message-none-accepted = Bisher wurde keine Version angenommen.
message-why = Sie erhalten diese E-Mail, weil Sie an { $class } teilnehmen.
message-choose = Auswählen, welche E-Mails kommen
