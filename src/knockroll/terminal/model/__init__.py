"""What a person plays through and sees, without a screen: no Textual and no Rich in here."""
