import { style, styleVariants } from "@vanilla-extract/css";
import { wide } from "#web/theme/media.ts";
import { column, serif } from "#web/theme/rules.ts";
import { vars } from "#web/theme/vars.css.ts";
import { surface } from "#web/ui/layout.css.ts";

export const plans = style({
  display: "grid",
  gap: vars.space.large,
  marginBlockStart: vars.space.xlarge,
  "@media": {
    [wide.tablet]: { gridTemplateColumns: "repeat(auto-fit, minmax(17rem, 1fr))", alignItems: "start" },
    [wide.laptop]: {
      gridTemplateColumns: "none",
      gridAutoFlow: "column",
      gridAutoColumns: "minmax(0, 1fr)",
      gap: vars.space.xlarge,
      alignItems: "start",
    },
  },
});

const planBase = style({
  ...column("large"),
  alignItems: "flex-start",
  paddingBlock: `clamp(${vars.space.large}, 3.5vw, ${vars.space.xxlarge})`,
});

const inner = `clamp(${vars.space.large}, 3.5vw, 3.5rem)`;

// The marked plan is on ink, with one large petal corner. The others have a line above. Its border stays visible on a
// dark page.
export const plan = styleVariants({
  plain: [planBase, { borderBlockStart: `1px solid ${vars.color.text}` }],
  popular: [
    planBase,
    surface.ink,
    {
      paddingInline: inner,
      border: `1px solid ${vars.color.control}`,
      borderRadius: vars.radius.medium,
      borderEndEndRadius: vars.radius.petal,
    },
  ],
});

export const head = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${vars.space.xsmall} ${vars.space.medium}`,
});

export const name = style(serif("clamp(1.66rem, 1.4rem + 1.1vw, 2.3rem)", 1.15, "-0.015em"));

export const response = style({ display: "flex", alignItems: "baseline", gap: vars.space.small });
export const hours = style(serif(vars.textSize.figure, 1, "-0.03em"));
export const unit = style({ color: vars.color.quiet, lineHeight: 1.3 });

export const features = style({
  ...column("small"),
  alignSelf: "stretch",
});
export const feature = style({ display: "flex", gap: vars.space.small });
export const mark = style({ color: vars.color.leaf, paddingBlockStart: "0.2em" });
