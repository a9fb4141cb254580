// The settings, stored in this browser.

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

/** Applies the settings to the page. */
export function apply() {
  const now = settings();
  const root = document.documentElement;
  if (now.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = now.theme;
  root.classList.toggle("marks", now.marks);
}

/** @type {AudioContext | null} */
let audio = null;

/** Plays a sound or shows a notification, as the settings say, when the turn begins. @param {string} text */
export function notifyTurn(text) {
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
