import { style } from "@vanilla-extract/css";
import { narrow, wide } from "#web/theme/media.ts";
import { centeredRow, column, serif, sideBySide } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const besideScreen = style(sideBySide("minmax(0, 5fr) minmax(0, 7fr)"));
// The picture is lazy, so the browser does not load it where it is hidden.
export const screen = style({ "@media": { "not all and (min-width: 60rem)": { display: "none" } } });

// Figures are in pairs, and on laptops in one row. Beside a screenshot they stay in pairs, or up to three smaller ones
// share a row.
export const figures = style({
  display: "grid",
  gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
  gap: `${vars.space.xlarge} ${vars.space.large}`,
  marginBlockStart: vars.space.xlarge,
  "@media": {
    [narrow]: { rowGap: vars.space.large, marginBlockStart: vars.space.large },
    [wide.laptop]: {
      gridTemplateColumns: "none",
      gridAutoFlow: "column",
      gridAutoColumns: "minmax(0, 1fr)",
      selectors: {
        [`${besideScreen} &`]: {
          gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
          gridAutoFlow: "row",
        },
      },
    },
  },
  selectors: {
    [`${besideScreen} &:not(:has(> :nth-child(4)))`]: {
      gridTemplateColumns: "repeat(3, minmax(0, 1fr))",
      gap: vars.space.medium,
    },
  },
});
export const inRowsOfFour = style({
  "@media": {
    [wide.laptop]: { gridTemplateColumns: "repeat(4, minmax(0, 1fr))", gridAutoFlow: "row" },
  },
});

export const action = style({
  marginBlockStart: vars.space.xlarge,
  "@media": { [narrow]: { marginBlockStart: vars.space.large } },
});

// The document has the label first, as the term. The page shows the number first.
export const figure = style({
  display: "flex",
  flexDirection: "column-reverse",
  justifyContent: "flex-end",
  gap: vars.space.xsmall,
  paddingBlockStart: vars.space.medium,
  borderBlockStart: `2px solid ${vars.color.accent}`,
});

export const label = style({ color: vars.color.quiet, lineHeight: 1.4, hyphens: "auto" });

export const value = style({
  ...serif(vars.textSize.figure, 1, "-0.03em"),
  whiteSpace: "nowrap",
  selectors: {
    [`${besideScreen} :not(:has(> :nth-child(4))) > * > &`]: {
      fontSize: "clamp(1.875rem, 1.4rem + 1.6vw, 2.75rem)",
    },
  },
});

export const highlights = style({
  display: "grid",
  gap: `${vars.space.xlarge} ${vars.space.large}`,
  marginBlockStart: vars.space.xlarge,
  "@media": {
    [wide.tablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
    [wide.laptop]: { gridTemplateColumns: "none", gridAutoFlow: "column", gridAutoColumns: "auto" },
  },
});

export const highlight = style({
  ...column("xsmall"),
  paddingInlineStart: vars.space.large,
  borderInlineStart: `2px solid ${vars.color.leaf}`,
});

export const highlightTitle = style(serif("clamp(2.25rem, 1.6rem + 2vw, 3.24rem)", 1.05, "-0.02em"));

export const badges = style({
  display: "flex",
  flexWrap: "wrap",
  marginBlockStart: vars.space.xlarge,
  columnGap: vars.space.xlarge,
  rowGap: vars.space.medium,
});
export const badge = style({
  ...centeredRow("xsmall"),
  fontFamily: vars.font.serif,
  fontSize: "clamp(1.328rem, 1.1rem + 0.7vw, 1.625rem)",
  selectors: {
    "&::before": {
      content: "",
      inlineSize: "0.5em",
      blockSize: "0.5em",
      background: vars.color.accent,
      // A petal.
      borderRadius: "0 100% 0 100%",
    },
  },
});
