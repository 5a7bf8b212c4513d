import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { oneColumn } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const page = style({
  ...oneColumn,
  gap: vars.space.large,
  alignItems: "start",
  paddingBlock: vars.space.section,
  "@media": {
    [wide.laptop]: {
      gridTemplateColumns: "minmax(0, 4fr) minmax(0, 7fr)",
      columnGap: vars.space.xxlarge,
    },
  },
});

export const intro = style({ ...oneColumn, gap: vars.space.medium });

// The title takes the focus for screen readers only, so it has no outline.
globalStyle(`${intro} h1:focus-visible`, { outline: "none" });

export const panel = style({ ...oneColumn, gap: vars.space.large });

export const thread = style({
  ...oneColumn,
  gap: vars.space.medium,
  listStyle: "none",
  margin: 0,
  padding: 0,
});

const itemBase = style({
  padding: `${vars.space.medium} clamp(${vars.space.medium}, 3vw, ${vars.space.large})`,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.medium,
  inlineSize: "fit-content",
  minInlineSize: "min(100%, 18rem)",
  maxInlineSize: "min(100%, 62ch, 92%)",
});

/** Answers are at the start of the line; the customer's own texts are tinted, at its end. */
export const item = styleVariants({
  answer: [itemBase, { background: vars.color.raised, borderEndStartRadius: vars.radius.small }],
  customer: [
    itemBase,
    { background: vars.color.tinted, justifySelf: "end", borderEndEndRadius: vars.radius.small },
  ],
});

export const head = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  justifyContent: "space-between",
  columnGap: vars.space.medium,
  marginBlockEnd: vars.space.xsmall,
});

export const author = style({ fontWeight: 600, overflowWrap: "anywhere" });

export const itemText = style({ whiteSpace: "pre-wrap", overflowWrap: "anywhere" });

export const form = style({ ...oneColumn, gap: vars.space.medium, justifyItems: "start" });
globalStyle(`${form} > *`, { inlineSize: "100%" });

export const sheet = style({
  ...oneColumn,
  gap: vars.space.medium,
  padding: `clamp(${vars.space.medium}, 4vw, ${vars.space.xlarge})`,
  background: vars.color.raised,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.medium,
  borderEndEndRadius: `calc(${vars.radius.petal} / 2)`,
});

export const end = style({ display: "flex", justifyContent: "end" });
