import { globalStyle, style } from "@vanilla-extract/css";
import { narrow } from "#web/theme/media.ts";
import { stickyInset } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

const size = "3.25rem";

// The bar is the last element of the page, so it covers nothing there. Until then it sticks to the end of the window.
export const bar = style({
  display: "none",
  position: "sticky",
  insetBlockEnd: stickyInset,
  zIndex: 15,
  paddingBlockEnd: "env(safe-area-inset-bottom)",
  paddingInline: "env(safe-area-inset-left) env(safe-area-inset-right)",
  background: vars.color.raised,
  borderBlockStart: `1px solid ${vars.color.line}`,
  "@media": { [narrow]: { display: "flex" } },
});

export const contactLink = style({
  flex: 1,
  display: "flex",
  alignItems: "center",
  justifyContent: "center",
  gap: vars.space.xsmall,
  minBlockSize: size,
  fontSize: vars.textSize.small,
  fontWeight: 600,
  textDecoration: "none",
  selectors: {
    "& + &": { borderInlineStart: `1px solid ${vars.color.line}` },
    "&:active": { color: vars.color.accent },
    "&:focus-visible": { outlineOffset: "-3px" },
  },
});
globalStyle(`${contactLink} svg`, { color: vars.color.accent });

// Hides the bar while another element has the keyboard focus, so that the bar never covers it.
globalStyle(`:root:has(:focus-visible:not(${contactLink})) ${bar}`, { display: "none" });

// Moves toasts above the bar.
globalStyle(`:root:has(${bar})`, {
  "@media": { [narrow]: { vars: { "--end-bar": size } } },
});
