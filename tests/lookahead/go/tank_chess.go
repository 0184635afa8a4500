// The best single action: of all actions one after which I have most.
package main

import (
	"fmt"

	"bot/muster"
	"bot/tankchess"
)

// value returns what I have after an action.
func value(child muster.Child, me int) int64 {
	switch child.Phase.Winner() {
	case me:
		return 1000
	case 1 - me:
		return -1000
	}
	return child.Metrics[me][tankchess.MetricValue] - child.Metrics[1-me][tankchess.MetricValue]
}

func choose(view *tankchess.View) uint64 {
	me, other := int(view.Seat), uint64(muster.NoAction)
	here, err := muster.Here()
	if err != nil {
		panic(err)
	}
	defer here.Release()
	if here.Phase().Acts(1 - me) { // In the setup both act.
		other = here.LegalActions(1 - me)[0]
	}
	var best []muster.Child
	for _, child := range here.Children(me, other) {
		if len(best) > 0 && value(child, me) > value(best[0], me) {
			best = nil
		}
		if len(best) == 0 || value(child, me) == value(best[0], me) {
			best = append(best, child)
		}
	}
	fmt.Println(len(best), "actions are worth", value(best[0], me))
	return best[muster.Below(len(best))].Action
}
