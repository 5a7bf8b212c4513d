import { style } from "@vanilla-extract/css";
import { column, serif } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

const stem = "2px";
const leaf = "1.75rem";

// The reasons are leaves on one stem.
export const reason = style({
  position: "relative",
  ...column("xsmall"),
  paddingInlineStart: `calc(${leaf} + ${vars.space.large})`,
  paddingBlockEnd: vars.space.xlarge,
  selectors: {
    "&:last-child": { paddingBlockEnd: 0 },
    "&::before": {
      content: "",
      position: "absolute",
      insetBlock: 0,
      insetInlineStart: 0,
      inlineSize: stem,
      background: vars.color.leaf,
    },
    "&:first-child::before": { insetBlockStart: "0.5rem" },
    "&:last-child::before": { background: `linear-gradient(${vars.color.leaf} 2.25rem, transparent)` },
    "&::after": {
      content: "",
      position: "absolute",
      insetBlockStart: "0.375rem",
      insetInlineStart: 0,
      inlineSize: leaf,
      blockSize: leaf,
      background: vars.color.leaf,
      borderRadius: "100% 0 100% 0",
    },
  },
});

export const name = style({
  ...serif("clamp(1.45rem, 1.2rem + 1vw, 1.95rem)", 1.2, "-0.012em"),
  textWrap: "balance",
});
