# Teams that students form.
team-none = You are not in a team.
team-create-or-join = Create or join a team
team-by-teacher = In this class, your teacher forms the teams.
team-size = A team has up to { $size } members.
team-until = You can change teams until { $at }, { $left }.
team-until-passed = Teams can be changed until { $at }. To change yours now, ask your teacher.
team-closed = You cannot change teams now. Ask your teacher.
team-withdrawn = withdrawn
team-code = Join code: <code>{ $code }</code>
team-code-explained = Give it only to students who are to join: members hand in for the team and see all its hand-ins.
team-code-replace = Replace the code
team-code-make = Make a join code
team-leave = Leave
team-keeps = { $count ->
    [one] The team keeps its 1 hand-in, and you no longer see it.
   *[other] The team keeps its { $count } hand-ins, and you no longer see them.
}
team-nothing-alone = You have handed in nothing alone: hand in again to take part.
team-alone-again = { $count ->
    [one] What you handed in alone (1 hand-in) counts for you again.
   *[other] What you handed in alone ({ $count } hand-ins) counts for you again.
}
team-only-member = You are the only member: the team no longer plays.
team-leave-do = Leave the team
team-create = Create a team
team-name = Name of the team, which results show
team-create-do = Create team
team-join = Join a team
team-join-code = The code that a member gave you
team-look = Look at the team
team-join-title = Join { $team }?
team-members = Members: { $members }
team-has = { $count ->
    [0] The team has no hand-ins. Its members will see what you hand in from now on.
    [one] The team has 1 hand-in. You will see it, and its members will see what you hand in from now on.
   *[other] The team has { $count } hand-ins. You will see them, and its members will see what you hand in from now on.
}
team-join-do = Join { $team }
cancel = Cancel
team-own = { $count ->
    [0] You have not handed in anything yourself.
    [one] What you handed in alone (1 hand-in) will not count while you are in a team. It stays on record, members do not see it, and it counts again if you leave.
   *[other] What you handed in alone ({ $count } hand-ins) will not count while you are in a team. It stays on record, members do not see it, and it counts again if you leave.
}
team-line = Team <a>{ $team }</a>: { $members }
