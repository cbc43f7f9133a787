// boardgame.io's server, in memory, with its FlatFile storage, or on PostgreSQL with Redis between several of them:
//   node server.js PORT memory | PORT flatfile FOLDER | PORT postgresql DATABASE REDIS
const { Server, Origins, FlatFile, SocketIO } = require("boardgame.io/server");
const game = require("./game.js");

const [port, storage, where, bus] = process.argv.slice(2);

/** What makes it one of several, as the README of its Redis adapter has it. */
function shared() {
  const redis = require("redis");
  const { RedisPubSub } = require("@boardgame.io/redis-pubsub");
  const { PostgresStore } = require("bgio-postgres");
  const publisher = redis.createClient(bus);
  const pubSub = new RedisPubSub(publisher, publisher.duplicate());
  return { db: new PostgresStore(where, { logging: false }), transport: new SocketIO({ pubSub }) };
}

const storages = {
  memory: () => ({}),
  flatfile: () => ({ db: new FlatFile({ dir: where, logging: false }) }),
  postgresql: shared,
};
const server = Server({ games: [game], origins: [Origins.LOCALHOST], ...storages[storage]() });
server.run(Number(port), () => console.log("ready"));
