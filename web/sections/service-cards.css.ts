import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { narrow, reducedMotion, wide } from "#web/theme/media.ts";
import { column } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

const grid = {
  display: "grid",
  gap: `${vars.space.xxlarge} ${vars.space.large}`,
  marginBlockStart: vars.space.xxlarge,
  "@media": {
    [narrow]: { rowGap: vars.space.large, marginBlockStart: vars.space.large },
    [wide.tablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
    [wide.laptop]: { gridTemplateColumns: "repeat(12, minmax(0, 1fr))", columnGap: vars.space.xlarge },
  },
} as const;
export const cards = styleVariants({ three: grid, four: grid });

const [first, second] = ["nth-child(5n + 1)", "nth-child(5n + 2)"];

// Twelve columns. The two larger cards span 7 and 5. In `three`, the others span 4. In `four`, they span 6, and 3 from
// 75rem.
export const card = style({
  position: "relative",
  ...column("medium"),
  "@media": {
    // On a phone the picture is beside the text, so that all services fit on few screens.
    [narrow]: {
      display: "grid",
      gridTemplateColumns: "5rem minmax(0, 1fr)",
      gap: `${vars.space.xxsmall} ${vars.space.medium}`,
      alignItems: "start",
    },
    [wide.laptop]: {
      gridColumn: "span 4",
      selectors: {
        [`${cards.four} > &`]: { gridColumn: "span 6" },
        [`${cards.three} > &:${first}, ${cards.four} > &:first-child`]: { gridColumn: "span 7" },
        [`${cards.three} > &:${second}, ${cards.four} > &:nth-child(2)`]: { gridColumn: "span 5" },
      },
    },
    "(min-width: 75rem)": {
      selectors: { [`${cards.four} > &:nth-child(n + 3)`]: { gridColumn: "span 3" } },
    },
    "(min-width: 40rem) and (max-width: 59.99rem)": {
      selectors: { [`${cards.three} > &:${first}`]: { gridColumn: "1 / -1" } },
    },
  },
});

globalStyle(`${card} > p`, { "@media": { [narrow]: { fontSize: vars.textSize.small } } });

export const picture = style({
  aspectRatio: "3 / 2",
  "@media": {
    [narrow]: { gridRow: "1 / span 2", aspectRatio: "1" },
    [wide.laptop]: {
      selectors: {
        [[
          `${cards.three} > ${card}:${first} > &`,
          `${cards.three} > ${card}:${second} > &`,
          `${cards.four} > ${card}:nth-child(-n + 2) > &`,
        ].join(", ")]: {
          aspectRatio: "auto",
          blockSize: "clamp(18rem, 28vw, 26rem)",
        },
      },
    },
  },
});

export const link = style({
  textDecoration: "none",
  selectors: {
    // The whole card is the link's target.
    "&::after": { content: "", position: "absolute", inset: 0 },
    "&:focus-visible": { outline: "none" },
    "&:focus-visible::after": {
      outline: `3px solid ${vars.color.accent}`,
      outlineOffset: "6px",
      borderRadius: vars.radius.small,
    },
    [`${card}:hover &`]: { color: vars.color.accent },
  },
});

export const head = style({
  display: "flex",
  alignItems: "baseline",
  justifyContent: "space-between",
  gap: vars.space.small,
});

export const arrow = style({
  flexShrink: 0,
  color: vars.color.accent,
  alignSelf: "center",
  transition: `transform ${vars.motion.moderate} ${vars.motion.ease}`,
  selectors: { [`${card}:hover &`]: { transform: "translateX(0.35rem)" } },
  "@media": { [reducedMotion]: { transform: "none !important" } },
});
