/** Playing on from a position of a replay: the practice table that begins there. */

/** @import { GameInfo, SeatPlan } from "./types.js" */

/**
 * The computer player behind a name at a table, where the second "House" is "House 2"; none if a person had the seat.
 * @param {GameInfo} game @param {string|null|undefined} name @returns {string|undefined}
 */
function playerCalled(game, name) {
  const plain = (name ?? "").replace(/ \d+$/, "");
  return game.players.find((player) => player.state !== "missing" && [name, plain].includes(player.name))?.name;
}

/**
 * A table that begins at a position: you have one seat, the computer players of the game keep theirs, and others
 * take the rest.
 * @param {GameInfo} game @param {(string|null)[]} names at each seat of the recorded game
 * @param {number} seats @param {number} you @param {string} position
 */
export function planFrom(game, names, seats, you, position) {
  /** @type {SeatPlan[]} */
  const plan = Array.from({ length: seats }, (_, seat) =>
    seat === you ? { kind: "person" } : { kind: "computer", player: playerCalled(game, names[seat]) },
  );
  return { game: game.name, seats: plan, position, practice: true, pace: 0, away: 3600 };
}
