package logs

// This file puts the source's name before the lines of a log that several
// sources share.

// AppendPrefixed appends a batch to dst, each line after prefix and ending in a
// newline. The pieces of a long line become lines of their own, because another
// source may write between them; each but the last ends in PieceMark.
func AppendPrefixed(dst []byte, prefix string, batch []Line) []byte {
	for i := range batch {
		dst = append(append(dst, prefix...), batch[i].Text...)
		if batch[i].More {
			dst = append(dst, PieceMark...)
		}
		dst = append(dst, '\n')
	}
	return dst
}

// PieceMark ends a line that goes on in the next one of the same source.
const PieceMark = " [line goes on]"
