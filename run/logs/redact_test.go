package logs

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRedaction(t *testing.T) {
	for name, tc := range map[string]struct {
		in   string
		want []string
	}{
		"§7 the line itself and later ones": {
			"openjd_redacted_env: MY_SECRET=actual_secret_value\nLEAK:actual_secret_value.\n",
			[]string{"openjd_redacted_env: MY_SECRET=********", "LEAK:********."}},
		"§7 an empty value hides nothing": {"openjd_redacted_env: A=\nA= x\n", []string{"openjd_redacted_env: A=********", "A= x"}},
		"§7 blanks alone hide nothing":    {"openjd_redacted_env: A=  \na  b\n", []string{"openjd_redacted_env: A=********", "a  b"}},
		"§7 longest first": {
			"openjd_redacted_env: A=abc\nopenjd_redacted_env: B=abcdef\nabcdef abcd\n",
			[]string{"openjd_redacted_env: A=********", "openjd_redacted_env: B=********", "******** ********d"}},
		"§7 overlaps are one": {
			"openjd_redacted_env: A=abcd\nopenjd_redacted_env: B=cdef\nxabcdefx\n",
			[]string{"openjd_redacted_env: A=********", "openjd_redacted_env: B=********", "x********x"}},
		"B16 touching secrets are one": {
			"openjd_redacted_env: A=foo\nopenjd_redacted_env: B=bar\nfoobarfoo baz\n",
			[]string{"openjd_redacted_env: A=********", "openjd_redacted_env: B=********", "******** baz"}},
		"a secret that overlaps itself": {"openjd_redacted_env: A=aba\nxababax abab\n", []string{"openjd_redacted_env: A=********", "x********x ********b"}},
		"B16 characters stay whole":     {"openjd_redacted_env: A=é1\né1 è1 xé1é\n", []string{"openjd_redacted_env: A=********", "******** è1 x********é"}},
		"B16 several lines": {
			`openjd_redacted_env: "A=ab\r\n}\nthe middle of it\ncd"` + "\nab\nx }\n  }\nsee the middle of it there\ncd!\n",
			[]string{"openjd_redacted_env: \"A=********", "********", "x }", "********", "see ******** there", "********!"}},
		"a secret in its JSON spelling": {
			`openjd_redacted_env: "A=say \"x\" y"` + "\n{\"log\": \"say \\\"x\\\" y\"} say \"x\" y\n",
			[]string{`openjd_redacted_env: "A=********`, `{"log": "********"} ********`}},
		"B15 no blank":          {"openjd_redacted_env:S=xyz1\nxyz1\n", []string{"openjd_redacted_env:********", "********"}},
		"B15 leading blank":     {" openjd_redacted_env: S=xyz1\nxyz1\n", []string{" openjd_redacted_env: ********", "********"}},
		"B15 wrong case":        {"OPENJD_redacted_ENV: S=xyz1\nxyz1\n", []string{"OPENJD_redacted_ENV: ********", "********"}},
		"B15 no colon":          {"openjd_redacted_env S=xyz1\nxyz1\n", []string{"openjd_redacted_env ********", "********"}},
		"B15 an equals sign":    {"openjd_redacted_env=S=xyz1\nS=xyz1\n", []string{"openjd_redacted_env********", "********"}},
		"B15 unterminated JSON": {`openjd_redacted_env: "S=xy\"z1` + "\nxy\"z1\n", []string{"openjd_redacted_env: ********", "********"}},
		"A6 no equals sign":     {"openjd_redacted_env: xyz1\nxyz1\n", []string{"openjd_redacted_env: ********", "********"}},
		"A6 a bad name":         {"openjd_redacted_env: 1S=xyz1\nxyz1\n", []string{"openjd_redacted_env: ********", "********"}},
		"nothing after it":      {"openjd_redacted_env: \nopenjd_redacted_env\n", []string{"openjd_redacted_env: ", "openjd_redacted_env"}},
		"the trace of a shell": {
			"+ echo 'openjd_redacted_env: S=xyz1'\nopenjd_redacted_env: S=xyz1\n",
			[]string{"+ echo 'openjd_redacted_env: ********", "openjd_redacted_env: S=********"}},
		"not UTF-8": {"openjd_redacted_env: S=a\x80b\nxa\x80bx \x80\n", []string{"openjd_redacted_env: S=********", `x********x \x80`}},
		"not cut out of a character": {
			"openjd_redacted_env: S=\xa9z\n\xc3\xa9z\n", []string{"openjd_redacted_env: S=********", `\xc3********`}},
		"B16 status and fail": {
			"openjd_redacted_env: S=hush\nopenjd_status: with hush in it\nopenjd_fail: hush\n",
			[]string{"openjd_redacted_env: S=********", "openjd_status: with ******** in it", "openjd_fail: ********"}},
		"a name that holds another secret": {
			"openjd_redacted_env: S=hush\nopenjd_env: A_hush=1\n",
			[]string{"openjd_redacted_env: S=********", "openjd_env: A_********=1"}},
	} {
		for _, chunk := range chunks {
			c := feed(Options{}, tc.in, chunk)
			require.Equal(t, tc.want, c.texts(), "%s in chunks of %d", name, chunk)
			for _, m := range c.messages() {
				require.NotContains(t, m.Text, "hush", "the text of a message is for display")
				require.NotContains(t, m.Problem, "xyz1")
			}
		}
	}
}

