import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { column } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";
import { gutter } from "#web/ui/layout.css.ts";

// The text starts with the page's container. The picture reaches the window's edge.
const edge = `max(${gutter}, calc((100vw - 76rem) / 2))`;

export const hero = style({
  display: "grid",
  "@media": {
    [wide.laptop]: { gridTemplateColumns: "minmax(0, 6fr) minmax(0, 7fr)", alignItems: "stretch" },
  },
});

export const intro = style({
  ...column("large"),
  alignItems: "flex-start",
  justifyContent: "center",
  paddingBlock: vars.space.xlarge,
  paddingInline: gutter,
  "@media": {
    [wide.laptop]: { paddingInline: `${edge} ${vars.space.xlarge}` },
  },
});

export const picture = style({
  marginInlineStart: gutter,
  "@media": {
    "not all and (min-width: 60rem)": { aspectRatio: "3 / 2" },
    [wide.laptop]: { marginInlineStart: 0, blockSize: "clamp(30rem, 46vw, 50rem)" },
  },
});

export const bare = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) minmax(0, auto)",
  alignItems: "end",
  gap: vars.space.large,
});
export const bareIntro = style({
  ...column("large"),
  alignItems: "flex-start",
});
export const flower = style({
  marginBlock: `calc(${vars.space.xxlarge} * -1)`,
  inlineSize: "clamp(9rem, 20vw, 17rem)",
  "@media": { "not all and (min-width: 40rem)": { display: "none" } },
});
