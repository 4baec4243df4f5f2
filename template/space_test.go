package template

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"runner/template/expr"
)

// spaceOf builds a space of task parameters; a fault where it cannot be.
func spaceOf(t *testing.T, combination string, dims ...*dimension) (*Space, *Fault) {
	t.Helper()
	s := &Space{dims: dims, text: combination}
	c, err := parseCombination(combination)
	require.NoError(t, err)
	root, fault := s.build(c)
	s.root = root
	return s, fault
}

func ints(t *testing.T, name, text string) *dimension {
	t.Helper()
	r, err := expr.ParseRange(text)
	require.NoError(t, err)
	return &dimension{name: name, typ: IntParam, values: rangeValues{rng: r}}
}

func intList(name string, values ...int64) *dimension {
	d := &dimension{name: name, typ: IntParam}
	for _, v := range values {
		d.values.list = append(d.values.list, expr.IntValue(v))
	}
	return d
}

func texts(name string, values ...string) *dimension {
	d := &dimension{name: name, typ: StringParam}
	for _, v := range values {
		d.values.list = append(d.values.list, expr.StringValue(v))
	}
	return d
}

func chunked(d *dimension, size, target int64, constraint string) *dimension {
	d.typ = ChunkIntParam
	d.chunks = newChunking(d.values, size, target, constraint == Contiguous)
	return d
}

// tasks lists all Tasks of a small space, each as "1/x".
func tasks(t *testing.T, s *Space) []string {
	t.Helper()
	var out []string
	for i := range s.Len() {
		task, err := s.At(i)
		require.NoError(t, err)
		out = append(out, short(task))
	}
	return out
}

func short(task TaskParameters) string {
	var words []string
	for _, p := range task {
		words = append(words, p.Value.Text())
	}
	return strings.Join(words, "/")
}

func TestSpaceOrder(t *testing.T) {
	a, b, c, d := ints(t, "A", "1-3"), ints(t, "B", "10-12"), ints(t, "C", "20-21"), texts("D", "x", "y", "z")
	tests := []struct {
		name, combination string
		dims              []*dimension
		tasks             string
	}{
		{"§3.4.3 one", "A", []*dimension{a}, "1 2 3"},
		{"§3.4.3 product, leftmost slowest", "A * C", []*dimension{a, c}, "1/20 1/21 2/20 2/21 3/20 3/21"},
		{"§3.4.3 product in another order", "C*A", []*dimension{a, c}, "1/20 2/20 3/20 1/21 2/21 3/21"},
		{"§3.4.3 association", "(A,B)", []*dimension{a, b}, "1/10 2/11 3/12"},
		{"§3.4.3 association of three", "( A , B,D )", []*dimension{a, b, d}, "1/10/x 2/11/y 3/12/z"},
		{"§3.4.3 association in a product", "(A,B) * C", []*dimension{a, b, c}, "1/10/20 1/10/21 2/11/20 2/11/21 3/12/20 3/12/21"},
		{"§3.4.3 product in an association", "(A * C, E)", []*dimension{a, c, intList("E", 6, 5, 4, 3, 2, 1)},
			"1/20/6 1/21/5 2/20/4 2/21/3 3/20/2 3/21/1"},
		{"§3.4.3 nested association", "((A,B), D)", []*dimension{a, b, d}, "1/10/x 2/11/y 3/12/z"},
		{"§3.4.3 parentheses around one", "(A)", []*dimension{a}, "1 2 3"},
		{"§3.4.3 parentheses around a product", "(A*C)", []*dimension{a, c}, "1/20 1/21 2/20 2/21 3/20 3/21"},
		{"B23 list order and repetitions", "A", []*dimension{intList("A", 3, 1, 3)}, "3 1 3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, fault := spaceOf(t, tt.combination, tt.dims...)
			require.Nil(t, fault)
			assert.Equal(t, tt.tasks, strings.Join(tasks(t, s), " "))
		})
	}
}

