package run

import (
	"runner/run/plan"
	"runner/template"
)

// runTask runs one Task of the Step that the worker's Session is in.
func (w *worker) runTask(d plan.RunTask) {
	w.begin(func(op *operation) plan.Event {
		ended := plan.TaskEnded{Worker: d.Worker, Session: d.Session, Step: d.Step, Task: d.Task}
		step := w.step.step
		source := w.session.source
		source.Step, source.Task, source.Action = step.Step.Name, d.Task+1, "onRun"
		task, err := w.run.tasks[d.Step].at(d.Task)
		if err != nil {
			w.session.refuse(source, err)
			w.end = &taskEnd{d, source, Exit{Outcome: Failed}}
			ended.Outcome = plan.TaskFailed
			return ended
		}
		exit := w.task(op, source, step, task)
		w.end = &taskEnd{d, source, exit}
		switch exit.Outcome {
		case Succeeded:
			ended.Outcome = plan.TaskSucceeded
		case Canceled:
			ended.Outcome = plan.TaskCanceled
		default:
			ended.Outcome = plan.TaskFailed
		}
		if exit.Outcome != Canceled {
			// Also a Task that succeeds must not overtake the death of a Service that
			// came before its end: a verdict is never lost.
			w.run.settleServices()
		}
		w.run.tasks[d.Step].ended(d.Pass, d.Task, exit)
		return ended
	})
}

// task resolves the Task's scope and runs its onRun.
func (w *worker) task(op *operation, source Source, step *template.JobStep, task template.TaskParameters) Exit {
	s := w.session
	script := step.Step.Script
	symbols := task.Symbols(w.step.symbols, w.run.mapPath)
	files := placeFiles(w.step.dir, script.Files, "Task.File.", symbols)
	scope := s.scope(step.Step.Document, symbols)
	call := actionCall{action: script.OnRun, scope: scope, files: files, source: source, params: shown(task),
		depth: len(s.stack), owner: step.Step.Name}
	let, err := template.EvalLet(script.Let, scope)
	if err != nil {
		s.run.stream.emit(Event{Kind: ActionStarted, Source: source, Params: call.params})
		return s.notStarted(call, err)
	}
	call.scope = s.scope(step.Step.Document, let)
	call.messages = &environmentMessages{session: s, source: source, document: step.Step.Document}
	return s.runAction(op, call)
}

// shown are a Task's parameters for events.
func shown(task template.TaskParameters) []Param {
	out := make([]Param, 0, len(task))
	for _, p := range task {
		out = append(out, Param{Name: p.Name, Type: string(p.Type), Value: p.Value.Text()})
	}
	return out
}
