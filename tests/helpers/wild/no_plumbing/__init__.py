"""A plugin that cannot be imported."""

raise ImportError("the plumbing is missing")
