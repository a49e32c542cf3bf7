"""Ways over the table: what an order comes to, and which ways there are."""
