package expr

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNumberedName(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int64
		want string
	}{
		{"file_003.exr", 72, "file_072.exr"},
		{"file_%d.exr", 72, "file_72.exr"},
		{"file_%04d.exr", 72, "file_0072.exr"},
		{"file_####.exr", 72, "file_0072.exr"},
		{"file_######.exr", 72, "file_000072.exr"},
		{"file_###.exr", 10000, "file_10000.exr"},
		{"render.exr", 72, "render_0072.exr"},
		{"file_003.exr", -1, "file_-01.exr"},
		{"file_%04d.exr", -1, "file_-001.exr"},
		{"file_####.exr", -1, "file_-001.exr"},
		{"render.0001.exr", 72, "render.0072.exr"},
		{"file.v2.003.exr", 72, "file.v2.072.exr"},
		{"file.001", 72, "file_0072.001"},
		{"f_%d_abc_###.exr", 42, "f_%d_abc_042.exr"},
		{"file_%04d_003.exr", 72, "file_%04d_072.exr"},
		{"a_##_b12.x", 1, "a_##_b01.x"},
		{"a_##_b.x", 1, "a_01_b.x"},
		{"a_%02d_b.x", 1, "a_01_b.x"},
		{"v2_final.exr", 3, "v2_final_0003.exr"},
		{".hidden", 1, ".hidden_0001"},
		{"%4d", 1, "%4d_0001"},
		{"%00d", 1, "1"},
		{"%%04d", 3, "%0003"},
		{"%04d%s", 3, "0003%s"},
		{"007", -5, "-05"},
		{"a%05d", -123456, "a-123456"},
		{"########", math.MinInt64, "-9223372036854775808"},
		{"file", -1, "file_-001"},
		{"file٣٤", 1, "file٣٤_0001"},
		{"%032d", 1, strings.Repeat("0", 31) + "1"},
		{strings.Repeat("1", 40), 1, strings.Repeat("0", 39) + "1"},
	} {
		got, err := numberedName(c.name, c.n)
		require.NoError(t, err, c.name)
		assert.Equal(t, c.want, got, "§2.3.2 with_number(%q, %d)", c.name, c.n)
	}
	for _, name := range []string{"", "%033d.x", strings.Repeat("#", 33), "%0" + strings.Repeat("9", 30) + "d"} {
		_, err := numberedName(name, 1)
		assert.Error(t, err, "§2.3.2 with_number(%q)", name)
	}
}

func TestNumberedText(t *testing.T) {
	for _, c := range []struct {
		style      PathStyle
		text, want string
	}{
		{POSIX, "file_003.exr", "file_007.exr"},
		{POSIX, "./a//b##.x", "./a//b07.x"},
		{POSIX, "dir.1/a_##", "dir.1/a_07"},
		{POSIX, "a12/", "a07"},
		{POSIX, `d\a_1`, `d\a_7`},
		{Windows, `d1\a_1`, `d1\a_7`},
		{Windows, `d1\.5`, `d1\.7`},
		{Windows, `d/a_#.x`, `d/a_7.x`},
		{POSIX, "s3://b/a_003.exr", "s3://b/a_007.exr"},
		{POSIX, "..", ".._0007"},
	} {
		got, err := numberedText(c.style, c.text, 7)
		require.NoError(t, err, c.text)
		assert.Equal(t, c.want, got, "§2.3.2 with_number(%q, 7)", c.text)
	}
	for _, text := range []string{"", "/", "//", "s3://b", "s3://bucket1", "s3://b/"} {
		_, err := numberedText(POSIX, text, 7)
		assert.Error(t, err, "§2.3.2 with_number(%q)", text)
	}
}
