import { style, styleVariants } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { column, serif } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";
import { surfaceColor } from "#web/ui/layout.css.ts";

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
  ...column("xsmall"),
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
      background: surfaceColor,
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
  ...serif(vars.textSize.figure, 1, "-0.03em"),
  color: vars.color.leaf,
});

// An upright drawing is beside the headline, a wide one below it.
const drawing = { display: "grid", gap: vars.space.xlarge, alignItems: "center" } as const;
export const drawn = styleVariants({
  upright: {
    ...drawing,
    "@media": { [wide.laptop]: { gridTemplateColumns: "minmax(0, 5fr) minmax(0, 7fr)" } },
  },
  wide: { ...drawing, maxInlineSize: "60rem" },
});
