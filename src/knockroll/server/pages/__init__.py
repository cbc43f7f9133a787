"""Pages for browsers: the front end's files and the API's documentation.

The page is written as many modules and style sheets and needs no build step. ``bundle`` puts them together when the
server starts: one script and one style sheet, compressed, named by their content so that browsers may cache them
forever, with a source map. The list of games comes with the page, and the lobby is drawn as soon as the script runs.
``/index.html`` is the page unbundled. ``fonts`` makes the typeface of headings, ``previews`` what messengers show of a
link, and ``rule_books`` renders the rules.
"""
