"""The API: requests over HTTP, live connections over WebSocket, and the documents that describe both."""
