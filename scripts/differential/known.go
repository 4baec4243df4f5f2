package main

// Known differences. Each rule has a line of its name in docs/deviations.md that
// says what differs, who does what, and which section decides.

import "regexp"

// rule recognises a difference, and no other of its kind: one side's fault must
// not hide one of ours.
type rule struct {
	name  string // as in docs/deviations.md
	match func(d *difference) bool
}

// known finds the rule of a difference; "" if it is new.
func known(rules []rule, d *difference) string {
	for _, r := range rules {
		if r.match(d) {
			return r.name
		}
	}
	return ""
}

// all is a rule of several conditions.
func all(conditions ...func(*difference) bool) func(*difference) bool {
	return func(d *difference) bool {
		for _, holds := range conditions {
			if !holds(d) {
				return false
			}
		}
		return true
	}
}

func anyOf(conditions ...func(*difference) bool) func(*difference) bool {
	return func(d *difference) bool {
		for _, holds := range conditions {
			if holds(d) {
				return true
			}
		}
		return false
	}
}

// weRefuse is a difference in which only this side fails, with such a message.
func weRefuse(message string) func(*difference) bool {
	pattern := regexp.MustCompile(message)
	return func(d *difference) bool { return !d.Ours.OK && d.Theirs.OK && pattern.MatchString(d.Ours.Error) }
}

// theyRefuse is a difference in which only the reference fails, with such a message.
func theyRefuse(message string) func(*difference) bool {
	pattern := regexp.MustCompile(message)
	return func(d *difference) bool { return d.Ours.OK && !d.Theirs.OK && pattern.MatchString(d.Theirs.Error) }
}

func bothAccept(d *difference) bool { return d.Ours.OK && d.Theirs.OK }

func written(text string) func(*difference) bool {
	pattern := regexp.MustCompile(text)
	return func(d *difference) bool { return pattern.MatchString(d.Input.String()) }
}
