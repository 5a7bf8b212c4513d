import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { narrow, wide } from "#web/theme/media.ts";
import { column, sideBySide } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const pair = styleVariants({
  start: sideBySide("minmax(0, 7fr) minmax(0, 5fr)"),
  end: sideBySide("minmax(0, 5fr) minmax(0, 7fr)"),
});

export const picture = styleVariants({
  start: {},
  end: { "@media": { [wide.laptop]: { order: 1 } } },
});

export const items = style({ display: "flex", flexDirection: "column", marginBlockStart: vars.space.small });
export const item = style({
  ...column("xxsmall"),
  paddingBlock: vars.space.large,
  borderBlockStart: `1px solid ${vars.color.line}`,
  selectors: { "&:last-child": { paddingBlockEnd: 0 } },
  "@media": { [narrow]: { paddingBlock: vars.space.medium } },
});
globalStyle(`${item} > p`, { "@media": { [narrow]: { fontSize: vars.textSize.small } } });

// On a phone the picture is a strip, so that the text is on the same screen.
globalStyle(`${pair.start} picture, ${pair.end} picture`, { "@media": { [narrow]: { aspectRatio: "2" } } });
