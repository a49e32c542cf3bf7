"""Tables as people meet them: in lists, before the start, in play; and what their forms send."""
