"""What whoever runs the site looks at: admin page, health, metrics, logs, doctor."""
