package template

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/template/expr"
)

// §5, §5.3.2: the defaults of hooks. An onWrapEnvExit without a timeout must
// not hold up the end of a Session for ever, and the notify period of every hook
// is that of "otherwise", also of onWrapTaskRun.
func TestHookTiming(t *testing.T) {
	env := &expr.Env{Symbols: expr.NewSymbols(nil), Library: expr.Base()}
	for hook, timeout := range map[string]time.Duration{
		"onWrapEnvEnter": 0, "onWrapTaskRun": 0, "onWrapEnvExit": 300 * time.Second,
		"onWrapServiceEnter": 0, "onWrapServiceRun": 0, "onWrapServiceHealthCheck": 30 * time.Second, "onWrapServiceExit": 300 * time.Second,
	} {
		text := "specificationVersion: environment-2023-09\nextensions: [WRAP_ACTIONS, EXPR, SERVICE]\nenvironment:\n  name: W\n  script:\n    actions:\n"
		for _, name := range []string{"onWrapEnvEnter", "onWrapTaskRun", "onWrapEnvExit",
			"onWrapServiceEnter", "onWrapServiceRun", "onWrapServiceHealthCheck", "onWrapServiceExit"} {
			text += "      " + name + ": {command: a, cancelation: {mode: NOTIFY_THEN_TERMINATE}}\n"
		}
		d, err := Load("w.yaml", []byte(text), Options{})
		require.NoError(t, err)
		found := false
		for _, a := range d.Environment.Environment.Wrap.Actions() {
			if a.Kind.String() != hook {
				continue
			}
			found = true
			timing, err := a.Timing(env)
			require.NoError(t, err)
			assert.Equal(t, ActionTiming{Timeout: timeout, Mode: NotifyThenTerminate, NotifyPeriod: 30 * time.Second}, timing, hook)
		}
		assert.True(t, found, hook)
	}
}
