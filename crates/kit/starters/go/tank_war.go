// A bot for The Tank War. It looks one move ahead: it tries each movable tank, and moves the one that would hit
// most and be hit least.
//
// Ideas: look at what the other tanks hit, too; expect the enemy's best move; keep your tanks safe once you lead.
package main

import (
	"fmt"

	"bot/tankwar"
)

// The squared distance at which a tank hits: A diagonally, B straight, C two boxes away.
var reach = [3]int{2, 1, 4}

// place returns a tank's row and column after this many steps. Seat 0 drives down from row 0, seat 1 up from row 5.
func place(view *tankwar.View, seat, tank, steps int) (row, column int) {
	column = int(view.Column[6*seat+tank])
	if seat == 0 {
		return steps, column
	}
	return 5 - steps, column
}

// valueOf returns the value of moving a tank: its targets one box ahead, minus the enemies that would hit it there.
func valueOf(view *tankwar.View, tank int) int {
	me := int(view.Seat)
	enemy := 1 - me
	steps := int(view.Advanced[6*me+tank]) + 1
	row, column := place(view, me, tank, steps)
	value := -steps // Prefer the tank that has advanced least.
	if int(view.Owner[6*row+column]) == enemy {
		value += 3 // Prefer taking a box.
	}
	for other := 0; other < 6; other++ {
		itsSteps := int(view.Advanced[6*enemy+other])
		if itsSteps < 0 {
			continue // Destroyed.
		}
		itsRow, itsColumn := place(view, enemy, other, itsSteps)
		distance := (row-itsRow)*(row-itsRow) + (column-itsColumn)*(column-itsColumn)
		if distance == reach[tank%3] {
			value += 10 // My tank hits the enemy.
		}
		if distance == reach[other%3] {
			value -= 10 // The enemy hits my tank.
		}
	}
	return value
}

func choose(view *tankwar.View) uint64 {
	best, bestValue := -1, 0
	for tank := 0; tank < 6; tank++ {
		mayMove := view.Movable[view.Seat]>>tank&1 == 1
		if !mayMove {
			continue
		}
		if value := valueOf(view, tank); best < 0 || value > bestValue {
			best, bestValue = tank, value
		}
	}
	fmt.Printf("round %d: tank %d, worth %d\n", view.Rounds, best, bestValue) // Goes to the match's log.
	return tankwar.Move(uint64(best))
}
