"""The tables: what people and computer players do there, and what each of them is sent."""
