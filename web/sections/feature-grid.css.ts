import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const intro = style({
  display: "flex",
  flexDirection: "column",
  gap: vars.space.medium,
  "@media": { [wide.laptop]: { position: "sticky", insetBlockStart: "9rem" } },
});

export const items = style({
  display: "grid",
  gap: vars.space.xlarge,
  "@media": { [wide.tablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});

export const item = style({
  display: "flex",
  flexDirection: "column",
  gap: vars.space.xsmall,
  paddingBlockStart: vars.space.medium,
  borderBlockStart: `1px solid ${vars.color.line}`,
});

// A quiet list of words with a mark.
export const words = style({
  display: "flex",
  flexWrap: "wrap",
  columnGap: vars.space.xlarge,
  rowGap: vars.space.medium,
});
export const word = style({
  display: "flex",
  alignItems: "center",
  gap: vars.space.xsmall,
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.title,
  selectors: {
    "&::before": {
      content: "",
      inlineSize: "0.5em",
      blockSize: "0.5em",
      background: vars.color.accent,
      // A petal.
      borderRadius: "0 100% 0 100%",
    },
  },
});

// The steps are stations on one line; on a phone the line runs down.
const line = "2px";
const station = "0.9rem";
export const steps = style({
  display: "grid",
  marginBlockStart: vars.space.xxlarge,
  "@media": { [wide.laptop]: { gridAutoFlow: "column", gridAutoColumns: "minmax(0, 1fr)" } },
});
export const step = style({
  position: "relative",
  display: "flex",
  flexDirection: "column",
  gap: vars.space.xsmall,
  paddingInlineStart: vars.space.xlarge,
  paddingBlockEnd: vars.space.xlarge,
  selectors: {
    "&::before": {
      content: "",
      position: "absolute",
      background: vars.color.leaf,
      insetBlock: "0.5rem 0",
      insetInlineStart: `calc((${station} - ${line}) / 2)`,
      inlineSize: line,
    },
    "&:last-child::before": { background: `linear-gradient(${vars.color.leaf}, transparent)` },
    "&::after": {
      content: "",
      position: "absolute",
      insetBlockStart: "0.6rem",
      insetInlineStart: 0,
      inlineSize: station,
      blockSize: station,
      border: `${line} solid ${vars.color.leaf}`,
      borderRadius: vars.radius.round,
      background: vars.color.tinted,
    },
  },
  "@media": {
    [wide.laptop]: {
      paddingInline: `0 ${vars.space.large}`,
      paddingBlock: `${vars.space.xlarge} 0`,
      selectors: {
        "&::before": {
          insetBlock: `calc((${station} - ${line}) / 2) auto`,
          insetInline: 0,
          inlineSize: "auto",
          blockSize: line,
        },
        "&:last-child::before": { background: `linear-gradient(to right, ${vars.color.leaf}, transparent)` },
        "&::after": { insetBlockStart: 0 },
      },
    },
  },
});
export const number = style({
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.figure,
  lineHeight: 1,
  letterSpacing: "-0.03em",
  color: vars.color.leaf,
});
