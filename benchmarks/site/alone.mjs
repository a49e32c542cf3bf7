// Random matches of game.js on boardgame.io, in this process and without a server. A line on
// standard input, {"seconds": 0.3, "views": true}, is answered by {"rate": decisions a second of CPU
// time}. The next player chooses at random among what the game allows.
import { createInterface } from 'node:readline';

import client from 'boardgame.io/dist/cjs/client.js';

import { game } from './game.js';

const SEATS = 5;
const some = (items) => items[Math.floor(Math.random() * items.length)];

function decide(bgio, { G }) {
  if (G.asks === 'throw') return bgio.moves.throwDice();
  if (G.asks === 'reroll') {
    const free = [0, 1, 2, 3, 4].filter((die) => G.dice[die] !== 'dyn');
    return bgio.moves.reroll(free.filter(() => Math.random() < 0.5));
  }
  if (G.asks === 'shoot') {
    const aims = Object.entries(G.targets).map(([die, seats]) => [die, some(seats)]);
    return bgio.moves.shoot(Object.fromEntries(aims));
  }
  const living = G.cowboys.flatMap((cowboy, seat) => (cowboy.out ? [] : [seat]));
  const beers = {};
  for (const face of G.dice) {
    if (face !== 'beer') continue;
    const seat = some(living);
    beers[seat] = (beers[seat] ?? 0) + 1;
  }
  return bgio.moves.drink(beers);
}

function views(state) {
  for (let seat = 0; seat < SEATS; seat += 1) {
    const playerID = String(seat);
    JSON.stringify({ G: game.playerView({ ...state, playerID }), ctx: state.ctx });
  }
}

function spent(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

function round(seconds, withViews) {
  const began = process.cpuUsage();
  let decisions = 0;
  while (spent(began) < seconds) {
    const bgio = client.Client({ game, numPlayers: SEATS, debug: false });
    bgio.start();
    for (let state = bgio.getState(); !state.ctx.gameover; state = bgio.getState()) {
      decide(bgio, state);
      decisions += 1;
      if (withViews) views(bgio.getState());
    }
    bgio.stop();
  }
  return decisions / spent(began);
}

for await (const line of createInterface({ input: process.stdin })) {
  const wanted = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ rate: round(wanted.seconds, wanted.views) })}\n`);
}
