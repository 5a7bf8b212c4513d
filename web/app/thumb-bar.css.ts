import { globalStyle, keyframes, style } from "@vanilla-extract/css";
import { narrow, stillness } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";

const size = "3.25rem";
const gone = keyframes({ "from, to": { visibility: "hidden" } });

// It ends the page, so that nothing lies under it there, and stays at the window's end until then.
export const bar = style({
  display: "none",
  position: "sticky",
  insetBlockEnd: 0,
  zIndex: 15,
  paddingBlockEnd: "env(safe-area-inset-bottom)",
  paddingInline: "env(safe-area-inset-left) env(safe-area-inset-right)",
  background: vars.color.raised,
  borderBlockStart: `1px solid ${vars.color.line}`,
  "@media": { [narrow]: { display: "flex" } },
});

export const way = style({
  flex: 1,
  display: "flex",
  alignItems: "center",
  justifyContent: "center",
  gap: vars.space.xsmall,
  minBlockSize: size,
  fontSize: vars.textSize.small,
  fontWeight: 600,
  textDecoration: "none",
  selectors: {
    "& + &": { borderInlineStart: `1px solid ${vars.color.line}` },
    "&:active": { color: vars.color.accent },
    "&:focus-visible": { outlineOffset: "-3px" },
  },
});
globalStyle(`${way} svg`, { color: vars.color.accent });

// Who types has a keyboard there, and whoever goes by one finds the same ways in the footer: nothing that has the focus lies under it.
// A form keeps it away from a press that leaves a field, too: displayed anew, it is there until its timeline says that it is not.
const typing = `:focus-visible:not(${way}), form[action] :is(:focus, :active)`;
globalStyle(`:root:has(${typing}) ${bar}`, { display: "none" });

// Where a form is, its own timeline says whether it is in view; a browser without one has no bar there.
globalStyle(`:root:has(form[action]) ${bar}`, {
  "@supports": {
    "not (animation-timeline: view())": { display: "none" },
    "(animation-timeline: view())": {
      animation: `${gone} linear`,
      animationTimeline: "--contact-form",
    },
  },
});
// It can not go away by a timeline where nothing may move: there it rests at the end of the page.
globalStyle(`:root:has(form[action]) ${bar}`, { "@media": { [stillness]: { position: "static" } } });
globalStyle(":root", { timelineScope: "--contact-form" });

// Toasts stay clear of it.
globalStyle(`:root:has(${bar})`, {
  "@media": { [narrow]: { vars: { "--end-bar": size } } },
});
