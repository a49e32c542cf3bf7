"""What stands at the door of every request: hosts, budgets, sizes, links from outside."""
