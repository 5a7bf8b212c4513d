/** The two languages of the site. Spanish is the default and has the unprefixed addresses. */
export const languages = ["es", "en"] as const;
export type Language = (typeof languages)[number];
