"""WebSockets: from a request to frames, and what reaches whoever looks at a table."""
