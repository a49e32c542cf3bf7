"""Studies: many seeded matches counted in whole numbers, compared, drawn, and made again."""
