"""What keeps a page to this server: headers for browsers, and who may open a socket."""

from typing import Any

from starlette.websockets import WebSocket

POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
OF_REPLAYS = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
)


class Headers:
    """Adds to every reply what browsers are to keep to."""

    ADDED = (
        (b"content-security-policy", POLICY.encode()),
        (b"referrer-policy", b"no-referrer"),
        (b"x-content-type-options", b"nosniff"),
        (b"cache-control", b"no-cache"),
    )

    def __init__(self, app: Any) -> None:
        """Stand before an application."""
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer as the application does, headers added."""

        async def add(message: Any) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                added = [pair for pair in self.ADDED if pair[0] not in own]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        await self.app(scope, receive, add)


def same_origin(socket: WebSocket) -> bool:
    """Whether the page that opened a socket is one of ours; programs send no origin."""
    origin = socket.headers.get("origin")
    return origin is None or origin.partition("://")[2] == socket.headers.get("host")
