package expr

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func mustRange(t *testing.T, text string) *Range {
	t.Helper()
	r, err := ParseRange(text)
	require.NoError(t, err, text)
	return r
}

func TestParseRange(t *testing.T) {
	tests := []struct {
		name, text string
		values     []int64
		canonical  string
	}{
		{"§3.4.1.1.1 one value", "7", []int64{7}, "7"},
		{"§3.4.1.1.1 leading zero", "01-03", []int64{1, 2, 3}, "1-3"},
		{"§3.4.1.1.1 up", "1 - 5", []int64{1, 2, 3, 4, 5}, "1-5"},
		{"§3.4.1.1.1 negative start", "-1 - 1", []int64{-1, 0, 1}, "-1-1"},
		{"§3.4.1.1.1 both negative", "-5--3", []int64{-5, -4, -3}, "-5--3"},
		{"§3.4.1.1.1 step", "1-5:2", []int64{1, 3, 5}, "1-5:2"},
		{"§3.4.1.1.1 end shortened", "1-10:4", []int64{1, 5, 9}, "1-9:4"},
		{"§3.4.1.1.1 one value of a range", "5-5", []int64{5}, "5"},
		{"§3.4.1.1.1 step beyond the end", "1-3:9", []int64{1}, "1"},
		{"§3.4.1.1.1 down is ascending", "10-1:-3", []int64{1, 4, 7, 10}, "1-10:3"},
		{"§3.4.1.1.1 down, start kept", "10-2:-3", []int64{4, 7, 10}, "4-10:3"},
		{"§3.4.1.1.1 sorted", "10-15:2,1-5", []int64{1, 2, 3, 4, 5, 10, 12, 14}, "1-5,10-14:2"},
		{"§3.4.1.1.1 blanks everywhere", " 1 - 10 : 2 ,\t20 ", []int64{1, 3, 5, 7, 9, 20}, "1-9:2,20"},
		{"§3.4.1.1.1 white space around", "\n1-2\n", []int64{1, 2}, "1,2"},
		{"canonical: text keeps single values", "1,3,5", []int64{1, 3, 5}, "1,3,5"},
		{"canonical: neighbours merge", "3,1,2", []int64{1, 2, 3}, "1-3"},
		{"canonical: equal steps merge", "1-5:2,7-9:2", []int64{1, 3, 5, 7, 9}, "1-9:2"},
		{"canonical: two values", "1-2", []int64{1, 2}, "1,2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := mustRange(t, tt.text)
			assert.Equal(t, tt.values, slices.Collect(r.All()))
			assert.Equal(t, tt.canonical, r.Text())
			assert.Equal(t, int64(len(tt.values)), r.Len())
			for i, v := range tt.values {
				assert.Equal(t, v, r.At(int64(i)))
				at, ok := r.Index(v)
				assert.True(t, ok)
				assert.Equal(t, int64(i), at)
			}
		})
	}
}

