import { globalStyle, style } from "@vanilla-extract/css";
import { narrow, wide } from "#web/theme/media.ts";
import { column, splitRow } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";
import { hidden } from "#web/ui/text.css.ts";

export const form = style(column("large"));

// On a phone the form follows its heading, and all other content comes after it.
export const layout = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: `${vars.space.large} ${vars.space.large}`,
  "@media": {
    [wide.laptop]: {
      gridTemplateColumns: "minmax(0, 5fr) minmax(0, 7fr)",
      gridTemplateRows: "auto 1fr",
      gap: `${vars.space.medium} ${vars.space.xlarge}`,
    },
  },
});

globalStyle(`section[id]:has(> div > ${layout})`, {
  scrollMarginTop: `calc(var(--under-header) + ${vars.space.medium})`,
});

// On a phone the introduction of the page is right above the form.
export const lead = style({ "@media": { [narrow]: { display: "none" } } });

export const beside = style({ "@media": { [wide.laptop]: { gridColumn: 1, gridRow: 2 } } });

export const sheet = style({
  "@media": { [wide.laptop]: { gridColumn: 2, gridRow: "1 / span 2" } },
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

export const hint = style({ gridColumn: "1 / -1" });

// After a link that asks for a meeting, the meeting fields come first.
globalStyle(`${form}[data-wish="meeting"] ${fields}`, { readingFlow: "grid-order" });
globalStyle(`${form}[data-wish="meeting"] ${fields} > :has(> [data-disclosure="meeting"])`, { order: -1 });

export const intent = style({
  display: "flex",
  alignItems: "baseline",
  gap: vars.space.small,
  paddingInlineStart: vars.space.small,
  borderInlineStart: `4px solid ${vars.color.leaf}`,
  fontWeight: 600,
  selectors: { "&:empty": { display: "none" } },
});

// The plan is shown for services that have plans, and as long as a plan is chosen.
export const plan = style({ display: "none" });
globalStyle(`${fields}:has([data-plans]:checked, [name="plan"] option:not([value=""]):checked) > ${plan}`, {
  display: "block",
});

// The field is 1 px wide, so that no zoom level cuts it off.
export const trap = style([hidden, { whiteSpace: "normal" }]);
globalStyle(`${trap} input`, { inlineSize: "1px" });

export const end = style({
  ...splitRow("medium"),
  flexWrap: "wrap",
});

// Shown while the loader holds a form that was submitted without a network.
export const offlineNotice = style({ fontWeight: 600 });
globalStyle(`${form}:not([data-waiting="offline"]) > ${offlineNotice}`, { display: "none" });

export const buttons = style({ display: "flex", flexWrap: "wrap", gap: vars.space.xsmall });
