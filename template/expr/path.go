// This file defines pathParts, the pure path algorithms of the language: file
// system paths are taken apart and put together as Python's PurePosixPath and
// PureWindowsPath do, URIs without any normalisation (§1.2.1, §2.3).

package expr

import "strings"

// pathParts is a path taken apart. A URI has uri set, its scheme and authority
// in drive, and every component in names, empty ones too. Of a file system
// path empty components and "." are dropped.
type pathParts struct {
	style PathStyle
	uri   bool
	drive string // "C:", `\\server\share`, or "s3://bucket"
	root  string // "/", "//" (POSIX only), `\`, or ""
	names []string
}

// parsePath takes text apart.
func parsePath(style PathStyle, text string) pathParts {
	if drive, rest, ok := splitURI(text); ok {
		p := pathParts{style: style, uri: true, drive: drive}
		if len(rest) > 1 {
			p.names = strings.Split(rest[1:], "/")
		}
		return p
	}
	p := pathParts{style: style}
	if style == Windows {
		text = strings.ReplaceAll(text, "/", `\`)
		p.drive, p.root, text = splitWindowsRoot(text)
	} else {
		p.root, text = splitPOSIXRoot(text)
	}
	for _, name := range strings.Split(text, p.separator()) {
		if name != "" && name != "." {
			p.names = append(p.names, name)
		}
	}
	return p
}

// splitURI cuts a URI behind its scheme and authority. rest is empty or starts
// with a slash.
func splitURI(text string) (prefix, rest string, ok bool) {
	i := strings.Index(text, "://")
	if i < 1 || !isScheme(text[:i]) {
		return "", "", false
	}
	authority := i + len("://")
	if slash := strings.IndexByte(text[authority:], '/'); slash >= 0 {
		return text[:authority+slash], text[authority+slash:], true
	}
	return text, "", true
}

// isScheme says whether s is a letter followed by letters, digits, "+", "."
// and "-" (§1.2.1).
func isScheme(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		other := c >= '0' && c <= '9' || c == '+' || c == '.' || c == '-'
		if !letter && (i == 0 || !other) {
			return false
		}
	}
	return s != ""
}

// splitPOSIXRoot takes the root off: exactly two leading slashes are a root
// of their own, any other number is one.
func splitPOSIXRoot(text string) (root, rest string) {
	rest = strings.TrimLeft(text, "/")
	switch len(text) - len(rest) {
	case 0:
		return "", rest
	case 2:
		return "//", rest
	}
	return "/", rest
}

// splitWindowsRoot takes drive and root off a text that has only backslashes.
func splitWindowsRoot(text string) (drive, root, rest string) {
	switch {
	case strings.HasPrefix(text, `\\`):
		return splitUNC(text)
	case strings.HasPrefix(text, `\`):
		return "", `\`, strings.TrimLeft(text, `\`)
	case len(text) >= 2 && text[1] == ':':
		drive, rest = text[:2], text[2:]
		if strings.HasPrefix(rest, `\`) {
			root = `\`
		}
		return drive, root, rest
	}
	return "", "", text
}

// splitUNC takes `\\server\share` or a device such as `\\?\C:` off. A share
// has a root even where the text ends with its name.
func splitUNC(text string) (drive, root, rest string) {
	const longUNC = `\\?\UNC\`
	start := 2
	if len(text) >= len(longUNC) && strings.EqualFold(text[:len(longUNC)], longUNC) {
		start = len(longUNC)
	}
	server := strings.IndexByte(text[start:], '\\')
	if server < 0 {
		return text, "", ""
	}
	server += start
	share := strings.IndexByte(text[server+1:], '\\')
	if share >= 0 {
		share += server + 1
		return text[:share], `\`, text[share:]
	}
	device := start == 2 && (text[2:server] == "?" || text[2:server] == ".")
	if !device && server+1 < len(text) {
		root = `\`
	}
	return text, root, ""
}

// separator is what stands between two names.
func (p pathParts) separator() string {
	if p.style == Windows && !p.uri {
		return `\`
	}
	return "/"
}

// text puts the path together; the empty path is ".".
func (p pathParts) text() string {
	body := strings.Join(p.names, p.separator())
	switch {
	case p.uri:
		if len(p.names) == 0 {
			return p.drive
		}
		return p.drive + "/" + body
	case p.drive != "" || p.root != "":
		if p.root == "" && body != "" && p.style == Windows && !strings.HasSuffix(p.drive, ":") {
			return strings.TrimSuffix(p.drive, `\`) + `\` + body
		}
		return p.drive + p.root + body
	case body == "":
		return "."
	case p.style == Windows && len(body) >= 2 && body[1] == ':':
		return `.\` + body // else the first name would read as a drive
	}
	return body
}

// anchor is the part that names cannot be cut from.
func (p pathParts) anchor() string { return p.drive + p.root }

// parts lists anchor and names (§2.3.1 p.parts).
func (p pathParts) parts() []string {
	parts := make([]string, 0, len(p.names)+1)
	if a := p.anchor(); a != "" {
		parts = append(parts, a)
	}
	return append(parts, p.names...)
}

// name is the last name, "" if there is none (§2.3.1 p.name).
func (p pathParts) name() string {
	if len(p.names) == 0 {
		return ""
	}
	return p.names[len(p.names)-1]
}

// parent is the path without its last name (§2.3.1 p.parent).
func (p pathParts) parent() pathParts {
	if len(p.names) > 0 {
		p.names = p.names[:len(p.names)-1]
	}
	return p
}

// withName is the path with another last name.
func (p pathParts) withName(name string) pathParts {
	p.names = append(p.names[:len(p.names)-1:len(p.names)-1], name)
	return p
}

// absolute says whether the path does not depend on a current directory or
// drive (§2.3.2 is_absolute).
func (p pathParts) absolute() bool {
	switch {
	case p.uri:
		return true
	case p.style == Windows:
		return p.drive != "" && (p.root != "" || strings.HasPrefix(p.drive, `\\`))
	}
	return p.root != ""
}

// join is `p / child` (§2.1.5): an absolute child replaces p, on Windows one
// with only a root keeps p's drive. A URI loses one trailing slash.
func (p pathParts) join(child pathParts) pathParts {
	if child.uri {
		return child
	}
	if p.uri {
		if child.anchor() != "" {
			return child
		}
		if p.name() == "" {
			p = p.parent()
		}
		p.names = append(p.names[:len(p.names):len(p.names)], child.names...)
		return p
	}
	switch {
	case child.drive != "" && !strings.EqualFold(child.drive, p.drive):
		return child
	case child.root != "":
		p.root, p.names = child.root, child.names
		if child.drive != "" {
			p.drive = child.drive
		}
		return p
	case child.drive != "":
		p.drive = child.drive
	}
	p.names = append(p.names[:len(p.names):len(p.names)], child.names...)
	return p
}

// pathFromParts is path(list) (§2.3.2): joined one after the other, so that
// an absolute part starts anew. After a URI the parts are taken as they are.
func pathFromParts(style PathStyle, parts []string) string {
	if len(parts) == 0 {
		return "."
	}
	if _, _, ok := splitURI(parts[0]); ok {
		return strings.Join(parts, "/")
	}
	joined := parseFilePath(style, parts[0])
	for _, part := range parts[1:] {
		joined = joined.join(parseFilePath(style, part))
	}
	return joined.text()
}

// parseFilePath is parsePath for a text that is no URI even if it looks like
// one, as an inner part of a path is.
func parseFilePath(style PathStyle, text string) pathParts {
	if _, _, ok := splitURI(text); !ok {
		return parsePath(style, text)
	}
	return parsePath(style, "./"+text)
}

// relativeTo is what of p follows other, ok false if p is not within other
// (§2.3.2). Windows names compare without regard to case.
func (p pathParts) relativeTo(other pathParts) (rest string, ok bool) {
	if p.uri || other.uri {
		if !p.uri || !other.uri {
			return "", false
		}
		return uriRelative(p.text(), other.text())
	}
	if !p.sameName(p.anchor(), other.anchor()) || len(other.names) > len(p.names) {
		return "", false
	}
	for i, name := range other.names {
		if !p.sameName(p.names[i], name) {
			return "", false
		}
	}
	return pathParts{style: p.style, names: p.names[len(other.names):]}.text(), true
}

// uriRelative strips prefix, which must end where a component does.
func uriRelative(uri, prefix string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(uri, prefix)
	switch {
	case !ok:
		return "", false
	case rest == "":
		return ".", true
	case strings.HasSuffix(prefix, "/"):
		return rest, true
	case rest[0] != '/':
		return "", false
	case rest == "/":
		return ".", true
	}
	return rest[1:], true
}

func (p pathParts) sameName(a, b string) bool {
	if p.style == Windows {
		return strings.EqualFold(a, b)
	}
	return a == b
}

// splitSuffix cuts a file name before its last suffix: a dot that neither
// starts nor ends the name (§2.3.1 p.stem, p.suffix).
func splitSuffix(name string) (stem, suffix string) {
	if i := strings.LastIndexByte(name, '.'); i > 0 && i < len(name)-1 {
		return name[:i], name[i:]
	}
	return name, ""
}

// suffixes lists all suffixes of a file name (§2.3.1 p.suffixes).
func suffixes(name string) []string {
	if strings.HasSuffix(name, ".") {
		return nil
	}
	pieces := strings.Split(strings.TrimLeft(name, "."), ".")[1:]
	for i := range pieces {
		pieces[i] = "." + pieces[i]
	}
	return pieces
}
