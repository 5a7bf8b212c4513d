import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { splitRow } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const fullRow = style({ gridColumn: "1 / -1" });

export const disclosure = style({
  borderBlockEnd: `1px solid ${vars.color.line}`,
});

export const summary = style({
  ...splitRow("medium"),
  paddingBlock: "0.65rem",
  fontWeight: 600,
  listStyle: "none",
  cursor: "pointer",
  ":hover": { color: vars.color.accent },
  selectors: { "&::-webkit-details-marker": { display: "none" } },
});

export const mark = style({
  flexShrink: 0,
  color: vars.color.accent,
  transition: `rotate ${vars.motion.moderate} ${vars.motion.ease}`,
  selectors: { [`${disclosure}[open] > ${summary} &`]: { rotate: "180deg" } },
});

export const content = style({
  display: "grid",
  gap: vars.space.medium,
  paddingBlockEnd: vars.space.medium,
  "@media": { [wide.tablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});

// Folded on a phone only, where the browser can show the content of a closed disclosure.
export const onPhone = style({});
const whereWide = (css: object) => ({
  "@supports": { "selector(::details-content)": { "@media": { [wide.tablet]: css } } },
});
globalStyle(`${onPhone}`, whereWide({ borderBlockEnd: "none" }));
globalStyle(`${onPhone} > ${summary}`, whereWide({ display: "none" }));
globalStyle(`${onPhone} > ${content}`, whereWide({ paddingBlockEnd: 0 }));
globalStyle(`${onPhone}::details-content`, whereWide({ contentVisibility: "visible", blockSize: "auto" }));
