/** The layout of the felt: measures its room, and hands the sizes to the style sheets. */

import { fitTable, NO_NEEDS, scaleCards } from "../model/layout.js";
import { isRunning, usualCards } from "../model/scene.js";
import { piles, spreadsOf } from "../model/showing.js";
import { settings } from "../ui/settings.js";
import { wordWidths } from "./name_widths.js";
import { scoreCardRows } from "./score_card.js";
import { isRace } from "./seats.js";
import { canJoin } from "./waiting_room.js";

/** @import { Fit, Needs } from "../model/layout.js" */
/** @import { Running, Scene } from "../model/scene.js" */
/** @typedef {Pick<Needs, "width"|"height"|"rem">} Room */

/** Measure the room on the felt. @param {HTMLElement} root @returns {Room} */
export function measureRoom(root) {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const felt = root.querySelector(".felt");
  if (!felt) return { width: innerWidth, height: innerHeight, rem };
  const style = getComputedStyle(felt);
  const [top, right, bottom, left] = ["Top", "Right", "Bottom", "Left"].map((side) =>
    Number.parseFloat(style[/** @type {"paddingTop"} */ (`padding${side}`)]),
  );
  return { width: felt.clientWidth - left - right, height: felt.clientHeight - top - bottom, rem };
}

/** The layout of a table in this room. @param {Scene} scene @param {Room} room */
export function fitRoom(scene, room) {
  const fit = fitTable(isRunning(scene) ? { ...needsOf(scene), ...room } : { ...NO_NEEDS, ...room });
  return scaleCards(fit, settings.cardSize / 100);
}

/** What a game may need room for. @param {Running} scene */
function needsOf(scene) {
  const { showing, you } = scene;
  const { players } = scene.view;
  const others = players.filter(({ seat }) => seat !== you);
  const dealt = usualCards(scene);
  const race = isRace(scene);
  const taken = piles(showing).map(({ take }) => take);
  const [dice] = showing.middle.filter((part) => part.is === "dice");
  return {
    seats: race ? 0 : others.length,
    names: race ? [] : others.map(({ seat }) => wordWidths(scene, seat)),
    racers: race ? players.length : 0,
    dealt,
    playing: you !== null,
    joining: you === null && canJoin(scene.table),
    held: dealt && you !== null ? dealt + showing.hand.drawn : 0,
    piles: taken.length,
    spreads: spreadsOf(showing) !== undefined,
    dice: dice ? Math.max(1, dice.slots) : 0,
    cardRows: scoreCardRows(showing, scene.view),
    buttons: showing.verbs.filter(({ word }) => !taken.includes(word)).length,
  };
}

/** @param {Fit} fit */
export function fitClass({ beside, flat, below, carded, cramped, drop, slim, stacked, seatCard, narrow }) {
  const kinds = { beside, flat, below, carded, cramped, around: drop > 0, slim, stacked, narrow, counted: !seatCard };
  return Object.entries(kinds)
    .filter(([, is]) => is)
    .map(([kind]) => kind)
    .join(" ");
}

/** The layout as custom properties for the style sheets. @param {Fit} fit */
export function fitStyle(fit) {
  const pixels = /** @param {number} number */ (number) => `${Math.floor(number)}px`;
  return {
    "--columns": fit.columns,
    "--seat-width": pixels(fit.seatWidth),
    "--seat-gap": pixels(fit.seatGap),
    "--name-lines": fit.nameLines,
    "--name-size": `${fit.nameSize}rem`,
    "--seat-card": pixels(fit.seatCard),
    "--drop": pixels(fit.drop),
    "--face": pixels(fit.face),
    "--pile-card": pixels(fit.pileCard),
    "--spread-card": pixels(fit.spreadCard),
    "--die": pixels(fit.die),
    "--dice-in-row": fit.diceInRow,
    "--dice-gap": pixels(fit.diceGap),
    "--runner": pixels(fit.runner),
    "--own-card": pixels(fit.ownCard),
    "--hand-width": pixels(fit.handWidth),
    "--hand-rows": fit.handRows,
    "--hand-gap": pixels(fit.handGap),
    "--turn-lines": fit.turnLines,
    "--button-rows": fit.buttonRows,
    "--button-width": pixels(fit.buttonWidth),
  };
}
