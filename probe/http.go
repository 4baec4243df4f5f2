package probe

// This file defines HTTP: does a URL answer with a good status?

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// DefaultHTTPTimeout bounds one request, its body included.
const DefaultHTTPTimeout = 5 * time.Second

// maxHTTPBody is how much of an answer's body is read before the connection is
// closed: a server that never stops sending must not hold a probe.
const maxHTTPBody = 4 << 10

// HTTP checks by one GET request. A status from 200 to 399 is yes; redirects
// are not followed, and no proxy is used.
type HTTP struct {
	// URL is what is asked for.
	URL string
	// Timeout bounds the request; zero or less is [DefaultHTTPTimeout].
	Timeout time.Duration
}

var _ Checker = HTTP{}

// Check implements [Checker].
func (h HTTP) Check(ctx context.Context, _ Attempt) Result {
	timeout := h.Timeout
	if timeout <= 0 {
		timeout = DefaultHTTPTimeout
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL, nil)
	if err != nil {
		return failed("cannot ask: " + err.Error())
	}
	transport := &http.Transport{
		DisableKeepAlives:      true,
		MaxResponseHeaderBytes: 64 << 10,
		DialContext:            (&net.Dialer{KeepAlive: -1}).DialContext,
	}
	defer transport.CloseIdleConnections()
	client := http.Client{
		Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
	response, err := client.Do(request)
	if err != nil {
		return failed(err.Error())
	}
	defer response.Body.Close()
	if _, err := io.CopyN(io.Discard, response.Body, maxHTTPBody); err != nil && err != io.EOF {
		return failed(fmt.Sprintf("%s answered %s and then: %v", h.URL, response.Status, err))
	}
	detail := h.URL + " answered " + response.Status
	if response.StatusCode < 200 || response.StatusCode > 399 {
		return failed(detail)
	}
	return passed(detail)
}
