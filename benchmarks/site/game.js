// The teaching game of BANG! The Dice Game (no characters), with the questions that Boomtown asks:
// throw, throw some dice again, aim the bull's eyes, divide the beers. Roles are secret.
import core from 'boardgame.io/dist/cjs/core.js';

const { INVALID_MOVE } = core;

const FACES = ['arrow', 'dyn', '1', '2', 'beer', 'gat'];
const ROLES = ['sheriff', 'deputy', 'outlaw', 'outlaw', 'renegade'];
const ARROWS = 9;
const ALL_DICE = [0, 1, 2, 3, 4];
const THROWS = 3;
const LIMIT = 3; // dynamite explodes, the Gatling fires

const count = (dice, face) => dice.filter((shown) => shown === face).length;

function setup({ random }) {
  const cowboys = random.Shuffle(ROLES).map((role) => {
    const life = role === 'sheriff' ? 10 : 8;
    return { role, life, cap: life, arrows: 0, out: false };
  });
  return { cowboys, pile: ARROWS, dice: [], throwsLeft: THROWS, asks: 'throw', targets: {} };
}

// The living clockwise, beginning left of a seat and without it.
function othersFrom(G, seat) {
  const seats = G.cowboys.length;
  const others = [];
  for (let step = 1; step < seats; step += 1) {
    const other = (seat + step) % seats;
    if (!G.cowboys[other].out) others.push(other);
  }
  return others;
}

// All lose at the same moment, and all who are at 0 fall together.
function lose(G, hits) {
  for (const [seat, hit] of hits) {
    const cowboy = G.cowboys[seat];
    cowboy.life -= Math.min(hit, cowboy.life);
  }
  for (const cowboy of G.cowboys) {
    if (!cowboy.out && cowboy.life === 0) {
      cowboy.out = true;
      G.pile += cowboy.arrows;
      cowboy.arrows = 0;
    }
  }
}

function takeArrows(G, seat, arrows) {
  for (let arrow = 0; arrow < arrows && !G.cowboys[seat].out && !winner(G); arrow += 1) {
    G.pile -= 1;
    G.cowboys[seat].arrows += 1;
    if (G.pile === 0) {
      const hits = G.cowboys.map((cowboy, other) => [other, cowboy.arrows]);
      for (const cowboy of G.cowboys) cowboy.arrows = 0;
      G.pile = ARROWS;
      lose(G, hits);
    }
  }
}

// Casts some dice; arrows and dynamite act at once. Then a question, or the final dice.
function cast(G, seat, dice, { random, events }) {
  const faces = random.D6(dice.length).map((pips) => FACES[pips - 1]);
  dice.forEach((die, index) => (G.dice[die] = faces[index]));
  G.throwsLeft -= 1;
  takeArrows(G, seat, count(faces, 'arrow'));
  const dynamite = count(G.dice, 'dyn');
  if (dynamite >= LIMIT && !G.cowboys[seat].out && !winner(G)) lose(G, [[seat, 1]]);
  if (G.throwsLeft === 0 || dynamite >= LIMIT || G.cowboys[seat].out) {
    bullseyes(G, seat, events);
  } else {
    G.asks = 'reroll';
  }
}

function bullseyes(G, seat, events) {
  if (G.cowboys[seat].out || winner(G)) return endTurn(G, events);
  const others = othersFrom(G, seat);
  const reach = { 1: 1, 2: others.length > 2 ? 2 : 1 };
  G.targets = {};
  G.dice.forEach((face, die) => {
    const distance = reach[face];
    if (distance) {
      G.targets[die] = [...new Set([others[distance - 1], others[others.length - distance]])];
    }
  });
  const targets = Object.values(G.targets);
  if (targets.some((seats) => seats.length > 1)) {
    G.asks = 'shoot';
    return undefined;
  }
  return fire(G, seat, targets.map((seats) => seats[0]), events);
}

function fire(G, seat, aims, events) {
  const hits = new Map();
  for (const target of aims) hits.set(target, (hits.get(target) ?? 0) + 1);
  lose(G, hits);
  if (!winner(G) && count(G.dice, 'beer') > 0) {
    G.asks = 'drink';
    return undefined;
  }
  return gatling(G, seat, events);
}

function gatling(G, seat, events) {
  if (!winner(G) && count(G.dice, 'gat') >= LIMIT) {
    G.pile += G.cowboys[seat].arrows;
    G.cowboys[seat].arrows = 0;
    lose(G, othersFrom(G, seat).map((other) => [other, 1]));
  }
  return endTurn(G, events);
}

function endTurn(G, events) {
  G.dice = [];
  G.targets = {};
  G.throwsLeft = THROWS;
  G.asks = 'throw';
  events.endTurn();
}

function winner(G) {
  const living = G.cowboys.filter((cowboy) => !cowboy.out).map((cowboy) => cowboy.role);
  if (!living.includes('sheriff')) {
    return living.length === 1 && living[0] === 'renegade' ? 'renegade' : 'outlaws';
  }
  return living.includes('outlaw') || living.includes('renegade') ? undefined : 'law';
}

const moves = {
  throwDice({ G, playerID, random, events }) {
    if (G.asks !== 'throw') return INVALID_MOVE;
    return cast(G, Number(playerID), ALL_DICE, { random, events });
  },
  reroll({ G, playerID, random, events }, dice) {
    const legal = (die) => G.dice[die] !== undefined && G.dice[die] !== 'dyn';
    if (G.asks !== 'reroll' || new Set(dice).size !== dice.length || !dice.every(legal)) {
      return INVALID_MOVE;
    }
    if (dice.length === 0) return bullseyes(G, Number(playerID), events);
    return cast(G, Number(playerID), dice, { random, events });
  },
  shoot({ G, playerID, events }, aims) {
    const symbols = Object.entries(G.targets);
    if (G.asks !== 'shoot' || !symbols.every(([die, seats]) => seats.includes(aims[die]))) {
      return INVALID_MOVE;
    }
    return fire(G, Number(playerID), symbols.map(([die]) => aims[die]), events);
  },
  drink({ G, playerID, events }, beers) {
    const gains = Object.entries(beers);
    const given = gains.reduce((sum, [, beer]) => sum + beer, 0);
    const legal = ([seat, beer]) => G.cowboys[seat] && !G.cowboys[seat].out && beer > 0;
    if (G.asks !== 'drink' || given !== count(G.dice, 'beer') || !gains.every(legal)) {
      return INVALID_MOVE;
    }
    for (const [seat, beer] of gains) {
      const cowboy = G.cowboys[seat];
      cowboy.life = Math.min(cowboy.cap, cowboy.life + beer);
    }
    return gatling(G, Number(playerID), events);
  },
};

// A role is known to its player, and to all once its card lies face up.
function playerView({ G, ctx, playerID }) {
  const open = (cowboy, seat) =>
    cowboy.role === 'sheriff' || cowboy.out || ctx.gameover || String(seat) === playerID;
  const cowboys = G.cowboys.map((cowboy, seat) =>
    open(cowboy, seat) ? cowboy : { ...cowboy, role: null },
  );
  return { ...G, cowboys };
}

export const game = {
  name: 'bang',
  minPlayers: ROLES.length,
  maxPlayers: ROLES.length,
  setup,
  moves,
  playerView,
  turn: {
    order: {
      first: ({ G }) => G.cowboys.findIndex((cowboy) => cowboy.role === 'sheriff'),
      next: ({ G, ctx }) => othersFrom(G, ctx.playOrderPos)[0],
    },
  },
  endIf: ({ G }) => {
    const side = winner(G);
    return side && { side };
  },
};
