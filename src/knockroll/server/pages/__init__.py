"""Pages for browsers: the front end's files and the API's documentation."""
