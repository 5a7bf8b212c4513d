import { style } from "@vanilla-extract/css";

/** Takes an element out of sight, and leaves it to those who hear the page. */
export const hiddenRules = {
  position: "absolute",
  inlineSize: "1px",
  blockSize: "1px",
  padding: 0,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
} as const;

export const hidden = style(hiddenRules);
