/** A word that is longer than any line. */
export const longWord = "Supercalifragilístico".repeat(240).slice(0, 5000);

/** A pasted address that is longer than any line. */
export const longAddress = `https://example.com/catalogo?${"articulo=0123456789&".repeat(300)}`.slice(
  0,
  5000,
);

/** Returns an email address of the maximum length, 254 characters, that begins with a mark. */
export const toLongEmail = (mark: string) =>
  `${mark.padEnd(64, "a")}@${`${"b".repeat(58)}.`.repeat(3)}example.test`;
