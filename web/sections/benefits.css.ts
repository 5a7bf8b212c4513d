import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { serif, sideBySide } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";

export const lines = style({ marginBlockStart: vars.space.xlarge });

// The name is on the left and its explanation on the right, as in the index of a book.
export const line = style({
  display: "grid",
  gap: `${vars.space.xsmall} ${vars.space.large}`,
  alignItems: "baseline",
  paddingBlock: vars.space.large,
  borderBlockStart: `1px solid ${vars.color.line}`,
  selectors: { "&:last-child": { borderBlockEnd: `1px solid ${vars.color.line}` } },
  "@media": { [wide.laptop]: { gridTemplateColumns: "minmax(0, 7fr) minmax(0, 5fr)" } },
});

const nameSize = "clamp(1.328rem, 1.1rem + 0.95vw, 1.875rem)";

export const name = style({
  display: "flex",
  alignItems: "baseline",
  gap: vars.space.medium,
  ...serif(nameSize, 1.2, "-0.01em"),
  textWrap: "balance",
});

export const mark = style({ flexShrink: 0, color: vars.color.leaf, fontSize: "0.8em", alignSelf: "center" });

// Aligns the text below a name with the name. The icon is 1.25 em of 0.8 of the name's size, so as wide as that size.
const besideMark = `calc(${nameSize} + ${vars.space.medium})`;
globalStyle(`${line} > p`, {
  "@media": {
    "not all and (min-width: 60rem)": { paddingInlineStart: besideMark },
  },
});

// Beside a drawing the text is below the name.
export const narrow = style({});
globalStyle(`${narrow} > ${line}`, { gridTemplateColumns: "minmax(0, 1fr)" });
globalStyle(`${narrow} > ${line} > p`, { paddingInlineStart: besideMark });

export const pair = style(sideBySide("minmax(0, 6fr) minmax(0, 5fr)"));
export const drawing = style({ maxInlineSize: "40rem" });