func TestSpaceBounds(t *testing.T) {
	empty := &Space{}
	assert.Equal(t, int64(1), empty.Len())
	task, err := empty.At(0)
	require.NoError(t, err)
	assert.Empty(t, task)
	for _, i := range []int64{-1, 1} {
		_, err = empty.At(i)
		assert.Error(t, err)
	}
	_, fault := spaceOf(t, "(A, B)", ints(t, "A", "1-4"), texts("B", "x", "y", "z"))
	require.NotNil(t, fault)
	assert.Contains(t, fault.Message, "A has 4 and B has 3")
	_, fault = spaceOf(t, "A*(B,C)", ints(t, "A", "1-2"), ints(t, "B", "1-2"), ints(t, "C", "1-3"))
	require.NotNil(t, fault)
}

func TestSpaceIsNeverWrittenOut(t *testing.T) {
	s, fault := spaceOf(t, "A*B", ints(t, "A", "1-1000000"), ints(t, "B", "1-1000000"))
	require.Nil(t, fault)
	assert.Equal(t, int64(1_000_000_000_000), s.Len())
	task, err := s.At(s.Len() - 1)
	require.NoError(t, err)
	assert.Equal(t, "1000000/1000000", short(task))
	task, _ = s.At(1_000_000)
	assert.Equal(t, "2/1", short(task))
	_, fault = spaceOf(t, "A*B", ints(t, "A", "1-9223372036854775807"), ints(t, "B", "1-2"))
	require.NotNil(t, fault)
	assert.Contains(t, fault.Message, "64 bits")
	s, fault = spaceOf(t, "A", ints(t, "A", "1-9223372036854775807"))
	require.Nil(t, fault)
	task, err = s.At(math.MaxInt64 - 1)
	require.NoError(t, err)
	assert.Equal(t, "9223372036854775807", short(task))
}

func TestChunks(t *testing.T) {
	tests := []struct {
		name       string
		dim        *dimension
		size       int64
		target     int64
		constraint string
		chunks     string
	}{
		{"§3.4.1.5 even", ints(t, "A", "1-12"), 5, 0, Contiguous, "1-4 5-8 9-12"},
		{"§3.4.1.5 first ones longer", ints(t, "A", "1-11"), 5, 0, Contiguous, "1-4 5-8 9-11"},
		{"§3.4.1.5 larger than the range", ints(t, "A", "1-3"), 10, 0, Contiguous, "1-3"},
		{"§3.4.1.5 one value", ints(t, "A", "5"), 10, 0, Contiguous, "5-5"},
		{"§3.4.1.5 never over a gap", ints(t, "A", "1,10-12,18-20"), 10, 0, Contiguous, "1-1 10-12 18-20"},
		{"§3.4.1.5 steps are gaps", ints(t, "A", "1-7:3"), 10, 0, Contiguous, "1-1 4-4 7-7"},
		{"§3.4.1.5 a stepped run that touches the next", ints(t, "A", "1-5:2,6-8"), 10, 0, Contiguous, "1-1 3-3 5-8"},
		{"§3.4.1.5 a stepped run that touches the one before", ints(t, "A", "1-2,3-7:2"), 10, 0, Contiguous, "1-3 5-5 7-7"},
		{"§3.4.1.5 stepped runs that touch", ints(t, "A", "1-5:2,6-10:2"), 10, 0, Contiguous, "1-1 3-3 5-6 8-8 10-10"},
		{"§3.4.1.5 noncontiguous", ints(t, "A", "1-8"), 3, 0, Noncontiguous, "1-3 4-6 7,8"},
		{"§3.4.1.5 noncontiguous over gaps", ints(t, "A", "1,3,5,20-22"), 3, 0, Noncontiguous, "1-5:2 20-22"},
		{"B26 list order", intList("A", 5, 1, 2), 2, 0, Contiguous, "5-5 1-2"},
		{"B26 list order, noncontiguous", intList("A", 5, 1, 2), 2, 0, Noncontiguous, "1,5 2"},
		{"B26 repetitions", intList("A", 1, 1, 2), 5, 0, Contiguous, "1-1 1-2"},
		{"RFC 0001 greedy", ints(t, "A", "1,10-12,18-50"), 10, 900, Contiguous, "1-1 10-12 18-27 28-37 38-47 48-50"},
		{"greedy, noncontiguous", ints(t, "A", "1-8"), 3, 900, Noncontiguous, "1-3 4-6 7,8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := *tt.dim
			s, fault := spaceOf(t, "A", chunked(&d, tt.size, tt.target, tt.constraint))
			require.Nil(t, fault)
			assert.Equal(t, tt.chunks, strings.Join(tasks(t, s), " "))
		})
	}
}