func TestParseRangeFaults(t *testing.T) {
	tests := []struct {
		name, text  string
		offset, end int
		message     string
	}{
		{"§3.4.1.1.1 empty", "", 0, 0, "empty"},
		{"§3.4.1.1.1 blank", " \t", 0, 0, "empty"},
		{"§3.4.1.1.1 comma at the end", "1,", 2, 2, "ends where an integer"},
		{"§3.4.1.1.1 two commas", "1,,2", 2, 3, `','`},
		{"§3.4.1.1.1 plus sign", "+1", 0, 1, `'+' stands where an integer`},
		{"§3.4.1.1.1 sign apart", "- 1", 1, 2, `' ' stands where an integer`},
		{"§3.4.1.1.1 underscore", "1_0", 1, 2, `'_' stands where a comma or the end`},
		{"§3.4.1.1.1 no-break space", "1\u00a0-2", 1, 3, "stands where a comma"},
		{"§3.4.1.1.1 newline inside", "1-2\n,3", 3, 4, "stands where a comma"},
		{"§3.4.1.1.1 step without range", "5:2", 0, 2, "needs a range"},
		{"§3.4.1.1.1 no step", "1-5:", 4, 4, "ends where an integer"},
		{"§3.4.1.1.1 step 0", "4,1-3:0", 2, 7, `the step of "1-3:0" is 0`},
		{"§3.4.1.1.1 down without step", "10-1", 0, 4, `goes down from 10 to 1, but its step is 1; write "1-10"`},
		{"§3.4.1.1.1 down to a negative", "1 - -1", 0, 6, "goes down from 1 to -1"},
		{"§3.4.1.1.1 step against down", "5-1:2", 0, 5, `write "5-1:-2"`},
		{"§3.4.1.1.1 step against up", "1-5:-1", 0, 6, "goes up from 1 to 5"},
		{"§3.4.1.1.1 step against up, extreme", "1-5:-9223372036854775808", 0, 24, "goes up"},
		{"§3.4.1.1.1 overlap", "1-10,5-15", 5, 9, `"1-10" and "5-15" overlap`},
		{"§3.4.1.1.1 overlap of written ends", "1-10:4,10-15", 7, 12, "from 1 to 10 and from 10 to 15"},
		{"§3.4.1.1.1 interleaved", "1-5:2,2-4:2", 6, 11, "overlap"},
		{"§3.4.1.1.1 value in a range", "1-11:2,11", 7, 9, `"1-11:2" and "11" overlap`},
		{"§3.4.1.1.1 repeated value, later one named", "2,1,2", 4, 5, `"2" and "2" overlap`},
		{"i64 end", "1-9223372036854775808", 2, 21, "64 bits"},
		{"i64 count", "-9223372036854775808-9223372036854775807", 0, 40, "more than"},
		{"i64 count of two", "-9223372036854775808--1,0-9223372036854775807", 0, 23, "more than"},
		{"i64 count in sum", "-9223372036854775807--1,0-9223372036854775806", 0, 45, "more than"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseRange(tt.text)
			var fault *RangeError
			require.ErrorAs(t, err, &fault)
			assert.Contains(t, err.Error(), tt.message)
			assert.Equal(t, [2]int{tt.offset, tt.end}, [2]int{fault.Offset, fault.End})
		})
	}
}

func TestRangeFromList(t *testing.T) {
	tests := []struct {
		values    []int64
		canonical string
	}{
		{nil, ""},
		{[]int64{5}, "5"},
		{[]int64{3, 1, 2, 2}, "1-3"},
		{[]int64{1, 3, 5}, "1-5:2"},
		{[]int64{1, 3}, "1,3"},
		{[]int64{7, 8}, "7,8"},
		{[]int64{1, 2, 4, 6, 8}, "1,2,4-8:2"},
		{[]int64{1, 4, 6, 8}, "1,4,6,8"},
		{[]int64{1, 3, 7, 8, 9, 10}, "1,3,7-10"},
		{[]int64{math.MinInt64, math.MaxInt64}, "-9223372036854775808,9223372036854775807"},
	}
	for _, tt := range tests {
		r := RangeFromList(tt.values)
		assert.Equal(t, tt.canonical, r.Text(), "%v", tt.values)
		want := slices.Compact(slices.Sorted(slices.Values(tt.values)))
		assert.Equal(t, want, slices.Collect(r.All()), "%v", tt.values)
	}
}

func TestContiguousRange(t *testing.T) {
	assert.Equal(t, "5-5", ContiguousRange(5, 5).Text())
	r := ContiguousRange(1, 2)
	assert.Equal(t, "1-2", r.Text())
	assert.True(t, r.IsContiguousChunk())
	assert.Equal(t, "1,2", r.Slice(0, 2, 1).Text(), "a slice loses the mark")
	assert.True(t, r.Equal(mustRange(t, "1-2")), "equality ignores the mark")
	assert.Equal(t, int64(0), ContiguousRange(2, 1).Len())
}

func TestRangeSlice(t *testing.T) {
	for _, text := range []string{"1-5", "1-9:2,20-40:3,50", "-3,0-4,10,20-29", "7"} {
		r := mustRange(t, text)
		values := slices.Collect(r.All())
		n := int64(len(values))
		for start := int64(0); start <= n; start++ {
			for stop := start; stop <= n; stop++ {
				for step := int64(1); step <= 4; step++ {
					var want []int64
					for i := start; i < stop; i += step {
						want = append(want, values[i])
					}
					got := r.Slice(start, stop, step)
					require.Equal(t, want, slices.Collect(got.All()), "%s[%d:%d:%d]", text, start, stop, step)
					require.Equal(t, int64(len(want)), got.Len())
				}
			}
		}
	}
	assert.Equal(t, "1-5:2", mustRange(t, "1-5").Slice(0, 5, 2).Text())
	assert.Equal(t, "", mustRange(t, "1-5").Slice(3, 3, 1).Text())
	big := mustRange(t, "-9223372036854775808-9223372036854775807:4611686018427387904")
	assert.Equal(t, int64(4), big.Len())
	assert.Equal(t, []int64{math.MinInt64, 0}, slices.Collect(big.Slice(0, 4, 2).All()), "a step that needs 64 bits")
}

