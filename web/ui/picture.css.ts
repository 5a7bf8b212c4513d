import { createVar, style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

const x = createVar();
const y = createVar();

export const picture = style({
  position: "relative",
  display: "block",
  overflow: "hidden",
  background: vars.color.tinted,
  // Most pictures are bright: on a dark page they would be lamps.
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
  landscape: { aspectRatio: "3 / 2" },
  /** As high as the place it is put in. */
  fill: { blockSize: "100%" },
});

/** Which corner is the large one. */
export const petal = styleVariants({
  none: {},
  startEnd: { borderEndStartRadius: vars.radius.petal },
  endEnd: { borderEndEndRadius: vars.radius.petal },
});
