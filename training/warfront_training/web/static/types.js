// What the server sends; messages.py, thinking.py and server.py make these.
export {};
