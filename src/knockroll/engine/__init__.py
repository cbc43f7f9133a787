"""The engine: what every game is made of and played at. No game in here."""
