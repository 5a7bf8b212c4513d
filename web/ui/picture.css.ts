import { createVar, globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

const x = createVar();
const y = createVar();

// Rounded off where a bright picture lies on a dark page: only there does it have four corners.
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

/** What has no variant for the dark theme: most pictures are bright, and on a dark page they would be lamps. */
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
  /** As high as the place it is put in. */
  fill: { blockSize: "100%" },
});

/** Which corner is the large one. */
export const petal = styleVariants({
  none: {},
  startEnd: { borderEndStartRadius: vars.radius.petal },
  endEnd: { borderEndEndRadius: vars.radius.petal },
});
