package probe

// This file defines Streak: failures in a row.

// Streak counts failures in a row. The zero value has a threshold of 1.
type Streak struct {
	threshold int
	failures  int
}

// NewStreak returns a Streak that is over when threshold failures came in a
// row; a threshold below 1 is taken as 1.
func NewStreak(threshold int) Streak { return Streak{threshold: threshold} }

// Add counts one answer and says whether the threshold is reached. A success
// starts the count again.
func (s *Streak) Add(ok bool) (over bool) {
	if ok {
		s.failures = 0
		return false
	}
	s.failures++
	return s.failures >= s.Threshold()
}

// Failures is the number of failures since the last success.
func (s *Streak) Failures() int { return s.failures }

// Threshold is the number of failures in a row at which the streak is over.
func (s *Streak) Threshold() int { return max(s.threshold, 1) }
