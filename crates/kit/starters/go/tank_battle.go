// A bot for Tank Battle. It looks one move ahead: it captures if it can, preferably a commander, and otherwise
// drives towards the enemy's base.
//
// Ideas: avoid squares where the enemy can capture; bring the commander to the circle; leave no tank behind.
package main

import (
	"fmt"

	"bot/muster"
	"bot/tankbattle"
)

func apart(one, other int) int { return max(one-other, other-one) }

// wayToGo returns the number of steps from a square to the circle in the enemy's base: a11 for White, k1 for Black.
func wayToGo(seat uint8, square int) int {
	file, rank := 0, 10
	if seat == 1 {
		file, rank = 10, 0
	}
	return max(apart(square%11, file), apart(square/11, rank))
}

func valueOf(view *tankbattle.View, action uint64) int {
	from, to := tankbattle.MoveFrom(action), tankbattle.MoveTo(action)
	value := wayToGo(view.Seat, from) - wayToGo(view.Seat, to)
	switch view.Board[to] {
	case 0: // An empty square.
		return value
	case 2, 4: // The enemy's commander.
		return value + 30
	default: // Another enemy tank.
		return value + 20
	}
}

func choose(view *tankbattle.View) uint64 {
	actions := muster.LegalActions()
	best := actions[0]
	for _, action := range actions {
		if valueOf(view, action) > valueOf(view, best) {
			best = action
		}
	}
	fmt.Printf("%d moves, the best is worth %d\n", len(actions), valueOf(view, best)) // Goes to the match's log.
	return best
}
