"""Main street: the games, their cards and pages, plugins, credits."""
