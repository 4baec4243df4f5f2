// This file defines the functions that the extension SERVICE adds: addresses
// of hosts with ports (RFC 0009, addition to §2.2.4).

package expr

import (
	"errors"
	"net/netip"
	"strconv"
	"strings"
)

func serviceFunctions() []Function {
	const section = "RFC 0009"
	return []Function{
		{Name: "join_host_port", Section: section, Doc: "host:port, an IPv6 host in brackets", Overloads: []Overload{
			{Params: "host: string, port: int", Result: "string", Impl: func(c *Call, args []Value) (Value, error) {
				return StringValue(joinHostPort(args[0].Str(), args[1].Int())), c.ProcessValue(args[0])
			}},
		}},
		{Name: "split_host_port", Section: section, Doc: "host and port of host:port, or null if there is no port", Overloads: []Overload{
			{Params: "s: string", Result: "list[string]?", Impl: func(c *Call, args []Value) (Value, error) {
				if err := c.ProcessValue(args[0]); err != nil {
					return Value{}, err
				}
				host, port, ok, err := splitHostPort(args[0].Str())
				switch {
				case err != nil:
					return Value{}, c.Errorf("split_host_port(%s): %s", quoted(args[0].Str()), err)
				case !ok:
					return NullValue(), nil
				}
				return StringListValue([]string{host, port}), nil
			}},
		}},
		{Name: "is_ipv4", Section: section, Doc: "whether it is an IPv4 address", Overloads: predicate(isIPv4)},
		{Name: "is_ipv6", Section: section, Doc: "whether it is an IPv6 address, in brackets or not, with or without a zone", Overloads: predicate(isIPv6)},
	}
}

// joinHostPort puts a host that has colons in brackets, unless it is in them.
func joinHostPort(host string, port int64) string {
	if strings.Contains(host, ":") && !strings.HasPrefix(host, "[") {
		host = "[" + host + "]"
	}
	return host + ":" + strconv.FormatInt(port, 10)
}

// splitHostPort takes host:port or [host]:port apart. ok is false if there is
// no port, as in a bare IPv6 address.
func splitHostPort(s string) (host, port string, ok bool, err error) {
	if rest, bracketed := strings.CutPrefix(s, "["); bracketed {
		host, rest, closed := strings.Cut(rest, "]")
		switch {
		case !closed:
			return "", "", false, errors.New(`"[" is not closed`)
		case strings.ContainsAny(host, "[") || strings.ContainsAny(rest, "[]"):
			return "", "", false, errors.New("there is a bracket too many")
		case rest == "":
			return "", "", false, nil
		case rest[0] != ':' || strings.Contains(rest[1:], ":"):
			return "", "", false, errors.New(`":" and a port must follow "]"`)
		}
		return host, rest[1:], true, nil
	}
	if strings.ContainsAny(s, "[]") {
		return "", "", false, errors.New("brackets must enclose the whole host")
	}
	if strings.Count(s, ":") != 1 {
		return "", "", false, nil
	}
	host, port, _ = strings.Cut(s, ":")
	return host, port, true, nil
}

func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

func isIPv6(s string) bool {
	if inner, ok := strings.CutPrefix(s, "["); ok {
		if s, ok = strings.CutSuffix(inner, "]"); !ok {
			return false
		}
	}
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6()
}
