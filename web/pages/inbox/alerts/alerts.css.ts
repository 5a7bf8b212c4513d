import { style } from "@vanilla-extract/css";
import { rowInset } from "#web/pages/inbox/shared/layout.ts";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

const offPaper = { "@media": { print: { display: "none" } } } as const;

export const alerts = style([
  offPaper,
  { gridArea: "alerts", selectors: { "&:focus": { outline: "none" } } },
]);

// An alert is a single line where possible, to leave room for the messages.
const alertLine = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  columnGap: vars.space.small,
  minBlockSize: "2.75rem",
  paddingInline: rowInset,
  borderBlockEnd: `1px solid ${vars.color.line}`,
  borderInlineStart: "4px solid",
  background: vars.color.raised,
  fontSize: vars.textSize.small,
  "@media": { [wide.laptop]: { paddingInlineEnd: vars.space.xsmall } },
});

export const alert = style([alertLine, { borderInlineStartColor: vars.color.critical, flexWrap: "nowrap" }]);
export const details = style({ flex: 1, minInlineSize: 0 });
export const summary = style({
  minBlockSize: "2.75rem",
  alignContent: "center",
  fontWeight: 600,
  overflowWrap: "anywhere",
  cursor: "pointer",
});
export const explanation = style({
  display: "grid",
  gap: vars.space.xxsmall,
  paddingBlockEnd: vars.space.small,
});

export const advice = style([
  alertLine,
  offPaper,
  { gridArea: "advice", borderInlineStartColor: vars.color.accent },
]);
export const choices = style({ display: "flex", flexWrap: "wrap", marginInlineStart: "-1rem" });
