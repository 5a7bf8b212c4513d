import { style } from "@vanilla-extract/css";
import { centeredRow } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const list = style({
  display: "grid",
  gap: vars.space.xsmall,
  inlineSize: "100%",
  margin: 0,
  padding: 0,
  listStyle: "none",
});

export const row = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  alignItems: "center",
  columnGap: vars.space.small,
  padding: `${vars.space.xsmall} ${vars.space.small}`,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.small,
});

export const name = style({ gridColumn: 1, fontWeight: 600, overflowWrap: "anywhere" });
export const state = style({ gridColumn: 1, color: vars.color.quiet, fontSize: vars.textSize.small });
export const fault = style({ gridColumn: 1, color: vars.color.critical, fontSize: vars.textSize.small });
export const rejection = style([fault, centeredRow("xxsmall")]);

export const progress = style({
  gridColumn: 1,
  inlineSize: "100%",
  blockSize: "0.5rem",
  accentColor: vars.color.accent,
});

export const buttons = style({
  gridColumn: 2,
  gridRow: "1 / span 3",
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "end",
});
