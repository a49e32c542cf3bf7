// boardgame.io's own server as its documentation sets it up: socket.io, lobby API, in-memory store.
import { game } from './game.js';
import boardgame from 'boardgame.io/dist/cjs/server.js';

const server = boardgame.Server({ games: [game], origins: [boardgame.Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2] ?? 8000), callback: () => console.log('ready') });