// The analytic division of runs must agree with a walk over the values.
func TestChunksOfRangeAndListAgree(t *testing.T) {
	for _, text := range []string{"1-20", "1-5:2,6-10:2,11-13", "1,2,3-9:3,10,11-30:4,31-33", "-5--1,0-10:5"} {
		for size := int64(1); size < 9; size++ {
			for _, target := range []int64{0, 60} {
				for _, constraint := range []string{Contiguous, Noncontiguous} {
					a := ints(t, "A", text)
					b := intList("A", slices.Collect(a.values.rng.All())...)
					x, _ := spaceOf(t, "A", chunked(a, size, target, constraint))
					y, _ := spaceOf(t, "A", chunked(b, size, target, constraint))
					require.Equal(t, tasks(t, y), tasks(t, x), "%s by %d, target %d, %s", text, size, target, constraint)
				}
			}
		}
	}
}

func TestChunksOfHugeRanges(t *testing.T) {
	s, fault := spaceOf(t, "A", chunked(ints(t, "A", "1-1000000000000"), 1000, 0, Noncontiguous))
	require.Nil(t, fault)
	assert.Equal(t, int64(1_000_000_000), s.Len())
	task, err := s.At(s.Len() - 1)
	require.NoError(t, err)
	assert.Equal(t, "999999999001-1000000000000", short(task))
	s, _ = spaceOf(t, "A", chunked(ints(t, "A", "1-1000000000000"), math.MaxInt64, 0, Noncontiguous))
	task, _ = s.At(0)
	assert.Equal(t, "1-1000000000000", short(task))
	s, _ = spaceOf(t, "A", chunked(ints(t, "A", "1-1000000000001:2"), 1000, 0, Contiguous))
	assert.Equal(t, int64(500_000_000_001), s.Len())
	task, _ = s.At(1)
	assert.Equal(t, "3-3", short(task))
}

func TestChunksInProduct(t *testing.T) {
	s, _ := spaceOf(t, "A*B", chunked(ints(t, "A", "1-4"), 2, 0, Contiguous), ints(t, "B", "1-2"))
	assert.Equal(t, "1-2/1 1-2/2 3-4/1 3-4/2", strings.Join(tasks(t, s), " "), "B26: without a target the order stays")
	assert.Nil(t, s.Adaptive())
}

// adaptiveTasks runs all Tasks, each value taking so many seconds.
func adaptiveTasks(a *Adaptive, secondsEach float64) []string {
	var out []string
	for {
		task, ok := a.Next()
		if !ok {
			return out
		}
		out = append(out, short(task))
		n := task[a.dim].Value.Range().Len()
		a.Observe(n, float64(n)*secondsEach)
	}
}

