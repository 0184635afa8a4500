match = Match { $key }
match-heading = Match
match-opponent = Contre
result = Résultat
why = Raison
seat = Camp
plies = Demi-coups
game = Partie
games = Parties
replay = Rediffusion
page-previous = Précédente
page-next = Suivante
page-of = page { $page } sur { $pages }

matches-of = Matchs de { $alias }
matches-summary = { $failed ->
    [0] Dans <a>{ $run }</a> : { $won } gagnés, { $drawn } nuls, { $lost } perdus.
   *[other] Dans <a>{ $run }</a> : { $won } gagnés, { $drawn } nuls, { $lost } perdus, dont { $failed } par défaillance.
}
matches-which = Choix des matchs
matches-all = Tous ({ $count })
matches-lost = Perdus ({ $count })
matches-failed = Perdus par défaillance ({ $count })
matches-none = Aucun match.
matches-count = { $count ->
    [one] { $count } match
   *[other] { $count } matchs
}
matches-failed-count = { $count ->
    [one] { $count } perdu par défaillance
   *[other] { $count } perdus par défaillance
}

match-back = Matchs de { $alias } dans { $run }
match-title = Match { $key } : { $result } contre { $opponent }
match-ending = { $plies ->
    [one] Camp : { $seat }. Fin : { $ending }, après { $plies } demi-coup.
   *[other] Camp : { $seat }. Fin : { $ending }, après { $plies } demi-coups.
}
match-score = Score : { $score }.
match-decided = Décisif : { $ply } : { $event }.
match-annulled = (annulé)
match-annulled-explained = Une décision l’a annulé : il ne compte pas.
match-replay-explained = Montre le plateau et le journal du bot à chaque demi-coup. Nécessite JavaScript.
match-failed = Le bot a échoué : { $fault }
match-failed-at = Au { $ply }, dans la position <code>{ $position }</code>.
match-opponent-failed = L’adversaire a échoué : { $fault }, { $meaning }.
match-ply = demi-coup { $ply }
match-unknown-ply = demi-coup inconnu
log = Journal
log-empty = Le bot n’a rien écrit dans le journal.
log-earlier = { $bytes } octets antérieurs ne sont pas affichés.
log-dropped = { $bytes } octets dépassaient la limite du journal et n’ont pas été conservés.
log-full = Journal complet
again = Rejouer
again-explained = Enregistrez { $record } et { $module } dans le même dossier. La commande demande au bot les mêmes coups qu’ici ; vous pouvez aussi essayer un autre bot :
again-rules = <code>game.wasm</code>, les règles du jeu, se trouve dans chaque projet de départ.
evidence = Preuve
evidence-explained = { $file } prouve les coups et le résultat du match, ainsi que le module, les réglages, le journal et la défaillance de ce seul bot. Pour la vérifier :

games-of-requirement = Soumission { $number } : { $requirement }
games-of-request = Matchs amicaux { $number }
games-opponent = adversaire
games-version = version
games-watch = Les coups des premières parties perdues sont conservés : vous pouvez les revoir.
games-watch-one = Revoir la partie { $game }
games-watch-short = Revoir
games-of-others = Vous n’avez pas le module de l’adversaire : seule l’équipe enseignante, qui a les deux, peut rejouer les autres parties.
games-of-earlier-rules = Les règles du jeu ont changé depuis ces parties.
games-command = Une commande rejoue chaque partie à l’identique, avec la même version de <code>muster</code> ; <code>--save game.html</code> enregistre sa rediffusion avec les journaux des deux bots.
games-command-short = Commande
games-save-module = Enregistrez le module dans le même dossier : { $module }.
games-save-some-module = Enregistrez le module dans le même dossier.
games-copy = (une copie)
