// boardgame.io's server, in memory or with its FlatFile storage: node server.js PORT memory|flatfile [FOLDER]
const { Server, Origins, FlatFile } = require("boardgame.io/server");
const game = require("./game.js");

const [port, storage, folder] = process.argv.slice(2);
const db = storage === "flatfile" ? new FlatFile({ dir: folder, logging: false }) : undefined;
const server = Server({ games: [game], origins: [Origins.LOCALHOST], ...(db && { db }) });
server.run(Number(port), () => console.log("ready"));
