"""What the site remembers: players, tables, matches and their answers, in SQLite or PostgreSQL."""
