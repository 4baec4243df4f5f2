// This file lists the characters whose upper case is more than one character
// (Unicode 15, SpecialCasing without conditions).

package expr

// specialCase gives the upper and the title case of r where they are longer
// than one character, else two empty texts.
func specialCase(r rune) (upper, title string) {
	if upper := iotaUpper(r); upper != "" {
		return upper, ""
	}
	switch r {
	case 0x00df:
		return "SS", "Ss"
	case 0x0149:
		return "\u02bcN", "\u02bcN"
	case 0x01f0:
		return "J\u030c", "J\u030c"
	case 0x0390:
		return "\u0399\u0308\u0301", "\u0399\u0308\u0301"
	case 0x03b0:
		return "\u03a5\u0308\u0301", "\u03a5\u0308\u0301"
	case 0x0587:
		return "\u0535\u0552", "\u0535\u0582"
	case 0x1e96:
		return "H\u0331", "H\u0331"
	case 0x1e97:
		return "T\u0308", "T\u0308"
	case 0x1e98:
		return "W\u030a", "W\u030a"
	case 0x1e99:
		return "Y\u030a", "Y\u030a"
	case 0x1e9a:
		return "A\u02be", "A\u02be"
	case 0x1f50:
		return "\u03a5\u0313", "\u03a5\u0313"
	case 0x1f52:
		return "\u03a5\u0313\u0300", "\u03a5\u0313\u0300"
	case 0x1f54:
		return "\u03a5\u0313\u0301", "\u03a5\u0313\u0301"
	case 0x1f56:
		return "\u03a5\u0313\u0342", "\u03a5\u0313\u0342"
	case 0x1fb2:
		return "\u1fba\u0399", "\u1fba\u0345"
	case 0x1fb4:
		return "\u0386\u0399", "\u0386\u0345"
	case 0x1fb6:
		return "\u0391\u0342", "\u0391\u0342"
	case 0x1fb7:
		return "\u0391\u0342\u0399", "\u0391\u0342\u0345"
	case 0x1fc2:
		return "\u1fca\u0399", "\u1fca\u0345"
	case 0x1fc4:
		return "\u0389\u0399", "\u0389\u0345"
	case 0x1fc6:
		return "\u0397\u0342", "\u0397\u0342"
	case 0x1fc7:
		return "\u0397\u0342\u0399", "\u0397\u0342\u0345"
	case 0x1fd2:
		return "\u0399\u0308\u0300", "\u0399\u0308\u0300"
	case 0x1fd3:
		return "\u0399\u0308\u0301", "\u0399\u0308\u0301"
	case 0x1fd6:
		return "\u0399\u0342", "\u0399\u0342"
	case 0x1fd7:
		return "\u0399\u0308\u0342", "\u0399\u0308\u0342"
	case 0x1fe2:
		return "\u03a5\u0308\u0300", "\u03a5\u0308\u0300"
	case 0x1fe3:
		return "\u03a5\u0308\u0301", "\u03a5\u0308\u0301"
	case 0x1fe4:
		return "\u03a1\u0313", "\u03a1\u0313"
	case 0x1fe6:
		return "\u03a5\u0342", "\u03a5\u0342"
	case 0x1fe7:
		return "\u03a5\u0308\u0342", "\u03a5\u0308\u0342"
	case 0x1ff2:
		return "\u1ffa\u0399", "\u1ffa\u0345"
	case 0x1ff4:
		return "\u038f\u0399", "\u038f\u0345"
	case 0x1ff6:
		return "\u03a9\u0342", "\u03a9\u0342"
	case 0x1ff7:
		return "\u03a9\u0342\u0399", "\u03a9\u0342\u0345"
	case 0xfb00:
		return "FF", "Ff"
	case 0xfb01:
		return "FI", "Fi"
	case 0xfb02:
		return "FL", "Fl"
	case 0xfb03:
		return "FFI", "Ffi"
	case 0xfb04:
		return "FFL", "Ffl"
	case 0xfb05:
		return "ST", "St"
	case 0xfb06:
		return "ST", "St"
	case 0xfb13:
		return "\u0544\u0546", "\u0544\u0576"
	case 0xfb14:
		return "\u0544\u0535", "\u0544\u0565"
	case 0xfb15:
		return "\u0544\u053b", "\u0544\u056b"
	case 0xfb16:
		return "\u054e\u0546", "\u054e\u0576"
	case 0xfb17:
		return "\u0544\u053d", "\u0544\u056d"
	}
	return "", ""
}

// iotaUpper is the upper case of the Greek letters with iota below: the iota
// becomes a letter of its own. Their title case is one character.
func iotaUpper(r rune) string {
	base := rune(0)
	switch {
	case r >= 0x1f80 && r <= 0x1f8f:
		base = 0x1f08 + r&7
	case r >= 0x1f90 && r <= 0x1f9f:
		base = 0x1f28 + r&7
	case r >= 0x1fa0 && r <= 0x1faf:
		base = 0x1f68 + r&7
	case r == 0x1fb3 || r == 0x1fbc:
		base = 0x391
	case r == 0x1fc3 || r == 0x1fcc:
		base = 0x397
	case r == 0x1ff3 || r == 0x1ffc:
		base = 0x3a9
	default:
		return ""
	}
	return string([]rune{base, 0x399})
}
