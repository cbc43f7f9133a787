"""The API: requests over HTTP, live connections over WebSocket, and the documents that describe both.

``app``          puts the server together
``http``         requests and answers; ``invitations`` and ``replays`` for bots and records
``websocket``    live connections: one message after another, rate-limited
``models``       bodies of requests and answers, as structures; ``client_messages`` for the WebSocket
``catalogue``    the games, as clients get them
``documents``    OpenAPI and AsyncAPI, made from these structures
``line_cache``   the latest answers of the processes that review and find hints
``access``       who is asking: the client, and the token that opens a seat

Everything that leaves the server is defined once, as a structure, and written by msgspec. OpenAPI, AsyncAPI and the
TypeScript declarations for the page come from the same structures, and a test plays every game and validates what is
sent against them. docs/api.md describes the protocol.
"""
