import { createVar, style, styleVariants } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { space } from "#web/theme/tokens.ts";
import { vars } from "#web/theme/vars.css.ts";

/** The side padding of the page, also for pictures that reach beyond the container. */
export const gutter = "clamp(1.25rem, 5vw, 4rem)";

export const container = style({
  inlineSize: "100%",
  maxInlineSize: `calc(76rem + 2 * ${gutter})`,
  marginInline: "auto",
  paddingInline: gutter,
});

export const stack = style({ display: "flex", flexDirection: "column", alignItems: "stretch" });
export const row = style({ display: "flex", flexWrap: "wrap", alignItems: "center" });
export const gap = styleVariants(space, (_, name) => ({ gap: vars.space[name] }));
export const align = styleVariants({
  start: { alignItems: "flex-start" },
  stretch: { alignItems: "stretch" },
});

export const grid = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: `${vars.space.xlarge} ${vars.space.large}`,
  "@media": { [wide.laptop]: { gridTemplateColumns: "repeat(12, minmax(0, 1fr))" } },
});

const columns = (from: number, count: number) => ({
  "@media": { [wide.laptop]: { gridColumn: `${from} / span ${count}` } },
});
export const column = styleVariants({
  firstFive: columns(1, 5),
  firstSeven: columns(1, 7),
  lastFive: columns(8, 5),
  lastSeven: columns(6, 7),
});

/** The height and the inline padding of the site's header. A dense screen sets them on the root. */
export const headerHeight = createVar();
export const headerInset = createVar();

/** The color of the surface below an element. */
export const surfaceColor = createVar();

const sheet = style({ background: surfaceColor, color: vars.color.text });

/** The surfaces of sections; `ink` is dark in both themes, and light in print. */
export const surface = styleVariants({
  plain: [sheet, { vars: { [surfaceColor]: vars.color.surface } }],
  tinted: [sheet, { vars: { [surfaceColor]: vars.color.tinted } }],
  ink: [
    sheet,
    {
      colorScheme: "dark",
      vars: { [surfaceColor]: vars.color.ink },
      "@media": { print: { vars: { [surfaceColor]: vars.color.surface } } },
    },
  ],
});
