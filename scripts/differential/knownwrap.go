package main

// Known differences of wrapping jobs. Most are taken out of both outcomes, so
// that others are still seen beside them.

import (
	"encoding/json"
	"slices"
	"strings"
)

// wrapForm takes a known difference out of an outcome.
type wrapForm struct {
	name  string
	apply func(outcome *wrapOutcome, job *wrapJob)
}

// wrapRules are the rules for one reference.
func wrapRules(reference string) []rule {
	forms := wrapForms(reference)
	rules := []rule{{"wrap-two-layers", twoLayers}, {"wrap-timeout-early", all(with("Rust"), timeoutEarly)}}
	for _, form := range forms {
		rules = append(rules, rule{form.name, func(d *difference) bool {
			return applied(d.Ours, d.Wrap, forms) == applied(d.Theirs, d.Wrap, forms) && form.changes(d)
		}})
	}
	return rules
}

func wrapForms(reference string) []wrapForm {
	forms := []wrapForm{{"wrap-file-name", withoutFiles}, {"wrap-unset", withoutUnset}}
	if reference == "Rust" {
		return append(forms, wrapForm{"wrap-environment-list", withoutList})
	}
	return append(forms, wrapForm{"wrap-environment-task", withoutVariablesOfTasks})
}

// twoLayers: we refuse two wrapping Environments of a Session before anything
// runs, Python when it comes to the second.
func twoLayers(d *difference) bool {
	return d.Wrap.Layers > 1 && !d.Ours.OK && !d.Theirs.OK && len(outcomeOf(d.Ours).Records) == 0
}

// timeoutEarly: Rust takes WrappedAction.Timeout for null when it checks a
// hook's timeout, and refuses what only that would make of it.
func timeoutEarly(d *difference) bool {
	return len(outcomeOf(d.Theirs).Records) == 0 && strings.Contains(d.Theirs.Error, "timeout must be > 0")
}

func with(reference string) func(*difference) bool {
	return func(d *difference) bool { return d.With == reference }
}

// changes says whether one of the outcomes has what the form takes out.
func (f wrapForm) changes(d *difference) bool {
	only := []wrapForm{f}
	return applied(d.Ours, d.Wrap, only) != applied(d.Ours, d.Wrap, nil) || applied(d.Theirs, d.Wrap, only) != applied(d.Theirs, d.Wrap, nil)
}

func applied(a answer, job *wrapJob, forms []wrapForm) string {
	return string(asJSON(without(a, job, forms)))
}

func without(a answer, job *wrapJob, forms []wrapForm) wrapOutcome {
	outcome := outcomeOf(a)
	outcome.leaveOut() // lists are written alike
	for _, f := range forms {
		f.apply(&outcome, job)
	}
	return outcome
}

// withoutKnown is an outcome of d without what is known.
func withoutKnown(a answer, d *difference) wrapOutcome { return without(a, d.Wrap, wrapForms(d.With)) }

// withoutFiles leaves out what embedded files hold, in jobs whose scripts have
// files of one name: references write them over each other.
func withoutFiles(outcome *wrapOutcome, job *wrapJob) {
	for i := range outcome.Records {
		if job.OneFileName {
			outcome.Records[i].File = ""
		}
	}
}

// withoutUnset leaves out variables that some action unsets: unset beats set
// whatever the order, and is over with its Environment.
func withoutUnset(outcome *wrapOutcome, job *wrapJob) {
	for _, name := range variableNames {
		if job.says("", "openjd_unset_env: "+name) {
			outcome.leaveOut(name)
			for _, r := range outcome.Records {
				delete(r.Variables, name)
			}
		}
	}
}

// withoutVariablesOfTasks leaves what Tasks print out of
// WrappedAction.Environment.
func withoutVariablesOfTasks(outcome *wrapOutcome, job *wrapJob) {
	for _, name := range variableNames {
		if job.says("Run", "openjd_env: "+name+"=") {
			outcome.leaveOut(name)
		}
	}
}

// withoutList leaves WrappedAction.Environment out altogether.
func withoutList(outcome *wrapOutcome, _ *wrapJob) { outcome.leaveOut(variableNames...) }

// leaveOut takes variables out of each WrappedAction.Environment.
func (outcome *wrapOutcome) leaveOut(names ...string) {
	for _, r := range outcome.Records {
		var list []string
		if json.Unmarshal([]byte(r.Values["Environment"]), &list) != nil {
			continue // not a hook
		}
		list = slices.DeleteFunc(list, func(entry string) bool {
			name, _, _ := strings.Cut(entry, "=")
			return slices.Contains(names, name)
		})
		r.Values["Environment"] = string(asJSON(list))
	}
}

// says reports whether an action whose name ends so prints a message that begins
// so.
func (job *wrapJob) says(action, message string) bool {
	found := false
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case object:
			for _, inner := range v {
				walk(inner)
			}
		case []any:
			if len(v) > 1 && v[0] == probeCommand && strings.HasSuffix(v[1].(string), action) {
				for _, word := range v {
					text, _ := word.(string)
					found = found || strings.HasPrefix(text, "say="+message)
				}
			}
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(job.Job)
	for _, env := range job.Environments {
		walk(env)
	}
	return found
}
