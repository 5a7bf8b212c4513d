import { globalStyle, style } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";
import { hidden } from "#web/ui/hidden.css.ts";

export const form = style({
  display: "flex",
  flexDirection: "column",
  gap: vars.space.large,
});

export const sheet = style({
  viewTimelineName: "--contact-form",
  padding: `clamp(${vars.space.medium}, 4vw, ${vars.space.xlarge})`,
  background: vars.color.raised,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.medium,
  borderEndEndRadius: `calc(${vars.radius.petal} / 2)`,
});

export const response = style({ display: "flex", gap: vars.space.small, textWrap: "pretty" });
globalStyle(`${response} svg`, { flexShrink: 0, marginBlockStart: "0.25em", color: vars.color.leaf });

export const fields = style({
  display: "grid",
  gap: vars.space.medium,
  "@media": { [wide.tablet]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});
globalStyle(`${fields} > :last-child`, { gridColumn: "1 / -1" });

// Plans are for the services that have some, and stay in view while one is chosen.
export const plan = style({ display: "none" });
globalStyle(`${fields}:has([data-plans]:checked, [name="plan"] option:not([value=""]):checked) > ${plan}`, {
  display: "block",
});

// As wide as nothing: what is enlarged is cut off nowhere.
export const trap = style([hidden, { whiteSpace: "normal" }]);
globalStyle(`${trap} input`, { inlineSize: "1px" });

export const end = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: vars.space.medium,
});