func TestSecretsAreForTheWholeRun(t *testing.T) { // §7
	r := NewRedactor()
	feed(Options{Redactor: r}, "openjd_redacted_env: \"S=first\\nlast\"\n", 0)
	assert.Equal(t, []string{"a ******** b"}, feed(Options{Redactor: r}, "a first b\n", 0).texts(), "another action")
	assert.Equal(t, "x "+Mask+"\n"+Mask+" y", r.Redact("x first\nlast y"), "a text of the runner's own")
	assert.Equal(t, "nothing", r.Redact("nothing"))
	assert.Equal(t, "first", NewRedactor().Redact("first"))
}

func TestALearnedSecretHidesEarlierLinesOfTheSameWrite(t *testing.T) {
	c := feed(Options{}, "hush\nopenjd_redacted_env: S=hush\n", 0)
	assert.Equal(t, Mask, c.texts()[0])
}

func TestSecretAcrossPieces(t *testing.T) { // §18 B14
	secret := "0123456789abcdefghijklmnopqrstuvwxyz"
	for at := 40; at < 200; at++ {
		r := NewRedactor()
		r.Add(secret)
		text := long(".", at) + secret + long(".", 300) + secret + secret + long(".", 77)
		want := long(".", at) + Mask + long(".", 300) + Mask + long(".", 77)
		for _, chunk := range chunks {
			c := feed(Options{Redactor: r, MaxLine: 64}, text, chunk)
			require.Equal(t, []string{want}, c.texts(), "at %d in chunks of %d", at, chunk)
		}
	}
}

func TestTraceInALongLine(t *testing.T) {
	text := long("x", 300) + "openjd_redacted_env: S=" + long("secret", 300)
	for _, chunk := range chunks {
		c := feed(Options{MaxLine: 64}, text+"\nnext\n", chunk)
		require.Equal(t, []string{long("x", 300) + "openjd_redacted_env: " + Mask, "next"}, c.texts(), "in chunks of %d", chunk)
	}
}

// One mask stands for a run of secrets, however long and in how many pieces.
func TestRunOfSecretsInALongLine(t *testing.T) {
	r := NewRedactor()
	r.Add("aa")
	for _, chunk := range chunks {
		c := feed(Options{Redactor: r, MaxLine: 64}, "b"+long("a", 100_001)+"b", chunk)
		require.Equal(t, []string{"b" + Mask + "b"}, c.texts(), "in chunks of %d", chunk)
	}
}

// A secret made to be slow: it overlaps itself everywhere.
func TestRedactionIsLinear(t *testing.T) {
	r := NewRedactor()
	r.Add(long("a", 500_000))
	r.Add(long("ab", 200_000))
	start := time.Now()
	c := feed(Options{Redactor: r}, long("a", 4_000_000)+"\n"+long("ab", 2_000_000)+"\n", 1<<16)
	assert.Equal(t, []string{Mask, Mask}, c.texts())
	assert.Less(t, time.Since(start), 10*time.Second)
}

func TestRedactorIsSafeForConcurrentUse(t *testing.T) {
	r := NewRedactor()
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 50 {
				r.Add(strings.Repeat(string(rune('a'+i)), j+3))
				r.Add("same secret")
				assert.Equal(t, Mask, r.Redact("same secret"))
			}
		})
	}
	wg.Wait()
	assert.Len(t, r.secrets().parts, 4*50+1, "none lost, none twice")
}
