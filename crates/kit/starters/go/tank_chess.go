// A bot for Tank Chess. It sets up at random, shoots at the most valuable target, and moves its pieces onto lines with
// the enemy's Command tank.
//
// Ideas: set up behind obstacles; choose where a target retreats to; do not stop where the enemy can fire.
package main

import (
	"fmt"

	"bot/muster"
	"bot/tankchess"
)

// The value of hitting a piece, by kind: K L M H D O.
var worth = [6]int{100, 1, 2, 3, 4, 5}

func apart(one, other int) int { return max(one-other, other-one) }

// wayToGo returns the distance from a square to the nearest line (rank, file or diagonal) through the enemy's Command
// tank.
func wayToGo(view *tankchess.View, square int) int {
	command := int(view.Square[0]) // Each side's piece 0 is its Command tank.
	if view.Seat == 0 {
		command = int(view.Square[14])
	}
	files, ranks := apart(square%16, command%16), apart(square/16, command/16)
	return 4*min(files, ranks, apart(files, ranks)) + max(files, ranks)
}

// valueOf returns the value of an action. Ending the phase is worth 0, so the bot plays any useful action first.
func valueOf(view *tankchess.View, action uint64) int {
	switch muster.Kind(action) {
	case tankchess.KindShoot:
		target := view.Board[tankchess.ShootTarget(action)] - 1
		return worth[view.Kind[target]] * tankchess.ShootDistance(action)
	case tankchess.KindMove:
		return wayToGo(view, tankchess.MoveFrom(action)) - wayToGo(view, tankchess.MoveTo(action))
	default:
		return 0
	}
}

func choose(view *tankchess.View) uint64 {
	actions := muster.LegalActions()
	if view.Phase == 0 {
		return actions[muster.Below(len(actions))]
	}
	best := actions[0]
	for _, action := range actions {
		if valueOf(view, action) > valueOf(view, best) {
			best = action
		}
	}
	fmt.Printf("%d actions, the best is worth %d\n", len(actions), valueOf(view, best)) // Goes to the match's log.
	return best
}
