package logs

import (
	"bytes"
	"fmt"
	"testing"
)

func BenchmarkStream(b *testing.B) {
	var chunk bytes.Buffer
	for i := 0; chunk.Len() < 64<<10; i++ {
		fmt.Fprintf(&chunk, "frame %07d of the render took 0.123 s and that is fine\n", i)
	}
	for _, secrets := range []int{0, 1, 20} {
		b.Run(fmt.Sprintf("secrets=%d", secrets), func(b *testing.B) {
			r := NewRedactor()
			for i := range secrets {
				r.Add(fmt.Sprintf("secret-value-%d", i))
			}
			lines := 0
			s := NewStream(Options{Redactor: r}, func(batch []Line) { lines += len(batch) })
			b.SetBytes(int64(chunk.Len()))
			for b.Loop() {
				_, _ = s.Write(chunk.Bytes())
			}
			b.ReportMetric(float64(lines)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}
