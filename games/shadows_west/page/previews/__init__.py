"""What drafts on the map would mean, kind by kind."""
