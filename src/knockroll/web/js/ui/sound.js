/** Short synthesised sounds, quiet, from the first click or key on. Nothing is loaded. */

import { settings } from "./settings.js";

/** @typedef {{context: AudioContext, at: number}} When a sound begins */

/** @type {AudioContext|null} */
let kept = null;

/** How loud everything is. */
const VOLUME = 0.45;
/** @type {GainNode|null} */
let output = null;

function ready() {
  kept ??= new AudioContext();
  if (!output) {
    output = kept.createGain();
    output.gain.value = VOLUME;
    output.connect(kept.destination);
  }
  if (kept.state === "suspended") kept.resume();
  return kept;
}

/**
 * @param {When} when @param {number} frequency @param {number} length @param {number} volume
 * @param {OscillatorType} type @param {number} [slideTo] the frequency at its end
 */
function tone({ context, at }, frequency, length, volume, type, slideTo = frequency) {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, at);
  oscillator.frequency.exponentialRampToValueAtTime(slideTo, at + length);
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(output ?? context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** @param {When} when @param {number} length @param {number} frequency @param {number} volume */
function hiss({ context, at }, length, frequency, volume) {
  const samples = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 2;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  gain.gain.value = volume;
  source
    .connect(filter)
    .connect(gain)
    .connect(output ?? context.destination);
  source.start(at);
}

/** A moment later. @param {When} when @param {number} seconds @returns {When} */
const after = ({ context, at }, seconds) => ({ context, at: at + seconds });

/** @typedef {Exclude<import("../model/types.js").Cue, "">|"turn"} SoundName */
/** @type {Record<SoundName, (now: When) => void>} */
const SOUNDS = {
  card: (now) => hiss(now, 0.09, 2600, 0.25),
  deal(now) {
    for (const later of [0, 0.07, 0.14]) hiss(after(now, later), 0.06, 3000, 0.2);
  },
  knock(now) {
    for (const later of [0, 0.16]) tone(after(now, later), 150, 0.12, 0.4, "sine", 70);
  },
  dice(now) {
    for (const later of [0, 0.07, 0.15, 0.24, 0.36, 0.5]) {
      hiss(after(now, later), 0.035, 1500 + 900 * Math.random(), 0.4);
    }
  },
  good(now) {
    for (const [i, pitch] of [523, 659, 784].entries()) tone(after(now, i * 0.09), pitch, 0.3, 0.1, "triangle");
  },
  bad(now) {
    for (const [i, pitch] of [330, 262].entries())
      tone(after(now, i * 0.14), pitch, 0.3, 0.1, "triangle", pitch * 0.94);
  },
  turn: (now) => tone(now, 880, 0.16, 0.06, "sine"),
};

/** @param {SoundName|""} name empty for silence */
export function play(name) {
  if (name && settings.sound && navigator.userActivation?.hasBeenActive) make(SOUNDS[name]);
}

/** Call a person who is away. Plays even if other sounds are off. */
export function chime() {
  make((now) => {
    for (const [i, pitch] of [660, 880].entries()) tone(after(now, i * 0.14), pitch, 0.35, 0.12, "sine");
  });
}

/** @param {(now: When) => void} sounds */
function make(sounds) {
  const context = ready();
  sounds({ context, at: context.currentTime + 0.01 });
}
