"""The lab: compiled games by the million, and what is measured with them."""
