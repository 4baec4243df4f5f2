// Package template is about what is written: a document's bytes become nodes,
// nodes become a template, the template is checked, and with parameter values
// it becomes a Job.
//
//	bytes ──Load──▶ node ──decode──▶ JobTemplate / EnvironmentTemplate
//	        yaml.go  json.go         job.go environment.go step.go action.go …
//	                                      │ check*.go (scopes, graph, scopes of services)
//	                                      ▼
//	                                  *Document ──CreateJob──▶ *Job
//
// Everything that is wrong comes back at once as Faults, each with its
// Position. Both forms of writing services become one model while decoding;
// nothing after that knows there were two.
//
// A new key of the schema is read in the file of its object, its extension is
// gated there by name, its numbers stand in limits.go, and the symbols it can
// see are said in scope.go. The package starts no process, reads no clock,
// prints nothing, and imports template/expr and, in yaml.go only, yaml.v3.
package template
