yes = Oui
no = Non
not-yet = Pas encore
none = Aucune
none-such = –
received = Reçue
file = Fichier
results = Résultats
submission = Soumission { $number }
submission-heading = Soumission
tournament = Tournoi
matches = Matchs
place = Rang
place-of = { $place } sur { $of }
grade = Note
own-data = <a>Télécharger toutes vos données</a> (archive zip).

in-question = Est-ce que je joue ?
in-last-refused = la <a>soumission { $number }</a> a été refusée
in-last-undecided = la <a>soumission { $number }</a> n’est pas encore jugée
in-last-waits = la <a>soumission { $number }</a> n’est pas encore vérifiée
in-not-taken = des <a>fichiers de la plateforme de cours</a> n’ont pas été repris
in-paused = en pause : échec dans { $failed } matchs sur { $games }
in-paused-unseen = en pause : trop d’échecs
in-choose-another = choisir une autre version
in-enters = la soumission { $number } joue le prochain tournoi sous le nom { $alias }
in-fails = Oui, mais elle échoue
in-frozen = d’après les résultats visibles : gelés depuis le { $since }
in-nothing = aucun bot soumis

not-taken-title = Non repris de la plateforme de cours
not-taken-whole = La remise
not-taken-received = { $files }, reçus le { $at } :
not-taken-checked = { $files }, vérifiés le { $at } :
not-taken-remedy = Corrigez, puis <a>soumettez ici</a> ou sur la plateforme de cours.

version-question = Quelle version compte ?
version-latest = votre dernière version acceptée
version-chosen = choisie le { $at }
version-late = { $days ->
    [one] utilise { $days } jour de retard
   *[other] utilise { $days } jours de retard
}

good-question = Que vaut-elle ?
good-hidden = Non affiché
good-hidden-why = les résultats ne sont visibles que pour l’équipe enseignante
good-frozen = résultats gelés depuis le { $since }
good-none = Pas encore de résultats
good-untried = matchs d’essai pas encore joués
good-unknown = Pas encore connu
good-fails = Elle échoue
good-plays = Elle joue
good-met = { $of ->
    [one] { $met } exigence sur { $of } satisfaite
   *[other] { $met } exigences sur { $of } satisfaites
}
good-waiting = en attente

next-question = Et maintenant ?
next-nothing = Rien à faire
next-closed = le cours est clos
next-withdrawn = les soumissions ne sont plus acceptées après un retrait
next-late = les soumissions ne comptent plus
next-begin = commencez par un <a>projet de départ</a>
next-choose = Choisir une autre version
next-or-fix = ou corrigez celle-ci et <a>soumettez à nouveau</a>
next-fix = Corriger et soumettre à nouveau
next-wait = Attendre le verdict
next-meet = Satisfaire l’exigence « { $name } »
next-meet-several = Satisfaire { $count } exigences
next-improve = L’améliorer

deadline-extended = { $at } (prolongée)
deadline-of-section = { $at } (groupe { $section })
deadline-late-days = avec jours de retard : { $at }
deadline-closed = Clos
deadline-since = depuis le { $at }
deadline-passed = Passée
deadline-quota = soumissions : { $left }

queue-validation = Verdict et matchs d’essai
queue-requirements = Parties des exigences
queue-before = { $count ->
    [0] vous êtes le prochain
   *[other] { $count } avant vous
}
queue-time = fini dans { $time } environ

hand-in = Soumettre
hand-in-closed = Le cours est clos : les soumissions ne sont plus acceptées.
hand-in-withdrawn = Votre participation a pris fin le { $at } : vous ne pouvez plus soumettre. En cas d’erreur, adressez-vous à l’équipe enseignante.
hand-in-late = La date limite est passée : votre soumission sera conservée, mais ne comptera que si vous obtenez une prolongation.
hand-in-file = Votre bot : { $languages }. Pour un script, choisissez aussi les fichiers qu’il importe, ou une archive zip de l’ensemble.
hand-in-sending = Envoi de votre bot en cours. La page suivante montre sa progression.

versions = Soumissions
versions-number = N°
versions-verdict = Verdict
versions-plays = Joue
versions-active = { $verdict }, <b>active</b>
versions-choose = Choisir
versions-chosen = Les soumissions ultérieures ne deviennent pas actives d’elles-mêmes.
versions-use-latest = Revenir à la dernière acceptée
versions-earlier = Soumissions plus anciennes
versions-earlier-count = { $count ->
    [one] { $count } plus ancienne
   *[other] { $count } plus anciennes
}

results-of-active = Soumission { $number }, active
trials-waiting = Les matchs d’essai sont en attente.
badge-met = satisfaite
badge-missed = non satisfaite
badge-waiting = en attente
badge-games = Les parties
badge-stale = (l’exigence a changé depuis)

friendly = Matchs amicaux
friendly-ungraded = Pour s’entraîner seulement, sans note.
friendly-against = Contre
friendly-choose = choisir
friendly-team = { $alias } (équipe)
friendly-count = Parties
friendly-request = Demander des parties

own-failed = Votre résultat ne peut pas être affiché.
own-feedback = Commentaires
own-how = détail du calcul
own-how-title = Détail du calcul
own-place = Votre rang
own-place-and-grade = Votre rang et votre note
own-played = Version jouée
own-played-with = <a>Soumission { $number }</a>, reçue le { $at } ; jours de retard utilisés : { $days }
own-worst = Pire défaite
own-notes = Remarques
