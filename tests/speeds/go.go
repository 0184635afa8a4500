// The kernels of the table of speeds, so often as the setting `times` says.
package main

import (
	"fmt"
	"slices"

	"bot/muster"
	"bot/tankbattle"
)

var wall [256]bool

func next(seed *uint32) uint32 {
	*seed = (*seed*1103 + 12345) & 0xFFFF
	return *seed
}

func add() uint32 {
	var sum uint32
	for step := uint32(0); step < 1000000; step++ {
		sum = (sum + sum>>3 + step) & 0xFFFFFF
	}
	return sum
}

func flood() uint32 {
	var seen [256]bool
	stack := []int{0}
	reached := uint32(0)
	seen[0] = true
	visit := func(isInside bool, other int) {
		if isInside && !wall[other] && !seen[other] {
			seen[other] = true
			stack = append(stack, other)
		}
	}
	for len(stack) > 0 {
		square := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		file, rank := square%16, square/16
		reached++
		visit(file > 0, square-1)
		visit(file < 15, square+1)
		visit(rank > 0, square-16)
		visit(rank < 15, square+16)
	}
	return reached
}

func sort(seed uint32) uint32 {
	numbers := make([]uint32, 100)
	for at := range numbers {
		numbers[at] = next(&seed)
	}
	slices.Sort(numbers)
	return numbers[50]
}

func node(here muster.Position, action uint64) uint32 {
	child, err := here.After(action)
	if err != nil {
		panic(err)
	}
	defer child.Release()
	return uint32(child.Metrics(0)[0] - child.Metrics(1)[0] + 1000)
}

func choose(view *tankbattle.View) uint64 {
	kernel, times := muster.Number("kernel", 0), int(muster.Number("times", 0))
	here, err := muster.Here()
	if err != nil {
		panic(err)
	}
	actions := muster.LegalActions()
	seed, sum := uint32(5), uint32(0)
	for square := 1; square < len(wall); square++ {
		wall[square] = next(&seed)>>14 == 0
	}
	for run := 0; run < times; run++ {
		var result uint32
		switch kernel {
		case 0:
			result = add()
		case 1:
			result = flood()
		case 2:
			result = sort(uint32(run))
		default:
			result = node(here, actions[run%len(actions)])
		}
		sum = (sum + result) & 0xFFFFFF
	}
	fmt.Println(sum)
	return actions[0]
}
