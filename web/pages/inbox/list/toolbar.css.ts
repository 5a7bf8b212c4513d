import { globalStyle, style } from "@vanilla-extract/css";
import { choice } from "#web/pages/inbox/shared/choice.css.ts";
import { inboxContainer, largeText, onePane, rowInset } from "#web/pages/inbox/shared/layout.ts";
import { wide } from "#web/theme/media.ts";
import { vars } from "#web/theme/vars.css.ts";
import { button, size } from "#web/ui/button.css.ts";
import { hiddenRules } from "#web/ui/text.css.ts";

const oneLine = "(min-width: 80rem)";
const withTitle = "(min-width: 100rem)";
const largeTextInInbox = `${inboxContainer} ${largeText}`;

export const toolbar = style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gridTemplateAreas: '"title tools" "find find" "filter filter"',
  alignItems: "center",
  gap: vars.space.xxsmall,
  padding: `${vars.space.xxsmall} ${vars.space.small}`,
  "@media": {
    [wide.laptop]: {
      columnGap: vars.space.small,
      paddingInlineEnd: rowInset,
      // Aligns the checkbox that selects all with those of the rows.
      paddingInlineStart: "3px",
      gridTemplateColumns: "2.75rem auto minmax(0, 1fr) auto",
      gridTemplateAreas: '"choose title find tools" "filter filter filter news"',
    },
    [oneLine]: {
      // The search shrinks to the width of its hint to make room for the notice of new messages.
      gridTemplateColumns: "2.75rem minmax(21.5rem, max(26rem, 30vw)) max-content 1fr auto",
      gridTemplateAreas: '"choose find filter news tools"',
    },
    [withTitle]: {
      gridTemplateColumns: "2.75rem auto minmax(21.5rem, 30vw) max-content 1fr auto",
      gridTemplateAreas: '"choose title find filter news tools"',
    },
  },
});

export const title = style({
  gridArea: "title",
  paddingInlineStart: vars.space.xxsmall,
  whiteSpace: "nowrap",
  // The title is redundant, because the site's menu marks the current page.
  "@media": { [`${oneLine} and (max-width: 99.99rem)`]: hiddenRules },
});
export const tools = style({
  gridArea: "tools",
  justifySelf: "end",
  display: "flex",
  alignItems: "center",
  "@media": { [wide.laptop]: { marginInlineEnd: "-0.75rem" } },
});
// Enlarged text leaves no room for an enlarged title and enlarged icons.
globalStyle(`${title} > h1`, { "@container": { [largeTextInInbox]: { fontSize: "1rem" } } });
globalStyle(`${tools} :is(a, button)`, {
  "@container": { [largeTextInInbox]: { minInlineSize: "44px", minBlockSize: "44px" } },
});
globalStyle(`${tools} svg`, {
  "@container": { [largeTextInInbox]: { inlineSize: "20px", blockSize: "20px" } },
});
export const exporting = style({ inlineSize: "1.5rem", accentColor: vars.color.accent });

export const find = style({
  gridArea: "find",
  display: "flex",
  gap: vars.space.xsmall,
  minInlineSize: 0,
  containerType: "inline-size",
});
export const search = style({
  flex: 1,
  minInlineSize: 0,
  // The field is at least as wide as its hint.
  "@media": { [wide.laptop]: { minInlineSize: "18rem" } },
});
export const searchBox = style({ display: "grid", alignItems: "center", position: "relative" });
const searchOverlay = {
  gridArea: "1 / 1",
  color: vars.color.quiet,
  pointerEvents: "none",
  zIndex: 1,
} as const;
export const searchIcon = style({ ...searchOverlay, marginInlineStart: vars.space.small });
export const resultCount = style({
  ...searchOverlay,
  justifySelf: "end",
  marginInlineEnd: vars.space.medium,
  fontSize: vars.textSize.small,
});
export const searchInput = style({
  gridArea: "1 / 1",
  inlineSize: "100%",
  minBlockSize: "2.75rem",
  paddingInlineStart: "2.5rem",
  paddingInlineEnd: vars.space.xsmall,
  border: `1px solid ${vars.color.control}`,
  borderRadius: vars.radius.round,
  background: vars.color.raised,
  fontSize: "1rem",
  selectors: {
    "&::placeholder": { color: vars.color.quiet, opacity: 1 },
    "&:focus-visible": { borderRadius: vars.radius.round, outlineOffset: "1px" },
    "&:placeholder-shown": { textOverflow: "ellipsis" },
    "&:has(+ *)": { paddingInlineEnd: "3.5rem" },
  },
});

// On a narrow screen the folders share the width, with their counts below.
const small = `not all and ${wide.tablet}`;

export const filter = style({
  gridArea: "filter",
  display: "flex",
  gap: vars.space.xxsmall,
  "@media": {
    [small]: { flexWrap: "wrap" },
    // Aligns with the checkbox that selects all, which is above it.
    [wide.laptop]: { marginInlineStart: vars.space.small },
    [oneLine]: { marginInlineStart: 0 },
  },
});

globalStyle(`${filter} > ${choice}`, {
  "@media": {
    [small]: {
      flex: "1 1 auto",
      flexDirection: "column",
      justifyContent: "center",
      gap: 0,
      paddingInline: 0,
      borderRadius: vars.radius.medium,
      lineHeight: 1.3,
    },
  },
});

// In one line with the search, the folders leave room for the notice of new messages.
globalStyle(`${filter} > ${choice}`, {
  "@media": { [`${oneLine} and (max-width: 99.99rem)`]: { paddingInline: vars.space.xsmall } },
});

export const count = style({
  fontWeight: 400,
  opacity: 0.85,
  // Reserves room for two digits, so no folder moves when its count arrives.
  minInlineSize: "2ch",
  minBlockSize: "1lh",
  textAlign: "center",
});

// The notice of new messages is outside of the list, so it neither covers nor moves a row. On a phone it replaces the
// title.
export const news = style({
  gridArea: "news",
  justifySelf: "end",
  "@media": {
    [oneLine]: { justifySelf: "start" },
    [onePane]: { gridArea: "title", justifySelf: "start" },
  },
});
globalStyle(`${toolbar}:has(${news} > *) > ${title}`, { "@media": { [onePane]: hiddenRules } });
export const newsButton = style([
  button,
  size.small,
  {
    borderColor: vars.color.accent,
    background: vars.color.raised,
    color: vars.color.accent,
    whiteSpace: "nowrap",
    selectors: { "&:hover": { background: vars.color.tinted } },
  },
]);

/** The icon of the oldest unanswered message, with the number of unanswered ones at its corner. */
export const oldest = style({ display: "grid", placeItems: "center", position: "relative" });
export const oldestCount = style({
  position: "absolute",
  insetBlockStart: "-0.5rem",
  insetInlineStart: "0.625rem",
  minInlineSize: "1rem",
  paddingInline: "0.1875rem",
  borderRadius: vars.radius.round,
  background: vars.color.accent,
  color: vars.color.onAccent,
  fontSize: "0.625rem",
  fontWeight: 600,
  lineHeight: "1rem",
  textAlign: "center",
});
// A toolbar has no room for the button beside a running download or the notice of new messages.
globalStyle(`${toolbar}:has(${exporting}, ${news} > *) :has(> ${oldest})`, {
  "@media": { "(max-width: 99.99rem)": { display: "none" } },
});
globalStyle(`${tools} :has(> ${oldest})`, { "@media": { "(max-width: 22rem)": { display: "none" } } });
