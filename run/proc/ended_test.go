//go:build unix

package proc

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The end of the process is told apart from the end of its output.
func TestEndedComesBeforeTheOutputsEnd(t *testing.T) {
	for name, script := range map[string]string{
		"silent child": "sleep 900 & exit 3",
		"busy child":   "(while :; do echo x; done) & exit 3",
	} {
		t.Run(name, func(t *testing.T) {
			eachKind(t, func(t *testing.T, l *Launcher) {
				p := l.Start(sh(t, script))
				select {
				case <-p.Ended():
				case <-time.After(20 * time.Second):
					require.Fail(t, "the end is not told")
				}
				select {
				case <-p.Done():
					assert.Fail(t, "the child should still hold the output")
				default:
				}
				assert.True(t, p.Ending())
				status := p.Status()
				assert.Equal(t, Exited, status.Reason)
				assert.Equal(t, 3, status.Code)
				assert.False(t, status.Success())
				exit := p.Exit()
				assert.True(t, exit.Held)
				assert.Positive(t, exit.Left)
				assert.Equal(t, status.Code, exit.Code)
				assert.Equal(t, status.Duration, exit.Duration)
			})
		})
	}
}

func TestEndedOfWhatNeverRan(t *testing.T) {
	l := NewLauncher(LauncherOptions{})
	defer func() { require.NoError(t, l.Close()) }()
	p := l.Start(Command{Argv: []string{"/no/such/program"}, Dir: t.TempDir()})
	<-p.Ended()
	<-p.Done()
	assert.Equal(t, p.Exit(), p.Status())
	assert.Equal(t, 127, p.Status().Code)
}

func TestEndingOfARunningProcess(t *testing.T) {
	eachKind(t, func(t *testing.T, l *Launcher) {
		out := newWatch()
		c := sh(t, "echo up; exec sleep 900")
		c.Output = out
		p := l.Start(c)
		out.await(t, "up")
		assert.False(t, p.Ending())
		p.Kill()
		<-p.Ended()
		assert.True(t, p.Ending())
		assert.Equal(t, Canceled, p.Status().Reason)
		p.Exit()
	})
}
