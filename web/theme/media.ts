/** Widths at which the layout has room for more, as media conditions. */
export const wide = {
  tablet: "(min-width: 40rem)",
  laptop: "(min-width: 60rem)",
};

/** A phone: what is in reach of one hand. */
export const narrow = "screen and (max-width: 39.99rem)";

export const stillness = "(prefers-reduced-motion: reduce)";
