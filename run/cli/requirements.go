package cli

// This file defines how host requirements are put into words.

import (
	"fmt"
	"strconv"
	"strings"

	"runner/template"
)

// requirementTexts is one text for each requirement: "amount.worker.vcpu: 4 to 8".
func requirementTexts(r *template.ResolvedRequirements) []string {
	if r == nil {
		return nil
	}
	var out []string
	for _, a := range r.Amounts {
		out = append(out, a.Name+": "+boundsText(a.Min, a.Max))
	}
	for _, a := range r.Attributes {
		var parts []string
		if len(a.AnyOf) > 0 {
			parts = append(parts, "any of "+strings.Join(a.AnyOf, ", "))
		}
		if len(a.AllOf) > 0 {
			parts = append(parts, "all of "+strings.Join(a.AllOf, ", "))
		}
		out = append(out, a.Name+": "+strings.Join(parts, "; "))
	}
	return out
}

func boundsText(low, high *float64) string {
	number := func(f *float64) string { return strconv.FormatFloat(*f, 'g', -1, 64) }
	switch {
	case low != nil && high != nil:
		return fmt.Sprintf("%s to %s", number(low), number(high))
	case low != nil:
		return "at least " + number(low)
	case high != nil:
		return "at most " + number(high)
	}
	return "any amount"
}
