package logs

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMessages(t *testing.T) {
	ok := func(m Message) *Message { return &m }
	fault := func(k Kind, f Fault) *Message { return &Message{Kind: k, Fault: f} }
	for line, want := range map[string]*Message{
		// §6: the forms.
		"openjd_progress: 0":                  ok(Message{Kind: Progress}),
		"openjd_progress: 12.5":               ok(Message{Kind: Progress, Percent: 12.5}),
		"openjd_progress: 1e2":                ok(Message{Kind: Progress, Percent: 100}),
		"openjd_progress:  7 ":                ok(Message{Kind: Progress, Percent: 7}),
		"openjd_progress: 100.1":              fault(Progress, BadPayload),
		"openjd_progress: -1":                 fault(Progress, BadPayload),
		"openjd_progress: nan":                fault(Progress, BadPayload),
		"openjd_progress: inf":                fault(Progress, BadPayload),
		"openjd_progress: 0x10":               fault(Progress, BadPayload),
		"openjd_progress: 1_0":                fault(Progress, BadPayload),
		"openjd_progress: half":               fault(Progress, BadPayload),
		"openjd_progress: ":                   fault(Progress, BadPayload),
		"openjd_status: two words ":           ok(Message{Kind: Status, Text: "two words "}),
		"openjd_status: ":                     ok(Message{Kind: Status}),
		"openjd_fail: why":                    ok(Message{Kind: Fail, Text: "why"}),
		"openjd_service_ready: up":            ok(Message{Kind: ServiceReady, Text: "up"}),
		"openjd_service_ready: ":              ok(Message{Kind: ServiceReady}),
		"openjd_env: A=b":                     ok(Message{Kind: Env, Name: "A", Value: "b"}),
		"openjd_env: A=b=c  ":                 ok(Message{Kind: Env, Name: "A", Value: "b=c  "}),
		"openjd_env: A=":                      ok(Message{Kind: Env, Name: "A"}),
		"openjd_env: _a1= x":                  ok(Message{Kind: Env, Name: "_a1", Value: " x"}),
		"openjd_unset_env: A":                 ok(Message{Kind: UnsetEnv, Name: "A"}),
		"openjd_redacted_env: A=s3cr3t":       ok(Message{Kind: RedactedEnv, Name: "A", Value: "s3cr3t"}),
		"openjd_redacted_env: A=":             ok(Message{Kind: RedactedEnv, Name: "A"}),
		`openjd_env: "A=one\ntwo \"q\" \\ é"`: ok(Message{Kind: Env, Name: "A", Value: "one\ntwo \"q\" \\ é"}), // bug case 5
		`openjd_env: "A="`:                    ok(Message{Kind: Env, Name: "A"}),
		`openjd_env: A="b"`:                   ok(Message{Kind: Env, Name: "A", Value: `"b"`}),
		// B13: blanks after the prefix's one blank.
		"openjd_env: \t A=b":      ok(Message{Kind: Env, Name: "A", Value: "b"}),
		"openjd_unset_env:  \tA":  ok(Message{Kind: UnsetEnv, Name: "A"}),
		"openjd_unset_env: A ":    fault(UnsetEnv, BadPayload),
		"openjd_unset_env: A=b":   fault(UnsetEnv, BadPayload),
		"openjd_unset_env: A B":   fault(UnsetEnv, BadPayload),
		`openjd_unset_env: "A"`:   fault(UnsetEnv, BadPayload),
		"openjd_unset_env: 1A":    fault(UnsetEnv, BadPayload),
		"openjd_env: A":           fault(Env, BadPayload),
		"openjd_env: 1A=b":        fault(Env, BadPayload),
		"openjd_env: A-B=c":       fault(Env, BadPayload),
		"openjd_env: A =c":        fault(Env, BadPayload),
		"openjd_env: =c":          fault(Env, BadPayload),
		"openjd_env: é=c":         fault(Env, BadPayload),
		"openjd_env: A=b\x00c":    fault(Env, BadPayload),
		`openjd_env: {"A": "b"}`:  fault(Env, BadPayload),
		`openjd_env: "A"`:         fault(Env, BadPayload),
		`openjd_env: "A=\u0000"`:  fault(Env, BadPayload),
		`openjd_env: "A=b`:        fault(Env, BadJSON),
		`openjd_env: "A=b" more`:  fault(Env, BadJSON),
		`openjd_env: "A=1" "B=2"`: fault(Env, BadJSON),
		`openjd_env: "A=\q"`:      fault(Env, BadJSON),
		// A6: near misses.
		"openjd_ENV: A=b":          fault(Env, NearMiss),
		"OpenJD_env: A=b":          fault(Env, NearMiss),
		"openjd_env:A=b":           fault(Env, NearMiss),
		"openjd_env:\tA=b":         fault(Env, NearMiss),
		"openjd_env A=b":           fault(Env, NearMiss),
		"openjd_env : A=b":         fault(Env, NearMiss),
		"openjd_env":               fault(Env, NearMiss),
		"openjd_env:":              fault(Env, NearMiss),
		"openjd_env: ":             fault(Env, NearMiss),
		"openjd_env:  \t":          fault(Env, NearMiss),
		" openjd_env: A=b":         fault(Env, NearMiss),
		"\topenjd_env: A=b":        fault(Env, NearMiss),
		"\t  openjd_UNSET_env: A":  fault(UnsetEnv, NearMiss),
		"openjd_unset_env:A":       fault(UnsetEnv, NearMiss),
		"openjd_redacted_env":      fault(RedactedEnv, NearMiss),
		"openjd_service_ready":     fault(ServiceReady, NearMiss),
		" openjd_service_ready: x": fault(ServiceReady, NearMiss),
		"openjd_service_ready:up":  fault(ServiceReady, NearMiss),
		// A6: no near misses.
		"openjd_environment: x=y":                nil,
		"openjd_env_setup: x=y":                  nil,
		"OPENJD_progress: 5":                     nil,
		"openjd_progress:5":                      nil,
		" openjd_status: x":                      nil,
		"say openjd_env: A=b":                    nil,
		"\uFEFFopenjd_env: A=b":                  nil,
		"openjd_env.sh: line 3":                  nil,
		"openjd_session_runtime_loglevel: ERROR": nil, // B18
		"openjd_":                                nil,
		"openjd":                                 nil,
		"o":                                      nil,
		"openjd_" + long("x", 200) + ": y":       nil,
		"openjd_env" + long("_", 100) + ": A=b":  nil,
		long(" ", 300):                           nil,
		"openjd_status " + long("x", 200) + " is fine": nil,
	} {
		for _, ending := range []string{"\n", "\r\n", ""} {
			for _, chunk := range []int{0, 1, 5} {
				c := feed(Options{MaxLine: 4096}, line+ending, chunk)
				require.Len(t, c.lines, 1, "%q", line)
				have := c.lines[0].Message
				if want == nil {
					require.Nil(t, have, "%q", line)
					continue
				}
				require.NotNil(t, have, "%q", line)
				require.Equal(t, want.Fault != None, have.Problem != "", "%q: a fault has words", line)
				got := *have
				got.Problem = ""
				require.Equal(t, *want, got, "%q", line)
			}
		}
	}
}

func TestKindsHaveTheirNames(t *testing.T) {
	seen := map[string]bool{}
	for k := Progress; k <= ServiceReady; k++ {
		back, known := kindOf(k.String())
		assert.True(t, known)
		assert.Equal(t, k, back)
		seen[k.String()] = true
	}
	assert.Len(t, seen, 7)
	assert.Equal(t, "unknown", (ServiceReady + 1).String())
}

// A message that the process has finished writing counts at once, before the
// process ends.
func TestMessagesArriveWithTheirLine(t *testing.T) {
	c := &collect{}
	s := NewStream(Options{}, c.sink)
	_, _ = s.Write([]byte("openjd_sta"))
	assert.Empty(t, c.lines)
	_, _ = s.Write([]byte("tus: on the way\nhalf"))
	require.Len(t, c.messages(), 1)
	assert.Equal(t, "on the way", c.messages()[0].Text)
}
