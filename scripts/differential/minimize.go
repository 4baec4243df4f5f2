package main

// Finding the part of an expression in which the two sides differ.

import (
	"encoding/json"
	"slices"
)

// difference is an input on which the sides disagree.
type difference struct {
	Input   *node           // the smallest part that differs, of an expression
	Whole   string          // the expression it was found in
	Left    string          // the value of its first operand, if that is a text
	Base    string          // the value of its last operand, if that is a text
	Fault   string          // the fault that was put into a template; "" none
	Path    string          // where
	Number  int             // which template
	Certain bool            // no template with this fault is valid
	Source  json.RawMessage // the template
	Wrap    *wrapJob        // the wrapping job
	With    string          // the reference that it was run with
	Ours    answer
	Theirs  answer
}

// expressionDifferences asks both sides and cuts what differs down.
func expressionDifferences(ours *ourExpressions, theirs *reference, nodes []*node) ([]*difference, error) {
	const batch = 2000
	var found []*difference
	for len(nodes) > 0 {
		n := min(batch, len(nodes))
		answers, err := theirs.ask(expressionQuestions(nodes[:n]))
		if err != nil {
			return nil, err
		}
		for i, e := range nodes[:n] {
			mine := ours.answer(e.String())
			if sameAnswer(mine, answers[i]) {
				continue
			}
			least, err := minimize(ours, theirs, e)
			if err != nil {
				return nil, err
			}
			found = append(found, least...)
		}
		nodes = nodes[n:]
	}
	return found, nil
}

func expressionQuestions(nodes []*node) []question {
	questions := make([]question, len(nodes))
	for i, e := range nodes {
		questions[i] = question{Kind: "expression", Text: e.String()}
	}
	return questions
}

// minimize finds the parts of e that differ and have no part that does. A spoilt
// text differs in what its origin differs in, if that does.
func minimize(ours *ourExpressions, theirs *reference, e *node) ([]*difference, error) {
	if e.Origin != nil {
		if least, err := minimize(ours, theirs, e.Origin); err != nil || len(least) > 0 {
			return least, err
		}
	}
	parts := e.parts()
	answers, err := theirs.ask(expressionQuestions(parts))
	if err != nil {
		return nil, err
	}
	differ := map[*node]*difference{}
	for i, part := range parts {
		mine := ours.answer(part.String())
		if part.Op != "()" && !sameAnswer(mine, answers[i]) {
			differ[part] = &difference{Input: part, Whole: e.String(), Ours: mine, Theirs: answers[i]}
		}
	}
	var least []*difference
	for _, part := range parts {
		d := differ[part]
		if d == nil || slices.ContainsFunc(part.parts(), func(p *node) bool { return p != part && differ[p] != nil }) {
			continue
		}
		if len(part.Args) > 0 {
			d.Left = textOf(ours.answer(part.Args[0].String()))
			d.Base = textOf(ours.answer(part.Args[len(part.Args)-1].String()))
		}
		least = append(least, d)
	}
	return least, nil
}
