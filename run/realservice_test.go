package run_test

// This file defines Jobs with real servers: a store, a database, an HTTP server,
// an echo of datagrams; and what a coordinator's or a cache's death comes to.

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/run"
)

// needs skips a test where a program is missing, but not where CI promises it.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err == nil {
			continue
		}
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is missing: scripts/packages.sh should have installed it", p)
		}
		t.Skipf("%s is not installed here", p)
	}
}

// redisService is a redis-server without persistence.
func redisService(rest string) string {
	return `
  - name: Redis
    ports: [{name: main}]
    ` + rest + `
    script:
      actions:
        onRun:
          command: redis-server
          args: [--bind, "{{Service.Redis.main.bindAddress}}", --port, "{{Service.Redis.main.port}}", --save, "", --appendonly, "no"]
`
}

// redisCLI asks it.
const redisCLI = `redis-cli -h {{Service.Redis.main.connectAddress}} -p {{Service.Redis.main.port}} `

func TestRealService(t *testing.T) {
	each(t, []lesson{
		{"redis_by_TCP", realRedis},
		{"redis_by_COMMAND_with_PING", realRedisPing},
		{"postgresql", realPostgres},
		{"udp_echo", realUDP},
		{"http_server", realHTTP},
		{"a_chain_of_two", realChain},
		{"a_coordinators_kill_means_RERUN", realCoordinator},
		{"a_caches_kill_means_KEEP", realCache},
	})
}

func realRedis(t *testing.T) {
	needs(t, "redis-server", "redis-cli")
	j := succeeded(t, jobHead+"services:"+redisService("healthCheck: {type: TCP_CONNECT}")+`
steps:
  - name: Put
    dependencies: [{service: Redis}]
    `+numbered(3)+`
    script: {actions: {onRun: `+sh(redisCLI+"incr n")+`}}
  - name: Get
    dependencies: [{dependsOn: Put}, {service: Redis}]
    script: {actions: {onRun: `+sh(`echo "n is $(`+redisCLI+`get n)"`)+`}}
`)
	assert.Equal(t, 1, j.count("n is 3"), j.log())
	assert.Equal(t, 1, j.service("Redis").Launches)
}

func realRedisPing(t *testing.T) {
	needs(t, "redis-server", "redis-cli")
	text := "services:" + redisService("healthCheck: {type: COMMAND, readinessIntervalSeconds: 1}")
	j := succeeded(t, jobHead+text+`        onHealthCheck: `+sh(`[ "$(`+redisCLI+`ping)" = PONG ]`)+`
steps:
  - {name: A, dependencies: [{service: Redis}], script: {actions: {onRun: `+sh(redisCLI+"set a b")+`}}}
`)
	assert.Equal(t, 1, j.count("OK"))
	assert.Equal(t, 1, j.states("Redis", "READY"))
}

// postgresPrograms is where a system keeps initdb, postgres and their like.
func postgresPrograms(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // Debian keeps them off PATH
	require.NoError(t, err)
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1])
	}
	needs(t, "initdb", "postgres", "pg_isready", "psql")
	initdb, err := exec.LookPath("initdb")
	require.NoError(t, err)
	return filepath.Dir(initdb)
}

func realPostgres(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("setpriv is of Linux")
	}
	bin := postgresPrograms(t)
	// PostgreSQL refuses to run as root: there it is started as the user of its
	// package, who must be able to reach its directory.
	as, place := "", "$OPENJD_SESSION_WORKING_DIR/data"
	if os.Getuid() == 0 {
		needs(t, "setpriv")
		as = "setpriv --reuid=postgres --regid=postgres --clear-groups --no-new-privs "
		place = filepath.Join(databaseFolder(t), "data")
	}
	j := succeeded(t, jobHead+`
services:
  - name: DB
    ports: [{name: sql}]
    healthCheck: {type: COMMAND, readinessIntervalSeconds: 1, readinessTimeoutSeconds: 60}
    variables: {PGDATA: "`+place+`"}
    script:
      actions:
        onEnter: `+sh(`PGDATA=`+place+`; cd /; `+as+bin+`/initdb -D "$PGDATA" -U runner -A trust --no-sync >/dev/null && echo initialised; echo "openjd_env: PGDATA=$PGDATA"`)+`
        onRun:
          command: sh
          args: ["-c", "cd /; exec `+as+bin+`/postgres -D $PGDATA -h {{Service.DB.sql.bindAddress}} -p {{Service.DB.sql.port}} -c unix_socket_directories= -c fsync=off"]
          cancelation: {mode: NOTIFY_THEN_TERMINATE, notifyPeriodInSeconds: 20}
        onHealthCheck: {command: `+bin+`/pg_isready, args: [-q, -h, "{{Service.DB.sql.connectAddress}}", -p, "{{Service.DB.sql.port}}"]}
steps:
  - name: Query
    dependencies: [{service: DB}]
    script:
      actions:
        onRun:
          command: `+bin+`/psql
          args: [-h, "{{Service.DB.sql.connectAddress}}", -p, "{{Service.DB.sql.port}}", -U, runner, -d, postgres, -Atc, "create table t(n int); insert into t select generate_series(1, 100); select 'sum ' || sum(n) from t"]
`)
	j.order("initialised", "sum 5050", "shut down")
	assert.Equal(t, 1, j.service("DB").Launches)
}

