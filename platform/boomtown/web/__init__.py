"""The site: browse, sit down, play, watch, replay."""
