"""The manual on the site."""
