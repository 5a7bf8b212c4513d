/** A color as OKLCH: lightness 0 to 1, chroma, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** The colors of the light theme by purpose. */
export const light = {
  /** The background of the page. */
  surface: [0.985, 0.006, 95],
  /** A surface on another one: fields, menus, cards. */
  raised: [1, 0, 0],
  /** The background of alternating sections. */
  tinted: [0.958, 0.014, 335],
  /** A surface that is dark in both themes. */
  ink: [0.165, 0.04, 300],
  text: [0.22, 0.035, 290],
  quiet: [0.46, 0.03, 290],
  /** Hairlines that only separate. */
  line: [0.885, 0.012, 320],
  /** Borders of controls. */
  control: [0.6, 0.03, 300],
  /** The main action of a screen. */
  accent: [0.5, 0.2, 328],
  accentStrong: [0.43, 0.18, 328],
  onAccent: [1, 0, 0],
  leaf: [0.48, 0.11, 160],
  onLeaf: [1, 0, 0],
  caution: [0.6, 0.14, 70],
  critical: [0.52, 0.2, 25],
  onCritical: [1, 0, 0],
} satisfies Record<string, Oklch>;

/** The colors of a theme. */
export type Palette = Record<keyof typeof light, Oklch>;

export const dark: Palette = {
  surface: [0.19, 0.025, 290],
  raised: [0.235, 0.03, 290],
  tinted: [0.215, 0.04, 310],
  ink: [0.165, 0.04, 300],
  text: [0.95, 0.01, 95],
  quiet: [0.74, 0.02, 290],
  line: [0.34, 0.03, 295],
  control: [0.56, 0.035, 295],
  accent: [0.76, 0.14, 328],
  accentStrong: [0.83, 0.11, 328],
  onAccent: [0.19, 0.025, 290],
  leaf: [0.78, 0.11, 160],
  onLeaf: [0.19, 0.025, 290],
  caution: [0.82, 0.12, 80],
  critical: [0.72, 0.16, 25],
  onCritical: [0.19, 0.025, 290],
};

/** The shadows of elements that float over a page. */
export const shadow = {
  toast: "0 0.5rem 2rem oklch(0.1 0.02 290 / 0.22)",
  menu: "0 1.5rem 3rem -1rem oklch(0.2 0.05 300 / 0.3)",
};

/** The layer between a page and the dialog over it. */
export const backdrop = "oklch(0.15 0.03 290 / 0.45)";

/** The text of a printed page, in both themes. */
export const printedText = "black";

/** Steps of 4 px; the last step is the space between two sections. */
export const space = {
  xxsmall: "0.25rem",
  xsmall: "0.5rem",
  small: "0.75rem",
  medium: "1rem",
  large: "1.5rem",
  xlarge: "2.5rem",
  xxlarge: "4rem",
  section: "clamp(2.5rem, 1rem + 7vw, 7rem)",
};

/** A modular scale of 1.25 on a body of 1.0625 rem. */
export const textSize = {
  small: "0.875rem",
  body: "1.0625rem",
  lead: "clamp(1.1875rem, 1.12rem + 0.3vw, 1.328rem)",
  title: "1.328rem",
  heading: "clamp(1.875rem, 1.45rem + 1.9vw, 3.24rem)",
  display: "clamp(2.25rem, 1.35rem + 3.9vw, 4.5rem)",
  figure: "clamp(2.75rem, 2rem + 2.6vw, 4.05rem)",
};

export const radius = {
  small: "0.375rem",
  medium: "0.75rem",
  round: "999px",
  /** The one large corner of a picture, like the tip of a petal. */
  petal: "clamp(4.5rem, 2.5rem + 9vw, 11rem)",
};

/** Durations are within 120 to 240 ms. */
export const motion = {
  quick: "120ms",
  moderate: "200ms",
  ease: "cubic-bezier(0.2, 0.7, 0.2, 1)",
};

export const font = {
  serif: '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "Noto Serif", serif',
  sans: "system-ui, sans-serif",
};
