import { globalStyle, style } from "@vanilla-extract/css";
import { services } from "#functions/contract/options.ts";
import { vars } from "#web/theme/vars.css.ts";

export const contactList = style({ display: "flex", flexWrap: "wrap", columnGap: vars.space.large });
export const contactLink = style({
  display: "inline-block",
  // The target is 44 px high, with its line of text.
  paddingBlock: "0.55rem",
  fontWeight: 600,
  overflowWrap: "anywhere",
});
export const noWrap = style({ whiteSpace: "nowrap" });

export const direct = style([
  contactLink,
  { display: "inline-flex", flexWrap: "wrap", alignItems: "center", columnGap: vars.space.xsmall },
]);
globalStyle(`${direct} svg`, { color: vars.color.accent });

/** The number of plans with their own chat link. A further plan gets the link of its service. */
export const maxPlans = 9;

// Shows the chat link of the current choice: that of the plan, or else of the service, or else of the page.
const isChosen = (select: string, option: string) => `:has([name="${select}"] option${option}:checked)`;
const isPlanChosen = isChosen("plan", `:nth-child(n + 2):nth-child(-n + ${maxPlans + 1})`);
const chatOf = (choice: string | number) => `${direct}[data-chat="${choice}"]`;
globalStyle(`${direct}[data-chat]:not([data-chat=""])`, { display: "none" });
globalStyle(`section:is(${isPlanChosen}, ${isChosen("service", ':not([value=""])')}) ${chatOf("")}`, {
  display: "none",
});
for (const service of services) {
  globalStyle(
    `section${isChosen("service", `[value="${service}"]`)}:not(${isPlanChosen}) ${chatOf(service)}`,
    {
      display: "inline-flex",
    },
  );
}
for (let index = 0; index < maxPlans; index++) {
  globalStyle(`section${isChosen("plan", `:nth-child(${index + 2})`)} ${chatOf(index)}`, {
    display: "inline-flex",
  });
}
