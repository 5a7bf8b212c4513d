import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const page = style({
  ...oneColumn,
  gap: vars.space.xlarge,
  alignItems: "start",
  paddingBlock: vars.space.section,
  "@media": {
    [wide.laptop]: { gridTemplateColumns: "minmax(0, 5fr) minmax(0, 6fr)", columnGap: vars.space.xxlarge },
  },
});

export const intro = style({ ...oneColumn, gap: vars.space.medium });

// The title takes the focus for screen readers only, so it has no outline.
globalStyle(`${intro} h1:focus-visible`, { outline: "none" });

export const panel = style({ ...oneColumn, gap: vars.space.large, justifyItems: "start" });
