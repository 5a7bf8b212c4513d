import { styleVariants } from "@vanilla-extract/css";

export const icon = styleVariants({
  text: { inlineSize: "1.25em", blockSize: "1.25em", flexShrink: 0 },
  large: { inlineSize: "1.75rem", blockSize: "1.75rem", flexShrink: 0 },
});