func TestAdaptiveChunks(t *testing.T) {
	s, _ := spaceOf(t, "A*B", chunked(ints(t, "A", "1-6"), 3, 3, Contiguous), texts("B", "x", "y"))
	assert.Equal(t, []string{"1-3/x", "4-6/x", "1-3/y", "4-6/y"}, adaptiveTasks(s.Adaptive(), 1), "the chunked parameter is fastest")

	s, _ = spaceOf(t, "A", chunked(ints(t, "A", "1-40"), 2, 100, Contiguous))
	got := adaptiveTasks(s.Adaptive(), 1)
	assert.Equal(t, "1-2", got[0])
	assert.Equal(t, "3-28", got[1], "0.75*2 + 0.25*100")
	assert.Less(t, len(got), 5)

	s, _ = spaceOf(t, "A", chunked(ints(t, "A", "1-60"), 8, 1, Contiguous))
	got = adaptiveTasks(s.Adaptive(), 100)
	assert.Equal(t, "60-60", got[len(got)-1], "at least one value a chunk")

	s, _ = spaceOf(t, "A", chunked(ints(t, "A", "1-5,20-25,40"), 4, 10, Contiguous))
	assert.Equal(t, []string{"1-4", "5-5", "20-25", "40-40"}, adaptiveTasks(s.Adaptive(), 1), "stops at gaps")

	s, _ = spaceOf(t, "A", chunked(intList("A", 5, 1, 2, 9), 3, 10, Noncontiguous))
	assert.Equal(t, []string{"1,2,5", "9"}, adaptiveTasks(s.Adaptive(), 1))
}

func TestAdaptiveWithoutMeasurableTime(t *testing.T) {
	s, _ := spaceOf(t, "A", chunked(ints(t, "A", "1-9223372036854775807"), 1, 1, Contiguous))
	a := s.Adaptive()
	for range 30 {
		_, ok := a.Next()
		if !ok {
			break
		}
		a.Observe(1, 0)
		require.Positive(t, a.Size())
	}
	a.Observe(0, 1)
	a.Observe(1, math.NaN())
	a.Observe(1, math.Inf(1))
	a.Observe(1, -1)
	assert.Positive(t, a.Size())
}