func TestRangeRegroup(t *testing.T) {
	for _, text := range []string{
		"1-5", "1,3,5", "1,3,5-9:2", "1,2,4,6,8", "1-3,5-9:2,10", "1,4,6,8", "1-10:3,11-13", "7", "1-7:3,8-20:3,21-24", "1,5-9,10-30:5,31",
		"-5,-3,-1-9:2,12", "1-4,6,8,10-14:4", "9223372036854775806,9223372036854775807",
		"-9223372036854775808,0,9223372036854775807",
	} {
		r := mustRange(t, text)
		got := r.Regroup()
		assert.Equal(t, RangeFromList(slices.Collect(r.All())), got, text)
	}
	assert.Equal(t, "1-1000000000000", mustRange(t, "1-1000000000000").Regroup().Text())
	assert.Equal(t, "1,2", ContiguousRange(1, 2).Regroup().Text(), "the mark is lost")
	assert.Equal(t, int64(0), (&Range{}).Regroup().Len())
}

func TestRangeEqualIgnoresRuns(t *testing.T) {
	assert.True(t, mustRange(t, "1,3,5").Equal(mustRange(t, "1-5:2")))
	assert.True(t, mustRange(t, "1-4,6").Equal(RangeFromList([]int64{1, 2, 3, 4, 6})))
	assert.False(t, mustRange(t, "1-3").Equal(mustRange(t, "1-4")))
	assert.False(t, mustRange(t, "1-5:2").Equal(mustRange(t, "1-3")))
	assert.True(t, (&Range{}).Equal(RangeFromList(nil)))
	// Two huge ranges compare by their runs.
	assert.True(t, mustRange(t, "0-4000000000000000000,4000000000000000002").Equal(
		mustRange(t, "0-1000000000000000000,1000000000000000001-4000000000000000000,4000000000000000002")))
}

func TestRangeSum(t *testing.T) {
	for _, text := range []string{
		"1-100", "-7-3:2,10", "9223372036854775807", "-9223372036854775808", "-9223372036854775808,1",
		"-9223372036854775807-9223372036854775806:3", "-9223372036854775808-9223372036854775807:9223372036854775807",
	} {
		r := mustRange(t, text)
		want := new(big.Int)
		for _, s := range r.Runs() {
			ends := new(big.Int).Add(big.NewInt(s.First), big.NewInt(s.Last))
			want.Add(want, ends.Mul(ends, big.NewInt(s.Len())).Rsh(ends, 1))
		}
		got, ok := r.Sum()
		assert.Equal(t, want.IsInt64(), ok, text)
		if ok {
			assert.Equal(t, want.Int64(), got, text)
		}
	}
	sum, ok := mustRange(t, "1-100").Sum()
	assert.True(t, ok)
	assert.Equal(t, int64(5050), sum)
	_, ok = mustRange(t, "9223372036854775806-9223372036854775807").Sum()
	assert.False(t, ok, "the sum needs 65 bits")
}

func TestRangeIsNeverWrittenOut(t *testing.T) {
	r := mustRange(t, "-4000000000000000000-4000000000000000000:2,4000000000000000002")
	assert.Equal(t, int64(4000000000000000002), r.Len())
	assert.Equal(t, int64(4000000000000000002), r.At(r.Len()-1))
	assert.Equal(t, int64(0), r.At(2000000000000000000))
	assert.True(t, r.Contains(-2))
	assert.False(t, r.Contains(-1))
	lowest, _ := r.Min()
	highest, _ := r.Max()
	assert.Equal(t, [2]int64{-4000000000000000000, 4000000000000000002}, [2]int64{lowest, highest})
	_, ok := (&Range{}).Min()
	assert.False(t, ok)
}

func FuzzParseRange(f *testing.F) {
	for _, seed := range []string{"1-5", "10-1:-3", "1 - 10 : 2 ,20", "-5--3,7", "1-10:4,10-15", "9223372036854775807"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRange(text)
		if err != nil {
			var fault *RangeError
			require.ErrorAs(t, err, &fault)
			require.LessOrEqual(t, fault.Offset, fault.End)
			require.LessOrEqual(t, fault.End, len(text))
			return
		}
		again, err := ParseRange(r.Text())
		require.NoError(t, err, "the canonical text can be read")
		require.True(t, r.Equal(again))
		require.Equal(t, r.At(0), r.Runs()[0].First)
		require.True(t, r.Contains(r.At(r.Len()-1)))
	})
}
