import { style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const page = style({
  display: "grid",
  gap: vars.space.xlarge,
  alignItems: "start",
  paddingBlock: vars.space.section,
  "@media": {
    [wide.laptop]: { gridTemplateColumns: "minmax(0, 5fr) minmax(0, 6fr)", columnGap: vars.space.xxlarge },
  },
});

export const intro = style({ display: "grid", gap: vars.space.medium });

export const panel = style({ display: "grid", gap: vars.space.large, maxInlineSize: "30rem" });

export const form = style({ display: "grid", gap: vars.space.large });

export const submit = style({ display: "grid" });

export const toggle = style({ justifySelf: "start", marginInlineStart: "-1rem" });
