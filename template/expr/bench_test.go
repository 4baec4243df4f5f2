package expr

import "testing"

// benchEnv is a scope as a task has it: the task's names within the job's.
func benchEnv() *Env {
	job := NewSymbols(nil)
	job.Define("Param.Base", StringValue("/projects/shot01/render"))
	task := NewSymbols(job)
	task.Define("Task.Param.Frame", IntValue(42))
	return &Env{Symbols: task, Library: Base()}
}

const benchSource = `Param.Base + '/' + string(Task.Param.Frame).zfill(4)`

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(benchSource); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCold parses, checks and evaluates.
func BenchmarkCold(b *testing.B) {
	env := benchEnv()
	b.ReportAllocs()
	for b.Loop() {
		e, err := Parse(benchSource)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := e.Check(env, String); err != nil {
			b.Fatal(err)
		}
		if _, err := e.Eval(env, String); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkEval(b *testing.B, source string, target Type) {
	env := benchEnv()
	e := mustParse(b, source)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Eval(env, target); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEval evaluates what is parsed.
func BenchmarkEval(b *testing.B) { benchmarkEval(b, benchSource, String) }

func BenchmarkEvalName(b *testing.B) { benchmarkEval(b, "Task.Param.Frame", String) }

func BenchmarkEvalArithmetic(b *testing.B) {
	benchmarkEval(b, "(Task.Param.Frame * 2 + 1) // 3 if Task.Param.Frame > 10 else 0", Int)
}

// BenchmarkComprehension goes through a million ints.
func BenchmarkComprehension(b *testing.B) {
	benchmarkEval(b, "len([x * 2 for x in range(1000000) if x % 2 == 0])", Any)
}

// BenchmarkText works 1,000 times on 10,000 characters.
func BenchmarkText(b *testing.B) {
	benchmarkEval(b, "len([len(('a' * 10000).upper()) for i in range(1000)])", Any)
}

func BenchmarkCheckUnresolved(b *testing.B) {
	symbols := NewSymbols(nil)
	symbols.Define("Param.Base", UnresolvedValue(String))
	symbols.Define("Task.Param.Frame", UnresolvedValue(Int))
	env := &Env{Symbols: symbols, Library: Base()}
	e := mustParse(b, benchSource)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Check(env, String); err != nil {
			b.Fatal(err)
		}
	}
}
