"""boardgame.io's own server, spoken to as its browser client does: socket.io over a WebSocket."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from .load import Seat, Table, Target, Update
from .policy import SEATS, dice_to_throw
from .serve import Server, free_port
from .wire import WebSocket

GAME = "bang"
SOCKET = "/socket.io/?EIO=4&transport=websocket"
PING, PONG = b"2", b"3"  # engine.io
JOIN = f"40/{GAME},".encode()  # socket.io: into a namespace
EMIT = f"42/{GAME},".encode()  # socket.io: an event in a namespace
SYNC = EMIT + b'["sync"'
UPDATE = EMIT + b'["update"'


class Town(Struct):
    """What a player needs of the game's state."""

    asks: str
    dice: list[str]
    targets: dict[str, list[int]]


class Turn(Struct, rename="camel"):
    current_player: str
    gameover: dict[str, str] | None = None


class State(Struct):
    number: int = msgspec.field(name="_stateID")
    town: Town = msgspec.field(name="G")
    turn: Turn = msgspec.field(name="ctx")


class SyncInfo(Struct):
    state: State


read_update = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw]).decode
read_sync = msgspec.json.Decoder(tuple[str, str, SyncInfo]).decode


class BoardgameTarget(Target):
    """One process of it, with its in-memory store."""

    name = "boardgame.io"

    def __init__(self, logs: Path) -> None:
        folder = Path(__file__).parent
        if not (folder / "node_modules").is_dir():
            raise RuntimeError("first: npm ci --prefix benchmarks/site")
        port = free_port()
        command = ["node", "server.mjs", str(port)]
        env = {"NODE_ENV": "production"}
        self._server = Server(command, port, env, folder, logs / "boardgame.io.log")

    def stop(self) -> None:
        self._server.stop()

    def cpu_seconds(self) -> float:
        return self._server.cpu_seconds()

    def table(self) -> Table:
        lobby = f"/games/{GAME}"
        table = Table(self._server.post(f"{lobby}/create", {"numPlayers": SEATS})["matchID"])
        for number in range(SEATS):
            player = {"playerID": str(number), "playerName": f"Player {number}"}
            joined = self._server.post(f"{lobby}/{table.code}/join", player)
            key = joined["playerCredentials"]
            socket = WebSocket(self._server.port, SOCKET)
            socket.send(JOIN)
            while not any(message.startswith(JOIN) for message in socket.wait()):
                pass
            socket.send(emitted("sync", table.code, str(number), key, SEATS))
            table.seats.append(Seat(table, number, key, socket))
        return table

    def read(self, seat: Seat, message: bytes) -> Update | None:
        if message.startswith(UPDATE):
            state = read_update(message[len(EMIT) :])[2]
        elif message.startswith(SYNC):
            state = read_sync(message[len(EMIT) :])[2].state
        else:
            if message == PING:
                seat.socket.send(PONG)
            return None
        over = state.turn.gameover is not None
        asked = not over and state.turn.current_player == str(seat.number)
        return Update(state.number, move(seat, state) if asked else None, over)


def move(seat: Seat, state: State) -> bytes:
    """What the seat does, as its client would say it."""
    town = state.town
    player = str(seat.number)
    args: list[object]
    match town.asks:
        case "throw":
            name, args = "throwDice", []
        case "reroll":
            name, args = "reroll", [dice_to_throw(town.dice)]
        case "shoot":
            name, args = "shoot", [{die: seats[0] for die, seats in town.targets.items()}]
        case _:
            name, args = "drink", [{player: town.dice.count("beer")}]
    payload = {"type": name, "args": args, "playerID": player, "credentials": seat.key}
    action = {"type": "MAKE_MOVE", "payload": payload}
    return emitted("update", action, state.number, seat.table.code, player)


def emitted(*event: object) -> bytes:
    """An event as socket.io writes it."""
    return EMIT + msgspec.json.encode(event)
