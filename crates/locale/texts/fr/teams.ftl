team-none = Vous n’êtes dans aucune équipe.
team-create-or-join = Créer ou rejoindre une équipe
team-by-teacher = Dans ce cours, l’équipe enseignante forme les équipes.
team-size = Une équipe compte au plus { $size } membres.
team-until = Vous pouvez changer d’équipe jusqu’au { $at }, { $left }.
team-until-passed = Les équipes peuvent être modifiées jusqu’au { $at }. Pour en changer maintenant, adressez-vous à l’équipe enseignante.
team-closed = Vous ne pouvez pas changer d’équipe pour le moment. Adressez-vous à l’équipe enseignante.
team-withdrawn = retiré
team-code = Code d’accès : <code>{ $code }</code>
team-code-explained = Ne le donnez qu’aux futurs membres : ils soumettent pour l’équipe et voient toutes ses soumissions.
team-code-replace = Remplacer le code
team-code-make = Créer un code d’accès
team-leave = Quitter
team-keeps = { $count ->
    [one] L’équipe garde sa soumission, que vous ne verrez plus ({ $count }).
   *[other] L’équipe garde ses { $count } soumissions, que vous ne verrez plus.
}
team-nothing-alone = Vous n’avez rien soumis seul : soumettez à nouveau pour participer.
team-alone-again = { $count ->
    [one] Votre propre soumission ({ $count }) compte à nouveau.
   *[other] Vos propres soumissions ({ $count }) comptent à nouveau.
}
team-only-member = Vous êtes le seul membre : l’équipe ne jouera plus.
team-leave-do = Quitter l’équipe
team-create = Créer une équipe
team-name = Nom de l’équipe, affiché dans les résultats
team-create-do = Créer l’équipe
team-join = Rejoindre une équipe
team-join-code = Le code donné par un membre
team-look = Voir l’équipe
team-join-title = Rejoindre { $team } ?
team-members = Membres : { $members }
team-has = { $count ->
    [0] L’équipe n’a pas de soumission. Ses membres verront ce que vous soumettrez désormais.
    [one] L’équipe a { $count } soumission. Vous la verrez, et ses membres verront ce que vous soumettrez désormais.
   *[other] L’équipe a { $count } soumissions. Vous les verrez, et ses membres verront ce que vous soumettrez désormais.
}
team-join-do = Rejoindre { $team }
cancel = Annuler
team-own = { $count ->
    [0] Vous n’avez rien soumis seul.
    [one] Votre propre soumission ({ $count }) ne compte pas tant que vous êtes dans une équipe. Elle est conservée, les membres ne la voient pas, et elle comptera à nouveau si vous partez.
   *[other] Vos propres soumissions ({ $count }) ne comptent pas tant que vous êtes dans une équipe. Elles sont conservées, les membres ne les voient pas, et elles compteront à nouveau si vous partez.
}
team-line = Équipe <a>{ $team }</a> : { $members }
