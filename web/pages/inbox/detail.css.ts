import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";
import { rowInset } from "./row-inset.ts";

export const message = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.space.large,
  // Not wider than is read with ease, so that the next and the previous are where the eye is.
  maxInlineSize: "56rem",
  paddingBlock: vars.space.medium,
  paddingInline: rowInset,
  "@media": {
    [wide.laptop]: { paddingBlock: vars.space.large, paddingInline: vars.space.xlarge },
  },
});

export const steps = style({
  display: "flex",
  justifyContent: "flex-end",
  marginBlockEnd: `calc(-1 * ${vars.space.medium})`,
  marginInlineEnd: "-0.75rem",
  "@media": {
    print: { display: "none" },
  },
});
export const back = style({
  marginInlineStart: "-1rem",
  marginInlineEnd: "auto",
  "@media": { [wide.laptop]: { display: "none" } },
});

export const header = style({ display: "grid", gap: vars.space.xxsmall });
export const sender = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: vars.space.small,
});
export const name = style({
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.title,
  lineHeight: 1.25,
  overflowWrap: "anywhere",
});

export const actions = style({
  display: "flex",
  flexWrap: "wrap",
  gap: vars.space.xsmall,
  "@media": { print: { display: "none" } },
});
globalStyle(`${actions} svg`, { "@media": { [`not all and ${wide.tablet}`]: { display: "none" } } });

export const fields = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(20rem, 100%), 1fr))",
  gap: `${vars.space.xxsmall} ${vars.space.large}`,
  paddingBlock: vars.space.medium,
  borderBlock: `1px solid ${vars.color.line}`,
});
export const field = style({
  display: "grid",
  gridTemplateColumns: "clamp(7rem, 30vw, 9rem) minmax(0, 1fr)",
  alignItems: "baseline",
  overflowWrap: "anywhere",
});
export const value = style({ display: "flex", alignItems: "center", minInlineSize: 0 });
globalStyle(`${value} > a`, { minInlineSize: 0 });
export const label = style({ color: vars.color.quiet, fontSize: vars.textSize.small });
export const absent = style({ color: vars.color.quiet });

export const body = style({
  maxInlineSize: "68ch",
  whiteSpace: "pre-wrap",
  overflowWrap: "anywhere",
});

export const copy = style({ marginBlock: "-0.5rem", "@media": { print: { display: "none" } } });
