import { globalStyle, style } from "@vanilla-extract/css";
import { services } from "#functions/contract/options.ts";
import { vars } from "#web/theme/vars.css.ts";

export const ways = style({ display: "flex", flexWrap: "wrap", columnGap: vars.space.large });
export const way = style({
  display: "inline-block",
  // The target is 44 px high, with its line of text.
  paddingBlock: "0.55rem",
  fontWeight: 600,
  overflowWrap: "anywhere",
});
export const whole = style({ whiteSpace: "nowrap" });

export const direct = style([
  way,
  { display: "inline-flex", flexWrap: "wrap", alignItems: "center", columnGap: vars.space.xsmall },
]);
globalStyle(`${direct} svg`, { color: vars.color.accent });

/** The number of plans with their own chat link. A further plan gets the link of its service. */
export const mostPlans = 9;

// Shows the chat link of the current choice: that of the plan, or else of the service, or else of the page.
const isChosen = (select: string, option: string) => `:has([name="${select}"] option${option}:checked)`;
const ofPlan = isChosen("plan", `:nth-child(n + 2):nth-child(-n + ${mostPlans + 1})`);
const chatOf = (choice: string | number) => `${direct}[data-chat="${choice}"]`;
globalStyle(`${direct}[data-chat]:not([data-chat=""])`, { display: "none" });
globalStyle(`section:is(${ofPlan}, ${isChosen("service", ':not([value=""])')}) ${chatOf("")}`, {
  display: "none",
});
for (const service of services) {
  globalStyle(`section${isChosen("service", `[value="${service}"]`)}:not(${ofPlan}) ${chatOf(service)}`, {
    display: "inline-flex",
  });
}
for (let place = 0; place < mostPlans; place++) {
  globalStyle(`section${isChosen("plan", `:nth-child(${place + 2})`)} ${chatOf(place)}`, {
    display: "inline-flex",
  });
}
