"""Calling people whom a table waits for: by push, by mail, by the operator's webhook."""
