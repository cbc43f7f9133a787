"""Programs that make documents, tables and measurements. They are run by hand and are not part of the package."""
