"""Sessions, scenes, selections and words: all that a person plays with and sees, without Textual or Rich."""
