import { createVar, globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { vars } from "#web/theme/vars.css.ts";

const [tenX, oneX] = [createVar(), createVar()];
const [tenY, oneY] = [createVar(), createVar()];

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
  objectPosition: `calc(${tenX} + ${oneX}) calc(${tenY} + ${oneY})`,
});

// The page's policy forbids style attributes, so the digits of a focal point in percent have classes.
const ones = Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [digit, digit]));
const tens: Record<number, number> = { ...ones, 10: 10 };
const setVar = (name: string, unit: number) => (digit: number) => ({ vars: { [name]: `${digit * unit}%` } });
export const tensX = styleVariants(tens, setVar(tenX, 10));
export const onesX = styleVariants(ones, setVar(oneX, 1));
export const tensY = styleVariants(tens, setVar(tenY, 10));
export const onesY = styleVariants(ones, setVar(oneY, 1));

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
