package logs

// This file finds messages: which lines are one, which nearly are, and which
// part of them must not be shown.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

const messagePrefix = "openjd_"

// redactedToken marks a secret that is on its way anywhere in a line; maskBytes
// is Mask.
var (
	redactedToken = []byte("openjd_redacted_env:")
	maskBytes     = []byte(Mask)
)

// kindOf knows the words after the prefix.
func kindOf(word string) (Kind, bool) {
	for k := Progress; k <= ServiceReady; k++ {
		if k.String() == word {
			return k, true
		}
	}
	return 0, false
}

// startsLikeMessage is the quickest test: the first byte.
func startsLikeMessage(c byte) bool { return c == 'o' || c == 'O' || c == ' ' || c == '\t' }

// couldBeMessage says whether a line begins like a message, or nearly.
func couldBeMessage(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return len(line) >= len(messagePrefix) && bytes.EqualFold(line[:len(messagePrefix)], []byte(messagePrefix))
}

// parsed is what parse finds in a line.
type parsed struct {
	message *Message // nil if the line is none, but has something to be masked
	keep    int      // the bytes that may be shown, the rest is masked; -1 all
	secrets []string
}

// parse takes a line apart. It says false for a line that is nothing special.
func parse(line []byte, limit int) (parsed, bool) {
	rest := bytes.TrimLeft(line, " \t")
	if !couldBeMessage(rest) {
		return parsed{}, false
	}
	n := len(messagePrefix)
	for n < len(rest) && isWordByte(rest[n]) {
		n++
	}
	kind, known := kindOf(strings.ToLower(string(rest[len(messagePrefix):min(n, 64)])))
	if !known {
		return parsed{}, false
	}
	lead, after := len(line)-len(rest), rest[n:]
	payload, exact := bytes.CutPrefix(after, []byte(": "))
	exact = exact && lead == 0 && string(rest[:n]) == messagePrefix+kind.String()
	if len(line) > limit {
		return tooLong(kind, line, lead+n, limit, exact)
	}
	if !exact {
		return nearMiss(kind, after, lead+n)
	}
	m := &Message{Kind: kind}
	switch kind {
	case Progress:
		parseProgress(m, payload)
	case Status, Fail, ServiceReady:
		m.Text = string(payload)
	default:
		return parseVariable(m, payload, len(line)), true
	}
	return parsed{message: m, keep: -1}, true
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// tooLong is a message line over the limit.
func tooLong(kind Kind, line []byte, end, limit int, exact bool) (parsed, bool) {
	if !exact && kind != Env && kind != UnsetEnv && kind != RedactedEnv {
		return parsed{}, false
	}
	p := parsed{keep: -1, message: &Message{Kind: kind, Fault: TooLong,
		Problem: fmt.Sprintf("the line is longer than the %d bytes that a message may have", limit)}}
	if kind == RedactedEnv {
		p.keep = keepPrefix(line, end)
	}
	return p, true
}

// keepPrefix is where the payload begins, for a line whose word ends at end.
func keepPrefix(line []byte, end int) int {
	for end < len(line) && (line[end] == ':' || line[end] == ' ' || line[end] == '\t') {
		end++
	}
	return end
}

// nearMiss looks at a line that has a message's word but not its form. after
// is what follows the word, end the place where it does.
func nearMiss(kind Kind, after []byte, end int) (parsed, bool) {
	if kind == Progress || kind == Status || kind == Fail {
		return parsed{}, false
	}
	p := parsed{keep: -1}
	if len(after) == 0 || after[0] == ':' || after[0] == ' ' || after[0] == '\t' {
		p.message = &Message{Kind: kind, Fault: NearMiss, Problem: fmt.Sprintf(
			"the line is not of the form `%s%s: ...`: lower case, at the line's start, a colon and one blank", messagePrefix, kind)}
	} else if kind != RedactedEnv {
		return parsed{}, false
	}
	if kind == RedactedEnv {
		payload := bytes.TrimLeft(after, ": \t")
		p.keep = end + len(after) - len(payload)
		p.secrets = guessSecrets(payload)
		if len(payload) == 0 {
			p.keep = -1
		}
	}
	return p, true
}

// parseProgress reads a percentage.
func parseProgress(m *Message, payload []byte) {
	text := string(bytes.TrimSpace(payload))
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || v < 0 || v > 100 || strings.ContainsAny(text, "xXpP_") {
		m.Fault, m.Problem = BadPayload, "progress must be a number from 0 to 100"
		return
	}
	m.Percent = v
}

// parseVariable reads the payload of env, redacted_env and unset_env messages;
// length is that of the line.
func parseVariable(m *Message, payload []byte, length int) parsed {
	payload = bytes.TrimLeft(payload, " \t")
	p := parsed{message: m, keep: -1}
	start := length - len(payload)
	if len(payload) == 0 {
		m.Fault, m.Problem = NearMiss, "nothing follows the message's prefix"
		return p
	}
	m.readVariable(payload)
	if m.Kind != RedactedEnv {
		return p
	}
	if m.Fault != None {
		p.keep, p.secrets = start, guessSecrets(payload)
		return p
	}
	p.secrets = []string{m.Value}
	p.keep = start + bytes.IndexByte(payload, '=') + 1
	if payload[0] == '"' {
		p.secrets = append(p.secrets, guessSecrets(payload)...)
	}
	return p
}

// readVariable sets Name and Value, or Fault and Problem.
func (m *Message) readVariable(payload []byte) {
	text := string(payload)
	if m.Kind == UnsetEnv {
		if !isName(text) {
			m.Fault, m.Problem = BadPayload, "the name of a variable must follow, and nothing else: letters, digits and `_`, no digit first"
			return
		}
		m.Name = text
		return
	}
	if payload[0] == '"' {
		var decoded string
		if err := json.Unmarshal(payload, &decoded); err != nil {
			m.Fault, m.Problem = BadJSON, "what begins with a double quote must be one JSON string to the line's end"
			return
		}
		text = decoded
	}
	name, value, ok := strings.Cut(text, "=")
	switch {
	case !ok:
		m.Fault, m.Problem = BadPayload, "NAME=value must follow, and there is no `=`"
	case !isName(name):
		m.Fault, m.Problem = BadPayload, "the name before `=` must be of letters, digits and `_`, no digit first"
	case strings.ContainsRune(value, 0):
		m.Fault, m.Problem = BadPayload, "the value contains a NUL character, which no environment can hold"
	default:
		m.Name, m.Value = name, value
	}
}

func isName(s string) bool {
	for i := range len(s) {
		if !isWordByte(s[i]) || i == 0 && s[i] >= '0' && s[i] <= '9' {
			return false
		}
	}
	return s != ""
}

// guessSecrets gives what is probably the secret in a payload that could not be
// read, and the spelling of one that could: the part after `=`, as it stands
// and as a JSON string would have it.
func guessSecrets(payload []byte) []string {
	text := string(payload)
	quoted := strings.HasPrefix(text, `"`)
	_, value, ok := strings.Cut(text, "=")
	if !ok {
		value = strings.TrimPrefix(text, `"`)
	}
	if !quoted {
		return []string{value}
	}
	value = strings.TrimSuffix(strings.TrimRight(value, " \t"), `"`)
	secrets := []string{value}
	var decoded string
	if json.Unmarshal([]byte(`"`+value+`"`), &decoded) == nil {
		secrets = append(secrets, decoded)
	}
	return secrets
}
