import { globalStyle, style } from "@vanilla-extract/css";
import { narrow, wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

export const footer = style({
  paddingBlock: `${vars.space.xxlarge} ${vars.space.xlarge}`,
  borderBlockStart: `1px solid ${vars.color.line}`,
  "@media": { [narrow]: { paddingBlock: `${vars.space.xlarge} ${vars.space.large}` } },
});

export const columns = style({
  display: "grid",
  gap: vars.space.large,
  "@media": {
    [wide.tablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
    [wide.laptop]: { gridTemplateColumns: "5fr 4fr 3fr" },
  },
});
// With two columns the contacts are below the name, not below the long list.
globalStyle(`${columns} > nav`, {
  "@media": { [wide.tablet]: { gridArea: "1 / 2 / span 2" }, [wide.laptop]: { gridArea: "auto" } },
});

// On a phone the pages are in two columns.
globalStyle(`${columns} > nav > ul`, {
  "@media": { [narrow]: { columns: 2 } },
});

export const brand = style({
  display: "flex",
  alignItems: "center",
  gap: vars.space.small,
  fontFamily: vars.font.serif,
  fontSize: vars.textSize.title,
});

export const heading = style({ fontSize: vars.textSize.small, color: vars.color.quiet });

export const link = style({
  display: "inline-flex",
  alignItems: "center",
  minBlockSize: "2.75rem",
  textDecorationColor: "transparent",
  transition: `text-decoration-color ${vars.motion.quick}`,
  selectors: { "&:hover": { textDecorationColor: vars.color.accent } },
});

export const end = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  columnGap: vars.space.large,
  marginBlockStart: vars.space.large,
  color: vars.color.quiet,
  fontSize: vars.textSize.small,
});
export const endPages = style({ display: "flex", flexWrap: "wrap", columnGap: vars.space.medium });
