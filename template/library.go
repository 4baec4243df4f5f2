package template

import "runner/template/expr"

// HostLibrary is the function library of the document's fields that are
// resolved in a Session (§7.4). It is made anew at each call: keep it.
func (d *Document) HostLibrary() *expr.Library {
	l := expr.Base().WithHost()
	if d.Extensions.Has(Services) {
		l = l.WithServices()
	}
	if d.WrapsIdea() {
		l = l.WithWrapIdea()
	}
	return l
}

// WrapsIdea reports whether the document is in the idea form of wrapping.
func (d *Document) WrapsIdea() bool {
	return d.Environment != nil && d.Environment.Environment != nil && d.Environment.Environment.Wrap.Idea
}
