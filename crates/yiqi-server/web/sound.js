// Soft synthesized sounds: nothing to download, and easy to turn off.

import { recall, remember } from "./prefs.js";

/** @type {AudioContext | null} */
let audio = null;

/** Browsers allow sound only after a user gesture. */
function wake() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
}
addEventListener("pointerdown", wake, { once: true });
addEventListener("keydown", wake, { once: true });

export const isSoundOn = () => recall("sound", true);

/** @param {boolean} on */
export function setSound(on) {
  remember("sound", on);
  if (on) play("turn");
}

/**
 * Plays one fading tone.
 * @param {AudioContext} context
 * @param {{hz: number, at?: number, seconds: number, gain: number, type?: OscillatorType}} tone
 */
function tone(context, { hz, at = 0, seconds, gain, type = "sine" }) {
  const start = context.currentTime + at;
  const source = new OscillatorNode(context, { type, frequency: hz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(gain, start + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + seconds);
}

/** Tones of each sound. A stone is a short knock with a little wood below it. */
const SOUNDS = {
  stone: [
    { hz: 1150, seconds: 0.035, gain: 0.1, type: /** @type {const} */ ("triangle") },
    { hz: 240, seconds: 0.09, gain: 0.16 },
  ],
  turn: [
    { hz: 660, seconds: 0.16, gain: 0.06 },
    { hz: 880, at: 0.09, seconds: 0.22, gain: 0.06 },
  ],
  refused: [{ hz: 170, seconds: 0.16, gain: 0.12 }],
  question: [
    { hz: 740, seconds: 0.14, gain: 0.06 },
    { hz: 740, at: 0.16, seconds: 0.2, gain: 0.06 },
  ],
  low: [{ hz: 980, seconds: 0.08, gain: 0.05 }],
  over: [
    { hz: 523, seconds: 0.3, gain: 0.06 },
    { hz: 659, at: 0.12, seconds: 0.3, gain: 0.06 },
    { hz: 784, at: 0.24, seconds: 0.5, gain: 0.06 },
  ],
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!audio || audio.state !== "running" || !isSoundOn()) return;
  for (const one of SOUNDS[name]) tone(audio, one);
}
