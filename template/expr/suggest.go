// This file defines Suggest, the nearest known names of a misspelt one.

package expr

import (
	"sort"
	"strings"
)

// suggestMax is how many names are worth offering.
const suggestMax = 3

// Suggest returns the known names nearest to word, at most three, nearest
// first and equals in order of name. A name is near when it equals word but
// for case, or when at most a third of the longer one's characters (one at
// least) have to be changed, inserted, dropped or swapped with the neighbour.
func Suggest(word string, known []string) []string {
	type candidate struct {
		name string
		dist int
	}
	var found []candidate
	lower := strings.ToLower(word)
	for _, name := range known {
		if name == word {
			continue
		}
		other := strings.ToLower(name)
		limit := max(1, max(len([]rune(lower)), len([]rune(other)))/3)
		if d := editDistance(lower, other, limit); d <= limit {
			found = append(found, candidate{name, d})
		}
	}
	sort.Slice(found, func(i, j int) bool {
		if found[i].dist != found[j].dist {
			return found[i].dist < found[j].dist
		}
		return found[i].name < found[j].name
	})
	var names []string
	for _, c := range found {
		if len(names) == suggestMax {
			break
		}
		if len(names) == 0 || names[len(names)-1] != c.name {
			names = append(names, c.name)
		}
	}
	return names
}

// didYouMean words the suggestions for word as a hint, "" without any.
func didYouMean(word string, known []string) string {
	names := Suggest(word, known)
	if len(names) == 0 {
		return ""
	}
	return "did you mean " + strings.Join(names, " or ") + "?"
}

// suggestRunes bounds the names that are compared, so that a hostile name
// cannot make a fault expensive to report.
const suggestRunes = 256

// editDistance counts insertions, deletions, substitutions and swaps of
// neighbours that turn a into b. Above limit the exact number is of no use and
// limit+1 is returned.
func editDistance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > limit || len(y)-len(x) > limit || len(x) > suggestRunes || len(y) > suggestRunes {
		return limit + 1
	}
	before, prev, cur := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(x); i++ {
		cur[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(y)]
}
