import { globalStyle, style } from "@vanilla-extract/css";
import { oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";
import { button, size, tone } from "#web/ui/button.css.ts";

const scriptless = "(scripting: none)";

export const field = style({ ...oneColumn, gap: vars.space.xsmall, justifyItems: "start" });

// The label is the button, and the input covers it invisibly, so that files can also be dropped on it. Without script the
// browser's own field shows which files were chosen.
export const input = style({
  position: "absolute",
  inset: 0,
  inlineSize: "100%",
  opacity: 0,
  cursor: "pointer",
  "@media": { [scriptless]: { position: "static", opacity: 1 } },
});
export const label = style([
  button,
  size.small,
  tone.plain,
  {
    position: "relative",
    "@media": {
      [scriptless]: {
        flexDirection: "column-reverse",
        alignItems: "start",
        textAlign: "start",
        inlineSize: "100%",
        border: 0,
        padding: 0,
      },
    },
    selectors: {
      [`&:has(${input}:focus-visible)`]: { outline: `3px solid ${vars.color.accent}`, outlineOffset: "2px" },
    },
  },
]);
export const names = style({ selectors: { "&:empty": { display: "none" } } });
globalStyle(`${names} label`, {
  display: "flex",
  gap: vars.space.xsmall,
  alignItems: "baseline",
  paddingBlock: vars.space.xsmall,
});
globalStyle(`${names} p`, { fontWeight: 600, fontSize: vars.textSize.small });
globalStyle(`${names} input`, { accentColor: vars.color.accent });
globalStyle(`${names} small`, { color: vars.color.quiet });
