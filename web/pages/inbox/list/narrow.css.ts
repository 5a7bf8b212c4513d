import { style } from "@vanilla-extract/css";
import { popover } from "#web/pages/inbox/shared/choice.css.ts";
import { onePane, rowInset } from "#web/pages/inbox/shared/layout.ts";
import { splitRow } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";
import { button as plainButton, tone } from "#web/ui/button.css.ts";
import { hiddenRules } from "#web/ui/text.css.ts";

export const button = style([
  plainButton,
  tone.plain,
  {
    flexShrink: 0,
    paddingInline: vars.space.small,
    fontSize: vars.textSize.small,
    selectors: { "&[data-active=true]": { borderColor: vars.color.accent, color: vars.color.accent } },
  },
]);
// In a narrow toolbar only the icon is visible. Screen readers still read the text.
export const label = style({ "@container": { "(inline-size < 25rem)": hiddenRules } });
export const count = style({
  minInlineSize: "1.25rem",
  borderRadius: vars.radius.round,
  background: vars.color.accent,
  color: vars.color.onAccent,
  fontSize: "0.75rem",
  lineHeight: "1.25rem",
  textAlign: "center",
});

export const panel = style([
  popover,
  {
    insetInlineStart: "min(var(--left), 100vw - 25rem)",
    inlineSize: "24rem",
    padding: vars.space.large,
    "@media": {
      [onePane]: {
        insetBlockStart: "auto",
        insetBlockEnd: 0,
        insetInline: 0,
        inlineSize: "auto",
        maxInlineSize: "100%",
        maxBlockSize: "85dvb",
        padding: vars.space.medium,
        paddingBlockEnd: `max(${vars.space.medium}, env(safe-area-inset-bottom))`,
        borderInline: 0,
        borderBlockEnd: 0,
        borderEndStartRadius: 0,
        borderEndEndRadius: 0,
      },
    },
  },
]);

export const form = style({ display: "grid", gap: vars.space.medium });
export const days = style({ display: "grid", gap: vars.space.small });
export const legend = style({ padding: 0, fontSize: vars.textSize.small, fontWeight: 600 });
export const presets = style({ display: "flex", flexWrap: "wrap", marginInline: "-0.75rem" });
export const span = style({
  display: "grid",
  gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
  gap: vars.space.small,
});
export const foot = style({
  ...splitRow("small"),
  flexWrap: "wrap",
  minBlockSize: "2.75rem",
});
export const resultCount = style({ color: vars.color.quiet, fontSize: vars.textSize.small });

export const narrowingBar = style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  minBlockSize: "2.75rem",
  paddingInlineStart: rowInset,
  borderBlockEnd: `1px solid ${vars.color.line}`,
  background: vars.color.tinted,
  fontSize: vars.textSize.small,
});
export const narrowingText = style({
  minInlineSize: 0,
  paddingBlock: vars.space.xsmall,
  overflowWrap: "anywhere",
});
