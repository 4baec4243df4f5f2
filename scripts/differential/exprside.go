package main

// What this implementation says of an expression.

import (
	"bytes"
	"encoding/json"

	"runner/template/expr"
)

type ourExpressions struct{ env *expr.Env }

func newOurExpressions(table map[string]symbolValue) (*ourExpressions, error) {
	symbols, err := scope(table)
	if err != nil {
		return nil, err
	}
	return &ourExpressions{&expr.Env{Symbols: symbols, Library: expr.Base().WithHost(), PathStyle: expr.POSIX}}, nil
}

func (o *ourExpressions) evaluate(text string) (expr.Value, error) {
	e, err := expr.Parse(text)
	if err != nil {
		return expr.Value{}, err
	}
	return e.Eval(o.env, expr.Any)
}

func (o *ourExpressions) answer(text string) answer {
	value, err := o.evaluate(text)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{OK: true, Type: value.Type().String(), Value: asJSON(shown(value))}
}

// shown is a value as driver.py shows it.
func shown(v expr.Value) any {
	switch {
	case v.IsNull():
		return "null"
	case v.Type().IsList():
		items := make([]any, 0, v.Len())
		for i := range v.Len() {
			items = append(items, shown(v.At(i)))
		}
		return items
	}
	return v.Text()
}

func asJSON(v any) json.RawMessage {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return json.RawMessage(`"` + err.Error() + `"`)
	}
	return bytes.TrimSpace(text.Bytes())
}

// sameAnswer compares acceptance, type and value.
func sameAnswer(a, b answer) bool {
	if a.OK != b.OK || a.Checked != b.Checked {
		return false
	}
	return !a.OK || (a.Type == b.Type && sameJSON(a.Value, b.Value))
}

// sameJSON compares what two JSON texts say, not how they say it.
func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return bytes.Equal(asJSON(x), asJSON(y))
}
