import assert from "node:assert/strict";
import { test } from "node:test";
import { bestHand, columnsOf, curvesOf, rankingOf } from "../../../src/knockroll/web/js/model/standings.js";
import * as games from "./games.js";

/** @import { Played, Running } from "../../../src/knockroll/web/js/model/scene.js" */
/** @import { WholeShowing } from "../../../src/knockroll/web/js/model/showing.js" */

/** @param {number[]} points @param {Partial<Played>} [rest] @returns {Played} */
const played = (points, rest = {}) => ({ points, winners: [], turn: null, scores: [], counts: [], shown: {}, ...rest });

/** @param {WholeShowing} showing @param {Played[]} hands @param {number[]} scores @param {object} [view] */
function scene(showing, hands, scores, view = {}) {
  const players = scores.map((score, seat) => ({ seat, score, cards: 0, out: false }));
  return /** @type {Running} */ (
    /** @type {unknown} */ ({ showing, you: 0, played: hands, view: { ...games.view(), players, ...view } })
  );
}

test("turns are shown in rounds, and a turn that brought nothing is no empty one", () => {
  const showing = { ...games.dice, round: { ...games.dice.round, in_turn: true, nothing: "miss" } };
  const turns = [played([300, 0], { turn: 0 }), played([0, 0], { turn: 1 }), played([0, 0], { turn: 0 })];
  const columns = columnsOf(scene(showing, turns, [300, 0]));
  assert.deepEqual(
    columns.map((column) => column.map(({ kind }) => kind)),
    [
      ["points", "nothing"],
      ["nothing", "idle"],
    ],
  );
  assert.deepEqual(curvesOf(scene(showing, turns, [300, 0])), [
    [0, 300, 300],
    [0, 0, 0],
  ]);
  assert.equal(bestHand(scene(showing, turns, [300, 0]))?.points, 300);
});

test("a hand without winners marks none", () => {
  const hands = [played([1, 0], { winners: [1] })];
  assert.equal(columnsOf(scene(games.cards, hands, [1, 0]))[0][1].won, true);
  const showing = { ...games.cards, round: { ...games.cards.round, has_winner: false } };
  assert.equal(columnsOf(scene(showing, hands, [1, 0]))[0][1].won, false);
});

test("the ranking is the game's own, and otherwise by score", () => {
  const showing = { ...games.cards, score: { ...games.cards.score, best: /** @type {const} */ ("low") } };
  const told = [
    { seat: 1, place: 1, out_in: 0 },
    { seat: 0, place: 2, out_in: 4 },
  ];
  assert.deepEqual(rankingOf(scene(showing, [], [5, 9], { last_hand: { ranking: told } }), [5, 9], [1]), told);
  assert.deepEqual(
    rankingOf(scene(showing, [], [9, 5, 5]), [9, 5, 5], []).map(({ seat, place }) => [seat, place]),
    [
      [1, 1],
      [2, 1],
      [0, 3],
    ],
  );
});

test("the best hand is the one with the best count that was shown", () => {
  const shown = /** @param {string} card */ (card) => ({ 0: { cards: [card], melds: [] } });
  const hands = [
    played([0, 0], { counts: [20, 1], shown: shown("Ks") }),
    played([0, 0], { counts: [4, 1], shown: shown("4s") }),
    played([0, 0], { counts: [1, 1] }),
  ];
  assert.deepEqual(bestHand(scene(games.cards, hands, [0, 0])), { number: 2, points: 0, count: 4, cards: ["4s"] });
  assert.equal(bestHand(scene(games.cards, [], [0, 0])), null);
});
