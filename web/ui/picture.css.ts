import { createVar, globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

const x = createVar();
const y = createVar();

// Pictures have round corners in the dark theme only. On a light page the edges of bright pictures are invisible.
const corner = createVar();
globalStyle(":root", {
  vars: { [corner]: "0" },
  "@media": { "(prefers-color-scheme: dark)": { vars: { [corner]: vars.radius.medium } } },
});
globalStyle(":root[data-theme=light]", { vars: { [corner]: "0" } });
globalStyle(":root[data-theme=dark]", { vars: { [corner]: vars.radius.medium } });

export const picture = style({
  position: "relative",
  display: "block",
  overflow: "hidden",
  background: vars.color.tinted,
});

/** Dims a picture without a dark variant, because most pictures are bright and would glare on a dark page. */
export const dimmed = style({
  selectors: {
    "&::after": {
      content: "",
      position: "absolute",
      inset: 0,
      background: `light-dark(transparent, color-mix(in oklab, ${vars.color.surface} 18%, transparent))`,
      pointerEvents: "none",
    },
  },
});

export const image = style({
  inlineSize: "100%",
  blockSize: "100%",
  objectFit: "cover",
  objectPosition: `${x} ${y}`,
});

// Focal points are rounded to a fifth: the page's policy forbids style attributes.
const fifths = [0, 20, 40, 60, 80, 100] as const;
const steps = Object.fromEntries(fifths.map((step) => [step, step])) as Record<
  (typeof fifths)[number],
  number
>;
export const focusX = styleVariants(steps, (step) => ({ vars: { [x]: `${step}%` } }));
export const focusY = styleVariants(steps, (step) => ({ vars: { [y]: `${step}%` } }));

export const ratio = styleVariants({
  own: {},
  landscape: { aspectRatio: "3 / 2", borderRadius: corner },
  /** The height of the container. */
  fill: { blockSize: "100%" },
});

/** The corner with the large radius. */
export const petal = styleVariants({
  none: {},
  startEnd: { borderEndStartRadius: vars.radius.petal },
  endEnd: { borderEndEndRadius: vars.radius.petal },
});