func TestSelect(t *testing.T) {
	floats := &dimension{name: "F", typ: FloatParam}
	for _, text := range []string{"1.50", "2"} {
		v, err := numberText(FloatParam, text)
		require.NoError(t, err)
		floats.values.list = append(floats.values.list, v)
	}
	s, fault := spaceOf(t, "(A,D)*F", ints(t, "A", "1-5:2"), texts("D", "x", "y", "x"), floats)
	require.Nil(t, fault)
	tests := []struct {
		name   string
		values map[string]string
		task   string // or part of the error after "!"
	}{
		{"one Task", map[string]string{"A": "3", "D": "y", "F": "2.0"}, "3/y/2"},
		{"number as text", map[string]string{"A": "05", "D": "x", "F": "1.5"}, "5/x/1.50"},
		{"not together", map[string]string{"A": "3", "D": "x", "F": "2"}, "!does not bring these values together"},
		{"value outside", map[string]string{"A": "2", "D": "x", "F": "2"}, `!2 is no value of the task parameter "A"`},
		{"no number", map[string]string{"A": "q", "D": "x", "F": "2"}, `!task parameter "A": "q" is not an integer`},
		{"missing", map[string]string{"A": "3"}, "!missing: D, F"},
		{"unknown", map[string]string{"A": "3", "D": "y", "F": "2", "Dd": "1"}, `!no task parameter "Dd"; did you mean "D"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			task, err := s.Select(tt.values)
			if want, ok := strings.CutPrefix(tt.task, "!"); ok {
				require.Error(t, err)
				assert.Contains(t, err.Error(), want)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.task, short(task))
		})
	}
	_, err := (&Space{}).Select(map[string]string{"A": "1"})
	assert.ErrorContains(t, err, "no task parameters")
	task, err := (&Space{}).Select(nil)
	require.NoError(t, err)
	assert.Empty(t, task)
}

func TestSelectChunk(t *testing.T) {
	s, _ := spaceOf(t, "A*B", chunked(ints(t, "A", "1-6,10"), 2, 0, Contiguous), ints(t, "B", "1-2"))
	for value, want := range map[string]string{"1-2": "1-2/1", "2-5": "2-5/1", "10": "10-10/1",
		"1,3": "!gaps", "1-5:2": "!gaps", "5-7": "!7 is no value", "x": `!task parameter "A"`, "1-9000000000000000000": "!more values"} {
		task, err := s.Select(map[string]string{"A": value, "B": "1"})
		if message, ok := strings.CutPrefix(want, "!"); ok {
			assert.ErrorContains(t, err, message, value)
			continue
		}
		require.NoError(t, err, value)
		assert.Equal(t, want, short(task))
	}
	s, _ = spaceOf(t, "A", chunked(ints(t, "A", "1-6,10"), 2, 0, Noncontiguous))
	task, err := s.Select(map[string]string{"A": "1,3,10"})
	require.NoError(t, err)
	assert.Equal(t, "1,3,10", short(task))
}

// What At gives, Select finds, for every Task of a nested space.
func TestSelectFindsWhatAtGives(t *testing.T) {
	s, fault := spaceOf(t, "((A*C, E), D*B)*F", ints(t, "A", "1-3"), ints(t, "B", "1-3"), ints(t, "C", "1-2"),
		texts("D", "x", "y"), intList("E", 6, 5, 4, 3, 2, 1), ints(t, "F", "1-2"))
	require.Nil(t, fault)
	for i := range s.Len() {
		task, err := s.At(i)
		require.NoError(t, err)
		values := map[string]string{}
		for _, p := range task {
			values[p.Name] = p.Value.Text()
		}
		found, err := s.Select(values)
		require.NoError(t, err)
		require.Equal(t, short(task), short(found))
		values["E"] = fmt.Sprint(7 - task[4].Value.Int())
		_, err = s.Select(values)
		require.Error(t, err)
	}
}

func TestCombination(t *testing.T) {
	for text, want := range map[string]string{
		"A": "A", " A ": "A", "A*B": "A * B", "(A,B)*C": "(A, B) * C", "((A , B), C*D)": "((A, B), C * D)", "_a1": "_a1",
	} {
		c, err := parseCombination(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, c.String())
	}
	tests := []struct {
		text    string
		offset  int
		message string
	}{
		{" ", 1, "ends where the name"},
		{"A B", 2, `'B' stands where "*" or the end`},
		{"A @ B", 2, "'@'"},
		{"A,B", 1, `',' stands where "*" or the end`},
		{"(A,B)(C,D)", 5, "'('"},
		{"(A,B", 4, "ends where"},
		{"A)", 1, "')'"},
		{"()", 1, "')' stands where the name"},
		{"A**B", 2, "'*'"},
		{"*A", 0, "'*'"},
		{"A*", 2, "ends where the name"},
		{"1A", 0, "'1'"},
		{"A*\tB", 2, `'\t'`},
		{"(A,ü)", 3, "'ü'"},
	}
	for _, tt := range tests {
		_, err := parseCombination(tt.text)
		var fault *combinationError
		require.ErrorAs(t, err, &fault, tt.text)
		assert.Equal(t, tt.offset, fault.offset, tt.text)
		assert.Contains(t, fault.message, tt.message, tt.text)
	}
	_, err := parseCombination(strings.Repeat("(", 1280))
	assert.Error(t, err)
}

func TestSelectOfHugeSpaces(t *testing.T) {
	s, _ := spaceOf(t, "A", chunked(ints(t, "A", "1-1000000000000"), 10, 0, Contiguous))
	task, err := s.Select(map[string]string{"A": "2-999999999999"})
	require.NoError(t, err)
	assert.Equal(t, "2-999999999999", short(task))
	_, err = s.Select(map[string]string{"A": "2-999999999999:2"})
	assert.ErrorContains(t, err, "given by hand may have 1000000 values")

	// The part with the fewest candidates leads, so equal values cost nothing.
	same := make([]int64, 1000)
	s, fault := spaceOf(t, "(A*B*C, R)", intList("A", same...), intList("B", same...), intList("C", same...), ints(t, "R", "1-1000000000"))
	require.Nil(t, fault)
	task, err = s.Select(map[string]string{"A": "0", "B": "0", "C": "0", "R": "999999999"})
	require.NoError(t, err)
	assert.Equal(t, "0/0/0/999999999", short(task))
}
