/** Media conditions of wider layouts. */
export const wide = {
  tablet: "(min-width: 40rem)",
  laptop: "(min-width: 60rem)",
};

/** The media condition of phones. */
export const narrow = "screen and (max-width: 39.99rem)";

export const reducedMotion = "(prefers-reduced-motion: reduce)";
