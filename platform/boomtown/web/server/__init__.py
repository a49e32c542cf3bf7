"""How the site is served: what gunicorn runs, and how it says goodbye."""
