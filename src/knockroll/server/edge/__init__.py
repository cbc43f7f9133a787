"""The edge of the network: connections, limits, host names, and messages to clients.

``protocol``      uvicorn's HTTP protocol with limits on headers, before there is a request
``slots``         how many connections there may be, in all and per address
``rate_limits``   how often a client may ask for something
``hosts``         the host names the server answers to, and the origins whose pages may call it
``reach``         the addresses at which others in the network find the server
``transport``     a WebSocket to a client: uvicorn's protocol class with short cuts, or any ASGI server
``compression``   compressed answers
"""
