/** Sharing a result: as a text, and as a picture that is drawn here. */

import { nameOf } from "../model/scene.js";
import { curvesOf, rankingOf } from "../model/standings.js";
import { question } from "../ui/dialogs.js";
import { note } from "../ui/speech.js";
import { lineColour, linePoints } from "./curve.js";
import { lengthOf, verdictOf } from "./final.js";
import { scoreText } from "./seats.js";

/** @import { Running } from "../model/scene.js" */

const [WIDE, HIGH] = [1200, 630];
const GROUND = "#1c4b3b";
const PALE = "#f5faf7";
const GOLD = "#f0b23c";
const FONT = "system-ui, sans-serif";

/** The names of the players to somebody else: you by your name. @param {Running} scene @param {number} seat */
const called = (scene, seat) => scene.table.seats[seat]?.name ?? nameOf(scene, seat);

/** The lines of a result: `1. Ann, 12 points`. @param {Running} scene @param {NonNullable<Running["result"]>} result */
function linesOf(scene, { scores, winners }) {
  return rankingOf(scene, scores, winners).map(({ seat, place, out_in: out }) => {
    const went = out ? `, out in ${scene.showing.round.one} ${out}` : "";
    return {
      seat,
      place,
      text: `${called(scene, seat)}: ${scoreText(scene.showing, scene.view.options, scores[seat])}${went}`,
    };
  });
}

/** @param {Running} scene @param {NonNullable<Running["result"]>} result */
function resultText(scene, result) {
  const lines = linesOf(scene, result).map(({ place, text }) => `${place}. ${text}`);
  return [`${scene.table.title}, ${lengthOf(scene)}`, ...lines, location.origin].join("\n");
}

/** Draw the result. @param {Running} scene @param {NonNullable<Running["result"]>} result */
function resultPicture(scene, result) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDE, height: HIGH });
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.fillStyle = GOLD;
  pen.font = `700 34px ${FONT}`;
  pen.fillText(`Knock & Roll · ${scene.table.title}`, 60, 84);
  pen.fillStyle = PALE;
  pen.font = `800 64px ${FONT}`;
  pen.fillText(verdictOf({ ...scene, you: null }, result.winners), 60, 164, WIDE - 120);
  for (const [index, { seat, place, text }] of linesOf(scene, result).slice(0, 6).entries()) {
    const y = 236 + index * 52;
    pen.fillStyle = lineColour(seat);
    pen.fillRect(60, y - 26, 12, 32);
    pen.fillStyle = PALE;
    pen.font = `${index ? 500 : 700} 32px ${FONT}`;
    pen.fillText(`${place}.  ${text}`, 92, y, 620);
  }
  drawCurve(pen, curvesOf(scene));
  return canvas;
}

/** @param {CanvasRenderingContext2D} pen @param {number[][]} curves */
function drawCurve(pen, curves) {
  if ((curves[0]?.length ?? 0) < 3) return;
  pen.save();
  pen.translate(740, 210);
  pen.lineWidth = 6;
  pen.lineJoin = "round";
  for (const [seat, line] of linePoints(curves, 400, 340).entries()) {
    pen.strokeStyle = lineColour(seat);
    pen.beginPath();
    for (const { x, y } of line) pen.lineTo(x, y);
    pen.stroke();
  }
  pen.restore();
}

/** Ask how to share a result, and do so. @param {Running} scene @param {NonNullable<Running["result"]>} result */
export async function shareResult(scene, result) {
  const text = resultText(scene, result);
  /** @type {["text"|"picture", string][]} */
  const ways = [
    ["picture", "Save a picture"],
    ["text", "Copy the text"],
  ];
  const way = await question("Share the result", text, ways, "Cancel");
  if (way === "text") await copy(text);
  if (way === "picture") save(resultPicture(scene, result), `${scene.table.game}-result.png`);
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note("Copied.");
  } catch {
    note("Your browser doesn't allow copying.");
  }
}

/**
 * Save a picture, or hand it to other apps where that is usual.
 * @param {HTMLCanvasElement} canvas @param {string} name
 */
function save(canvas, name) {
  canvas.toBlob(async (blob) => {
    if (!blob) return;
    const file = new File([blob], name, { type: "image/png" });
    const touch = matchMedia("(pointer: coarse)").matches;
    if (touch && navigator.canShare?.({ files: [file] })) {
      await navigator.share({ files: [file] }).catch(() => undefined); // the person may change their mind
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
