import { style } from "@vanilla-extract/css";
import { centeredRow, oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const field = style({ display: "flex", flexDirection: "column", gap: vars.space.xxsmall });

export const label = style({ fontSize: vars.textSize.small, fontWeight: 600 });
export const mark = style({ color: vars.color.accent });

export const control = style({
  inlineSize: "100%",
  minBlockSize: "3rem",
  padding: `${vars.space.xsmall} ${vars.space.small}`,
  border: `1px solid ${vars.color.control}`,
  borderRadius: vars.radius.small,
  background: vars.color.raised,
  transition: `border-color ${vars.motion.quick}`,
  selectors: {
    "&:hover": { borderColor: vars.color.text },
    "&:focus-visible": { outlineOffset: "1px" },
    "&[aria-invalid=true], &:user-invalid": { borderColor: vars.color.critical, borderWidth: "2px" },
  },
});

export const area = style({
  minBlockSize: "9rem",
  fieldSizing: "content",
  // The text makes the control higher, never wider: a long word would widen the container.
  contain: "inline-size",
  maxBlockSize: "28rem",
  resize: "vertical",
});

export const selectBox = style({
  ...oneColumn,
  alignItems: "center",
});
export const select = style({
  gridArea: "1 / 1",
  appearance: "none",
  // The longest option does not widen the control.
  contain: "inline-size",
  paddingInlineEnd: vars.space.xlarge,
  textOverflow: "ellipsis",
});
export const selectMark = style({
  gridArea: "1 / 1",
  justifySelf: "end",
  marginInlineEnd: vars.space.small,
  pointerEvents: "none",
  color: vars.color.quiet,
});

export const error = style({
  ...centeredRow("xxsmall"),
  color: vars.color.critical,
  fontSize: vars.textSize.small,
});

export const remaining = style({ color: vars.color.quiet, fontSize: vars.textSize.small });
export const suggestion = style({
  // A live region must exist before its first text. It takes no space while it is empty.
  selectors: { "&:empty": { position: "absolute" } },
});
export const exceeded = style({ color: vars.color.critical, fontSize: vars.textSize.small, fontWeight: 600 });
