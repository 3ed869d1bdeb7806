// Light and dark: canvases take their inks from the style sheet, and are drawn anew when it changes.

const darkness = window.matchMedia("(prefers-color-scheme: dark)");
const themeListeners = [];
let inks = new Map();
let printing = false;

/** The page is shown dark. Paper is always light. */
const isDark = () => darkness.matches && !printing;

/** Colour of the style sheet's variable: `ink`, `soft`, `line`, `panel` ... */
function ink(name) {
  if (!inks.has(name)) inks.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  return inks.get(name);
}

/** `listener` draws anew in other inks. */
const onTheme = (listener) => themeListeners.push(listener);

function themeChanged() {
  document.documentElement.classList.toggle("dark", isDark());
  inks = new Map();
  for (const listener of themeListeners) listener();
}

darkness.addEventListener("change", themeChanged);
window.addEventListener("beforeprint", () => { printing = true; themeChanged(); });
window.addEventListener("afterprint", () => { printing = false; themeChanged(); });
document.documentElement.classList.toggle("dark", isDark());
