// A bot for The Tank War. It looks one move ahead: each of its tanks that may move is tried in thought, and the one
// that would hit most and be hit least moves.
//
// Ideas: look at what the other tanks hit, too; expect the enemy's own best move; save the tanks once you lead.
package main

import (
	"fmt"

	"bot/tankwar"
)

// At which distance a tank hits, squared: A diagonally, B straight, C two boxes away.
var reach = [3]int{2, 1, 4}

// place returns row and column of a tank after so many steps. Seat 0 drives down from row 0, seat 1 up from row 5.
func place(view *tankwar.View, seat, tank, steps int) (row, column int) {
	column = int(view.Column[6*seat+tank])
	if seat == 0 {
		return steps, column
	}
	return 5 - steps, column
}

// valueOf returns what a tank of mine would hit one box ahead, less what would hit it there.
func valueOf(view *tankwar.View, tank int) int {
	me := int(view.Seat)
	enemy := 1 - me
	steps := int(view.Advanced[6*me+tank]) + 1
	row, column := place(view, me, tank, steps)
	value := -steps // The tanks advance in line, the hindmost first,
	if int(view.Owner[6*row+column]) == enemy {
		value += 3 // unless there is a box to take.
	}
	for other := 0; other < 6; other++ {
		itsSteps := int(view.Advanced[6*enemy+other])
		if itsSteps < 0 {
			continue // Destroyed.
		}
		itsRow, itsColumn := place(view, enemy, other, itsSteps)
		distance := (row-itsRow)*(row-itsRow) + (column-itsColumn)*(column-itsColumn)
		if distance == reach[tank%3] {
			value += 10 // I would hit it,
		}
		if distance == reach[other%3] {
			value -= 10 // and it me.
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
	fmt.Printf("round %d: tank %d, worth %d\n", view.Rounds, best, bestValue) // To the match's log.
	return tankwar.Move(uint64(best))
}
