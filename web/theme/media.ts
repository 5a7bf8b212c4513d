/** Widths at which the layout has room for more, as media conditions. */
export const wide = {
  tablet: "(min-width: 40rem)",
  laptop: "(min-width: 60rem)",
};

export const stillness = "(prefers-reduced-motion: reduce)";
