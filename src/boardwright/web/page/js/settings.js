// What a person likes: remembered in this browser.

const KEY = "boardwright.settings";
const DEFAULTS = { theme: "system", marks: false, confirm: false, sound: false, notify: false };

/** @returns {typeof DEFAULTS} */
export function settings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @param {Partial<typeof DEFAULTS>} change */
export function change(change) {
  localStorage.setItem(KEY, JSON.stringify({ ...settings(), ...change }));
  apply();
}

/** Makes the page look as the settings say. */
export function apply() {
  const now = settings();
  const root = document.documentElement;
  if (now.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = now.theme;
  root.classList.toggle("marks", now.marks);
}

/** @type {AudioContext | null} */
let audio = null;

/** Tells a person who may look elsewhere that it is their turn. @param {string} text */
export function callToTurn(text) {
  const now = settings();
  if (now.sound) {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.15, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.4);
  }
  if (now.notify && document.hidden && "Notification" in window && Notification.permission === "granted") {
    new Notification("Boardwright", { body: text, icon: "/icon.svg", tag: "turn" });
  }
}
