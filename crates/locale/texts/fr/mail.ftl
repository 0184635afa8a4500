mail = E-mails
mail-none = Ce service n’envoie pas d’e-mails.
mail-address = Les e-mails sont envoyés à <b>{ $address }</b>, l’adresse figurant dans la liste de l’équipe enseignante.
mail-no-address = Vous ne recevez pas d’e-mails : votre adresse manque dans la liste de l’équipe enseignante. Demandez-lui de l’ajouter.
mail-send-me = M’envoyer un e-mail pour
mail-about-refusals = Le refus d’une soumission
mail-about-deadlines = La date limite dans moins de 24 heures, sans version acceptée
mail-about-results = La publication de résultats
mail-about-replies = La réponse à une de mes questions
mail-about-links = Les liens personnels
mail-about-tests = Les tests
mail-off = Désactivés par l’équipe enseignante : { $kinds }.
mail-links = Les liens personnels sont envoyés par e-mail à l’initiative de l’équipe enseignante.
save = Enregistrer

message-hello = Bonjour { $name },
message-open = Ouvrir { $class }
message-test = Ceci est un test. { $class } peut envoyer des e-mails à cette adresse.
message-test-subject = Test
message-link = Ce lien vous connecte à { $class } en tant que { $name }. Ne le communiquez à personne. Il remplace tout lien précédent.
message-link-subject = Votre lien personnel
message-results = Les résultats de { $class } sont publiés.
message-results-open = Voir les résultats
message-results-subject = Résultats publiés
message-deadline = { $members ->
    [one] La date limite est le { $due } ({ $zone }), et vous n’avez pas encore de version acceptée.
   *[other] La date limite est le { $due } ({ $zone }), et votre équipe n’a pas encore de version acceptée.
}
message-deadline-subject = Date limite dans moins de 24 heures
message-announcement-subject = Annonce : { $first }
message-not-taken = Certains de vos fichiers sur la plateforme de cours n’ont pas été repris : { $files }.
message-not-taken-subject = Vos fichiers n’ont pas été repris
message-refused = Votre soumission { $number } ({ $file }) a été refusée et ne jouera pas.
message-refused-open = Ouvrir la soumission { $number }
message-refused-subject = Une soumission a été refusée
message-refused-number-subject = La soumission { $number } a été refusée
message-others-accepted = Vos versions déjà acceptées ne sont pas concernées.
message-none-accepted = Vous n’avez pas encore de version acceptée.
message-why = Vous recevez cet e-mail en tant qu’étudiant de { $class }.
message-choose = Choisir vos e-mails
