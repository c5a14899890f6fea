"""The server of `warfront web`: pages, new games, and a socket for each page at a table."""

import asyncio
import contextlib
import os
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from warfront.game import BadInput, Game
from warfront.record import Record
from warfront_agents.agent import AgentFailed
from warfront_training.web.asked import (
    game_of,
    object_of,
    pace_of,
    refuse_files,
    seating_of,
    seed_of,
)
from warfront_training.web.catalogue import agents_offered, catalogue, check_agent
from warfront_training.web.folder import Folder
from warfront_training.web.guard import Headers, same_origin
from warfront_training.web.replies import no_key, one_line, refused, replay_of
from warfront_training.web.room import Page, Room
from warfront_training.web.table import PERSON, Table

STATIC = Path(__file__).parent / "static"
Reply = Response
NO_GAME = "no such game, or another link"
CANNOT = (BadInput, AgentFailed, OSError)  # a game that does not begin, or does not go on


class Server:
    """The games of a folder, and who may do what with them.

    Args:
        folder: Where games are kept.
        defaults: `game` and `options` that a new game starts from.
        runs: The folder whose runs are offered as agents.
        agents: Further agents that are offered, by name.
    """

    def __init__(
        self,
        folder: Folder,
        defaults: dict[str, Any],
        runs: Path = Path("runs"),
        agents: Sequence[str] = (),
    ) -> None:
        """Nothing is open yet."""
        self.folder, self.defaults, self.runs, self.agents = folder, defaults, runs, agents
        self.key = folder.key()
        self.rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    async def room(self, name: str, token: str) -> Room | None:
        """The room of a game, opened from its record where it is not open.

        Nothing is read but the links, nor said, for whoever shows none of them.

        Args:
            name: The game.
            token: What a link to it shows.

        Returns:
            None: there is no such game, or the link is of another one.

        Raises:
            BadInput: The game cannot be opened.
        """
        async with self._opening:
            if name not in self.rooms and self.folder.admits(name, token):
                table = await asyncio.to_thread(Table.open, self.folder, name)
                self.rooms.setdefault(name, self._room(table))
        room = self.rooms.get(name)
        return room if room is not None and room.table.viewer(token) is not None else None

    def allows(self, request: Request) -> bool:
        """Whether a request shows the key."""
        shown = request.query_params.get("key", "")
        return secrets.compare_digest(shown.encode(), self.key.encode())

    async def page(self, request: Request) -> Reply:
        """The page; what it shows follows from its address."""
        return FileResponse(STATIC / "index.html")

    async def choices(self, request: Request) -> Reply:
        """What a new game can be made of."""
        if not self.allows(request):
            return no_key()
        offered = await asyncio.to_thread(agents_offered, self.runs, self.agents)
        return JSONResponse(await asyncio.to_thread(catalogue, self.defaults, offered))

    def check_agent(self, name: str, programs: bool = False) -> None:
        """Refuse an agent that a page may not name (see `catalogue.check_agent`)."""
        offered = agents_offered(self.runs, self.agents)
        check_agent(name, {agent["name"] for agent in offered}, programs)

    async def seats(self, request: Request) -> Reply:
        """The seats of a game with some options."""
        if not self.allows(request):
            return no_key()
        try:
            wanted = await _body(request)
            spec = (await asyncio.to_thread(game_of, wanted, self.defaults)).spec
        except BadInput as error:
            return refused(error)
        found = {"seats": list(spec.seats), "sides": spec.sides, "version": spec.version}
        return JSONResponse(found)

    async def tables(self, request: Request) -> Reply:
        """GET: the games of the folder. POST: begin one."""
        if not self.allows(request):
            return no_key()
        if request.method == "GET":
            return JSONResponse(await asyncio.to_thread(self.listed))
        try:
            table = await self._begin(await _body(request))
        except CANNOT as error:
            return refused(error)
        return JSONResponse(self.brief(table.name))

    def listed(self) -> list[dict[str, Any]]:
        """All games, those whose files are damaged with what is wrong."""
        found = []
        for name in self.folder.names():
            try:
                found.append(self.brief(name))
            except BadInput as error:
                found.append({"id": name, "fault": str(error)})
        return found

    def brief(self, name: str) -> dict[str, Any]:
        """A game in the list, with the links of its seats."""
        seating = self.folder.read_seating(name)
        head, foot = self.folder.ends(name)
        return {
            "id": name,
            "game": head["game"],
            "seats": head["seats"],
            "begun": seating.begun,
            "decisions": foot["decisions"],
            "how": foot["how"],
            "links": [
                {"seats": seats, "link": f"/table/{name}?token={token}"}
                for token, seats in seating.links.items()
            ],
            "watch": f"/table/{name}?token={seating.watch}",
            "replay": ""
            if foot["how"] == "running"
            else f"/api/tables/{name}/replay?token={seating.watch}",
            "fault": "",
        }

    async def _begin(self, wanted: dict[str, Any]) -> Table:
        """Begin the game that the dialog describes.

        It is in the list once it is written: nobody may open it a second time before it has a room.
        """
        make = await asyncio.to_thread(self._prepare, wanted)
        async with self._opening:
            table = await asyncio.to_thread(make)
            self.rooms.setdefault(table.name, self._room(table))
        return table

    def _prepare(self, wanted: dict[str, Any]) -> Callable[[], Table]:
        """Check what is wanted and compile its rules; what this returns begins the game."""
        game = game_of(wanted, self.defaults)
        seats, people = seating_of(game, wanted.get("seats"))
        for name in sorted(set(seats.values()) - {PERSON}):
            self.check_agent(name, programs=True)
        seed, pace = seed_of(wanted.get("seed")), pace_of(wanted.get("pace", "slow"))
        _warm(game, seed)
        return lambda: Table.begin(self.folder, game, seats, seed, people, pace)

    def _room(self, table: Table) -> Room:
        return Room(table, self.check_agent)

    def _fault(self, error: Exception) -> str:
        """Why a game cannot be opened; where this machine keeps its games is nobody's business."""
        return one_line(error).replace(f"{self.folder.path}{os.sep}", "")

    async def record(self, request: Request) -> Reply:
        """The record of a finished game, for whoever sits or watches there."""
        table = await self._open_table(request)
        if isinstance(table, Response):
            return table
        file = self.folder.record_file(table.name)
        return FileResponse(file, media_type="application/jsonl", filename=file.name)

    async def replay(self, request: Request) -> Reply:
        """The replay of a finished game as a page of its own, for the same people.

        A game that ended under other rules cannot be opened as a table, but still be looked at.
        """
        name, token = request.path_params["name"], request.query_params.get("token", "")
        if not (self.folder.admits(name, token) and self.folder.is_over(name)):
            table = await self._open_table(request)
            if isinstance(table, Response):
                return table
        return await replay_of(self.folder.record_file(name))

    async def open_record(self, request: Request) -> Reply:
        """Keep a record from elsewhere: the link under which it is shown."""
        if not self.allows(request):
            return no_key()
        try:
            text = str((await _body(request)).get("record"))
            name = await asyncio.to_thread(self.folder.keep_record, text)
        except CANNOT as error:
            return refused(error)
        shown = await self._replay_opened(name)
        if shown.status_code != 200:
            self.folder.opened_file(name).unlink()
            return JSONResponse({"why": bytes(shown.body).decode()}, 400)
        return JSONResponse({"link": f"/opened/{name}?key={self.key}"})

    async def opened(self, request: Request) -> Reply:
        """The replay of a record from elsewhere."""
        if not self.allows(request):
            return no_key()
        return await self._replay_opened(request.path_params["name"])

    async def _replay_opened(self, name: str) -> Reply:
        """The replay of a record from elsewhere; it may have no file of this machine opened."""

        def refuse(record: Record) -> None:
            refuse_files(record.game, record.options, self.defaults)

        return await replay_of(self.folder.opened_file(name), refuse)

    async def _open_table(self, request: Request) -> Table | Reply:
        """The table whose whole record its viewer may see, else the refusal."""
        token = request.query_params.get("token", "")
        try:
            room = await self.room(request.path_params["name"], token)
        except CANNOT as error:
            return PlainTextResponse(self._fault(error), 409)
        if room is None:
            return PlainTextResponse(NO_GAME, 404)
        if not room.table.over and not room.table.viewers[token].everything:
            return PlainTextResponse("the record is open when the game is over", 403)
        return room.table

    async def socket(self, socket: WebSocket) -> None:
        """A page at a table: it hears how the table stands, and says what its holder decides."""
        await socket.accept()
        token = socket.query_params.get("token", "")
        why = NO_GAME
        try:
            name = socket.path_params["name"]
            room = await self.room(name, token) if same_origin(socket) else None
        except CANNOT as error:
            room, why = None, self._fault(error)
        if room is None:
            await socket.send_json({"type": "gone", "why": why})
            await socket.close()
            return
        await _serve(socket, room, Page(token, socket.send_json))

    def app(self, hosts: list[str]) -> Starlette:
        """The application.

        Args:
            hosts: Names under which it may be asked; `*` for any.
        """
        routes = [
            Route("/", self.page),
            Route("/table/{name}", self.page),
            Route("/api/choices", self.choices),
            Route("/api/seats", self.seats, methods=["POST"]),
            Route("/api/tables", self.tables, methods=["GET", "POST"]),
            Route("/api/records", self.open_record, methods=["POST"]),
            Route("/opened/{name}", self.opened),
            Route("/api/tables/{name}/record", self.record),
            Route("/api/tables/{name}/replay", self.replay),
            WebSocketRoute("/ws/{name}", self.socket),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        trusted = Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)
        return Starlette(
            routes=routes, middleware=[trusted, Middleware(Headers)], lifespan=self._lifespan
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """At its end the programs that sit at tables end too, whatever one of them raises."""
        yield
        rooms = self.rooms.values()
        await asyncio.gather(*(room.close() for room in rooms), return_exceptions=True)


async def _serve(socket: WebSocket, room: Room, page: Page) -> None:
    """Carry messages both ways until the page is closed, be it while an answer is thought out."""
    async with _informed(room, page):
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                await room.hear(page, await socket.receive_text())


@contextlib.asynccontextmanager
async def _informed(room: Room, page: Page) -> AsyncIterator[None]:
    """The page sits in the room and hears what goes on."""
    room.enter(page)
    informing = asyncio.create_task(page.keep_informed(room.table))
    try:
        yield
    finally:
        informing.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await informing
        await room.leave(page)


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object of a request; BadInput for anything else."""
    return object_of(await request.body())


def _warm(game: Game, seed: int) -> None:
    """Call what a game at the table calls, so that all of it is compiled before pages wait."""
    state = game.new(seed)
    seat = game.seat(state)
    game.view(game.resample(state, seat, 1), seat)
    game.step(state, int(np.flatnonzero(game.legal_mask(state))[0]))
