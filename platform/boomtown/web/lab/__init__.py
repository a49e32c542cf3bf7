"""The laboratory on the site: studies that visitors ask for, and what came of them."""
