package proc

// This file defines Survivors: children kept alive beyond their action.

// Survivors holds the process families that actions left running on purpose,
// for as long as their owner (an Environment, a Session) lives. The zero value
// is ready; Kill it when the owner ends.
type Survivors struct{}

// Count is the number of families that are still running.
func (s *Survivors) Count() int { return 0 }

// Kill ends all of them and waits until they are gone. It returns the ids of
// processes that could not be ended. Later use starts afresh.
func (s *Survivors) Kill() (unkillable []int) { return nil }
