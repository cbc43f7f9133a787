/** Short synthesised sounds; nothing is loaded. Off unless the person wants them. */

import { settings } from "./settings.js";

let context = null;

function ready() {
  if (!settings.sound) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

function tone(at, frequency, length, volume = 0.12, type = "sine", slideTo = frequency) {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, at);
  oscillator.frequency.exponentialRampToValueAtTime(slideTo, at + length);
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

function hiss(at, length, frequency, volume = 0.12) {
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
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

const SOUNDS = {
  card: (now) => hiss(now, 0.09, 2600, 0.25),
  deal: (now) => [0, 0.07, 0.14].forEach((later) => hiss(now + later, 0.06, 3000, 0.2)),
  knock: (now) => [0, 0.16].forEach((later) => tone(now + later, 150, 0.12, 0.4, "sine", 70)),
  dice: (now) => [0, 0.07, 0.15, 0.24, 0.36, 0.5].forEach((later) => hiss(now + later, 0.035, 1500 + 900 * Math.random(), 0.4)),
  good: (now) => [523, 659, 784].forEach((pitch, i) => tone(now + i * 0.09, pitch, 0.3, 0.1, "triangle")),
  bad: (now) => [330, 262].forEach((pitch, i) => tone(now + i * 0.14, pitch, 0.3, 0.1, "triangle", pitch * 0.94)),
  turn: (now) => tone(now, 880, 0.16, 0.06, "sine"),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (ready()) SOUNDS[name]?.(context.currentTime + 0.01);
}
