// A bot for $title. It looks one move ahead: $plan.
//
// Ideas: expect the opponent's best answer (After, Children); play random games to the end (Playout); look at the view.
package main

import (
	"fmt"

	"bot/$package"
	"bot/muster"
)

const won = 1_000_000_000

// lead returns a seat's lead after a move.
func lead(child muster.Child, seat int) int64 {
	winner := child.Phase.Winner()
	switch {
	case winner == seat:
		return won
	case winner >= 0:
		return -won
	case child.Phase.IsOver():
		return 0
	}
	return $lead{child.Metrics[seat][0] - child.Metrics[1-seat][0]}
}

func choose(view *$package.View) uint64 {
	actions := muster.LegalActions()
	start, seat := muster.Below(len(actions)), int(view.Seat)
	muster.Offer(actions[start]) // Is played if the time runs out.
	here, err := muster.Here()
	if err != nil {
		return actions[start]
	}
	other := muster.NoAction
	if view.Flags&muster.Simultaneous != 0 {
		answers := here.LegalActions(1 - seat)
		other = answers[muster.Below(len(answers))]
	}
	children := here.Children(seat, other)
	best := start
	// Of equally good moves, the bot plays the first one after a random index.
	for step := 1; step < len(children); step++ {
		next := (start + step) % len(children)
		if lead(children[next], seat) > lead(children[best], seat) {
			best = next
		}
	}
	fmt.Printf("ply %d: move %d of %d\n", view.Ply, best, len(actions)) // Goes to the match's log.
	return actions[best]
}
