package proc

// This file chooses the containment on Linux.

// newContainer gives control groups where one can be made, else the tree.
func newContainer(o LauncherOptions) container {
	if !o.NoCgroup {
		if c := newCgroups(o.Guard); c != nil {
			return c
		}
	}
	return newTree(o.Guard)
}
