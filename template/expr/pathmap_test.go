package expr

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRulesApply(t *testing.T) {
	rules, err := NewRules([]Rule{
		{"POSIX", "/mnt", "/short"},
		{"POSIX", "/mnt/shared/", "/local/cache/"},
		{"posix", "/mnt/shared", "/never"},
		{"POSIX", "rel", "/from/rel"},
		{"WINDOWS", `D:\assets`, "/data/assets"},
		{"WINDOWS", `\\srv\share`, "/unc"},
		{"URI", "s3://bucket/assets", "/s3"},
		{"URI", "gs://all/", "/gs"},
		{"URI", "s3://bucket/moved", "s3://other/dir/"},
	})
	require.NoError(t, err)
	for _, c := range []struct{ in, want string }{
		{"/mnt/shared/project/scene.exr", "/local/cache/project/scene.exr"},
		{"/mnt/shared", "/local/cache"}, {"/mnt/shared/", "/local/cache/"}, {"/mnt/other", "/short/other"},
		{"/mnt/sharedx", "/short/sharedx"}, {"/mntx", "!"}, {"/mnt", "/short"}, {"/MNT/a", "!"}, {"mnt/a", "!"},
		{"/mnt//shared/./a//b/../c", "/local/cache/a/b/../c"}, {"/mnt/shared/a/", "/local/cache/a/"},
		{"rel/a", "/from/rel/a"}, {"/rel/a", "!"},
		{`D:\assets\textures\wood.png`, "/data/assets/textures/wood.png"}, {`d:/ASSETS/Tex`, "/data/assets/Tex"},
		{`D:\assetsx`, "!"}, {`E:\other\file.txt`, "!"}, {`\\SRV\share\a\b`, "/unc/a/b"}, {`D:\assets\a\`, "/data/assets/a/"},
		{"s3://bucket/assets/a//b/./c", "/s3/a/b/c"}, {"s3://bucket/assets", "/s3"}, {"S3://Bucket/assets/a", "/s3/a"},
		{"s3://bucket/Assets/a", "!"}, {"s3://bucket/assetsx", "!"}, {"s3://bucket", "!"}, {"s3://bucket/assets/a/", "/s3/a/"},
		{"gs://all/x", "/gs/x"}, {"gs://all", "/gs"}, {"gs://allx", "!"},
		{"s3://bucket/moved/a//b/", "s3://other/dir/a//b/"}, {"", "!"},
	} {
		got, ok := rules.Apply(c.in, POSIX)
		if c.want == "!" {
			assert.False(t, ok, c.in)
			assert.Equal(t, c.in, got, "unmatched is untouched")
			continue
		}
		assert.True(t, ok, c.in)
		assert.Equal(t, c.want, got, "Path Mapping %q", c.in)
	}
	assert.Equal(t, RulePOSIX, rules.List()[2].Format, "lower case names are taken")
}

func TestRulesApplyOnWindows(t *testing.T) {
	rules, err := NewRules([]Rule{
		{"POSIX", "/mnt", "Z:/mnt"}, {"WINDOWS", `D:\a`, `E:\`}, {"URI", "s3://b", `C:\s3`}, {"POSIX", "/", "R:/root"},
	})
	require.NoError(t, err)
	for in, want := range map[string]string{
		"/mnt/a/b": `Z:\mnt\a\b`, `d:\A\b`: `E:\b`, `D:\a`: `E:\`, `D:\a\`: `E:\`, "s3://b/x/y": `C:\s3\x\y`,
		"/x": `R:\root\x`, "/mnt/": `Z:\mnt\`,
	} {
		got, ok := rules.Apply(in, Windows)
		assert.True(t, ok)
		assert.Equal(t, want, got, "Path Mapping %q", in)
	}
}

func TestParseRules(t *testing.T) {
	rules, err := ParseRules([]byte(`{"version": "pathmapping-1.0", "path_mapping_rules": [
		{"source_path_format": "POSIX", "source_path": "/mnt", "destination_path": "/<local>"},
		{"source_path_format": "windows", "source_path": "D:\\a", "destination_path": "/d"}]}`))
	require.NoError(t, err)
	assert.Equal(t, []Rule{{RulePOSIX, "/mnt", "/<local>"}, {RuleWindows, `D:\a`, "/d"}}, rules.List())
	again, err := ParseRules(rules.JSON())
	require.NoError(t, err)
	assert.Equal(t, rules, again)
	assert.Contains(t, string(rules.JSON()), "/<local>")

	for _, none := range []string{`{"version": "pathmapping-1.0"}`, `{"version":"pathmapping-1.0","path_mapping_rules":[]}`} {
		rules, err := ParseRules([]byte(none))
		require.NoError(t, err)
		assert.Zero(t, rules.Len())
		assert.Equal(t, "{}", string(rules.JSON()))
	}
	var missing *Rules
	assert.Equal(t, "{}", string(missing.JSON()))
	text, ok := missing.Apply("/a", POSIX)
	assert.False(t, ok)
	assert.Equal(t, "/a", text)
}

func TestParseRulesFaults(t *testing.T) {
	rule := func(fields string) string {
		return `{"version":"pathmapping-1.0","path_mapping_rules":[` + fields + `]}`
	}
	for _, c := range []struct{ in, message string }{
		{``, "ends too early"}, {`{`, "ends too early"}, {`{"version" 1}`, "not valid JSON at byte"}, {`[]`, "not a JSON object"}, {`null`, "not a JSON object"},
		{`{} x`, "follows the object"}, {`{}`, "version is missing"}, {`{"version":1}`, "version must be a string"},
		{`{"version":"2"}`, `it must be "pathmapping-1.0"`}, {`{"version":"pathmapping-1.0","rules":[]}`, `unknown key "rules"`},
		{`{"version":"pathmapping-1.0","path_mapping_rules":{}}`, "must be a list"},
		{`{"version":"pathmapping-1.0","path_mapping_rules":[],"path_mapping_rules":[]}`, `the key "path_mapping_rules" is given twice`},
		{rule(`{"source_path":"/a","source_path":"/b"}`), `rule 1: the key "source_path" is given twice`},
		{rule(`1`), "rule 1: not a JSON object"}, {rule(`{}`), "rule 1: source_path_format is missing"},
		{rule(`{"source_path_format":"DOS","source_path":"a","destination_path":"b"}`), "POSIX, WINDOWS or URI"},
		{rule(`{"source_path_format":"POSIX","source_path":null,"destination_path":"b"}`), "source_path must be a string"},
		{rule(`{"source_path_format":"POSIX","source_path":"","destination_path":"b"}`), "source_path is empty"},
		{rule(`{"source_path_format":"POSIX","source_path":"/a","destination_path":""}`), "destination_path is empty"},
		{rule(`{"source_path_format":"URI","source_path":"/a","destination_path":"b"}`), "is no URI"},
		{rule(`{"source_path_format":"POSIX","source_path":"/a","destination_path":"b","x":1}`), `rule 1: unknown key "x"`},
	} {
		_, err := ParseRules([]byte(c.in))
		if assert.Error(t, err, c.in) {
			assert.Regexp(t, c.message, err.Error(), c.in)
		}
	}
}
