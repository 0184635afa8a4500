deadline = Date limite
section = Groupe
alias = Alias
team = Équipe
rules = Règles
tournaments = Tournois
pages = Pages
class-closed-since = Clos depuis
class-participants = Participants
class-enter-by-link = La connexion se fait par le lien personnel reçu de l’équipe enseignante.
class-enter-by-account = Les étudiants se connectent avec leur compte sur ce site, les autres par leur lien personnel.

announcements = Annonces
announcements-none = Aucune annonce.
announcements-latest = Plus récentes
announcements-earlier = Plus anciennes
announcements-earlier-count = { $count ->
    [one] { $count } plus ancienne
   *[other] { $count } plus anciennes
}
announcements-feed = Flux
announcement-edited = { $at }, modifiée { $edited }

switch-title = Passer à { $other } ?
switch-explained = Ce lien connecte <b>{ $other }</b>. Session en cours : <b>{ $present }</b>.
switch-do = Se connecter en tant que { $other }
switch-stay = Garder la session de { $present }
entrance-title = Connexion à { $class }
entrance-of = Ce lien vous connecte en tant que <b>{ $owner }</b>. Ne le communiquez à personne.
entrance-of-unknown = Ce lien vous connecte. Ne le communiquez à personne.
entrance-link = Votre lien personnel, reçu de l’équipe enseignante
entrance-unencrypted = Cette connexion n’est pas chiffrée : utilisez-la seulement sur un réseau de confiance.
entrance-deadline = Date limite : { $at }.

start-you = Vous et le jeu
start-game = Le jeu
start-alias = <b>{ $alias }</b>, le nom que voient les autres
start-no-team = aucune, participation individuelle
start-quota = Quota
start-rules-of = Règles de { $game }
start-project = Projet de départ
start-project-explained = Un bot fonctionnel avec son kit et les règles. Pour le créer dans un terminal :
first-steps-rules = Lisez les <a>règles de { $game }</a>.
first-steps-project = Téléchargez un <a>projet de départ</a> dans votre langage. Il joue déjà.
first-steps-hand-in = Soumettez-le ici. Vous saurez aussitôt s’il est accepté.

ladder = Classement
ladder-in-preparation = Le classement est en préparation. Rechargez cette page dans un instant.
ladder-failed = Le classement ne peut pas être affiché.
ladder-cycles = { $count ->
    [one] Après { $count } cycle ; ± est la moitié d’un intervalle à 95 %.
   *[other] Après { $count } cycles ; ± est la moitié d’un intervalle à 95 %.
}
ladder-all = { $rest ->
    [0] Cotes, versions et toutes les parties
    [one] Cotes, versions et toutes les parties, avec { $rest } autre entrée
   *[other] Cotes, versions et toutes les parties, avec { $rest } autres entrées
}

live = En cours
live-played = { $stage } : { $played } matchs sur { $of } au plus
live-standings = Classement de { $run }
sign-on-with = Se connecter avec { $system }
sign-on-from = Depuis { $system } : ouvrez le lien vers ce cours dans votre espace.
sign-on-window = Ce cours s’ouvre dans sa propre fenêtre.
sign-on-open = Ouvrir { $class }
announcement-of-section = groupe { $section }