// databaseFolder is a folder that another user can use.
func databaseFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "runner-postgres-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	require.NoError(t, os.Chmod(dir, 0o777))
	return dir
}

func realUDP(t *testing.T) {
	j := succeeded(t, jobHead+`
services:
  - name: Echo
    ports: [{name: u, protocol: UDP}]
    healthCheck: {type: STDOUT}
    script: {actions: {onRun: `+sh(`exec "$TOOL" tool udp {{Service.Echo.u.bindAddress}} {{Service.Echo.u.port}}`)+`}}
steps:
  - name: A
    dependencies: [{service: Echo}]
    `+numbered(2)+`
    script: {actions: {onRun: `+sh(`"$TOOL" tool ask-udp {{Service.Echo.u.connectAddress}} {{Service.Echo.u.port}} parcel{{Task.Param.N}}`)+`}}
`, tools())
	j.order("got parcel1", "got parcel2")
}

func realHTTP(t *testing.T) {
	needs(t, "python3")
	j := succeeded(t, jobHead+`
services:
  - name: Web
    ports: [{name: http}]
    script:
      actions:
        onEnter: `+sh("echo from the Service >page")+`
        onRun: {command: python3, args: [-m, http.server, --bind, "{{Service.Web.http.bindAddress}}", "{{Service.Web.http.port}}"]}
steps:
  - name: Fetch
    dependencies: [{service: Web}]
    script:
      actions:
        onRun:
          command: python3
          args: ["-c", "import urllib.request as r; print(r.urlopen('http://{{join_host_port(Service.Web.http.connectAddress, Service.Web.http.port)}}/page').read().decode())"]
`)
	assert.Equal(t, 1, j.count("from the Service"))
}

// realChain is a store behind a front that speaks to it.
func realChain(t *testing.T) {
	needs(t, "redis-server", "redis-cli")
	j := succeeded(t, jobHead+"services:"+redisService("healthCheck: {type: TCP_CONNECT}")+`
  - name: Front
    dependencies: [{service: Redis}]
    ports: [{name: p}]
    healthCheck: {type: STDOUT}
    script:
      actions:
        onEnter: `+sh(redisCLI+"set via front")+`
        onRun: `+sh(announce)+`
        onExit: `+sh(`echo "front leaves, the store says $(`+redisCLI+`get via)"`)+`
steps:
  - {name: A, dependencies: [{service: Front}, {service: Redis}], script: {actions: {onRun: `+sh(`echo "task says $(`+redisCLI+`get via)"`)+`}}}
`)
	j.order("task says front", "front leaves, the store says front")
}

// realCoordinator hands out parts; when it is killed its knowledge of what is done
// is gone, so everything runs again.
func realCoordinator(t *testing.T) {
	needs(t, "redis-server", "redis-cli")
	j := succeeded(t, jobHead+"services:"+redisService("restartPolicy: {maxAttempts: 1, completedTasks: RERUN}")+`
steps:
  - name: Work
    dependencies: [{service: Redis}]
    `+numbered(4)+`
    script:
      actions:
        onRun: `+sh(`part=$(`+redisCLI+`incr next); echo "work {{Task.Param.N}} part $part"
if [ {{Task.Param.N}} = 3 ] && mkdir $DIR/once 2>/dev/null; then
  kill -9 $(`+redisCLI+`info server | tr -d '\r' | sed -n 's/^process_id://p'); exec sleep 60
fi`)+`
  - name: Sum
    dependencies: [{dependsOn: Work}, {service: Redis}]
    script: {actions: {onRun: `+sh(`echo "parts $(`+redisCLI+`get next)"`)+`}}
`, second(folder(t)))
	j.order("work 1 part 1", "work 2 part 2", "work 3 part 3", "work 1 part 1", "work 2 part 2", "work 3 part 3", "work 4 part 4", "parts 4")
	assert.Equal(t, run.StepResult{Name: "Work", Outcome: run.Succeeded, Total: 4, Succeeded: 4}, j.result.Steps[0])
}

// realCache forgets when it is killed, which costs time and nothing else.
func realCache(t *testing.T) {
	needs(t, "redis-server", "redis-cli")
	j := succeeded(t, jobHead+"services:"+redisService("restartPolicy: {maxAttempts: 1, completedTasks: KEEP}")+`
steps:
  - name: Work
    dependencies: [{service: Redis}]
    `+numbered(4)+`
    script:
      actions:
        onRun: `+sh(`was=$(`+redisCLI+`get key); `+redisCLI+`set key {{Task.Param.N}}; echo "work {{Task.Param.N}} found ${was:-nothing}"
if [ {{Task.Param.N}} = 2 ]; then kill -9 $(`+redisCLI+`info server | tr -d '\r' | sed -n 's/^process_id://p'); fi`)+`
`, second(folder(t)))
	j.order("work 1 found nothing", "work 2 found 1", "work 3 found nothing", "work 4 found 3")
	assert.Equal(t, 4, j.count("found"), "nothing is done twice")
	assert.Equal(t, 2, j.service("Redis").Launches)
}
