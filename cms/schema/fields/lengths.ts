type InBothLanguages = { es?: string; en?: string };

/** Validation for a text in both languages: neither may be longer than `maximum` characters. */
export const atMost =
  (maximum: number) =>
  (value: InBothLanguages | undefined): true | string => {
    const tooLong = (["es", "en"] as const).filter(
      (language) => [...(value?.[language] ?? "")].length > maximum,
    );
    return tooLong.length === 0 || `At most ${maximum} characters; too long in: ${tooLong.join(", ")}.`;
  };

/** Validation for a text in both languages: each has `minimum` to `maximum` characters. */
export const between =
  (minimum: number, maximum: number) =>
  (value: InBothLanguages | undefined): true | string => {
    const tooShort = (["es", "en"] as const).filter(
      (language) => value?.[language] && [...value[language]].length < minimum,
    );
    if (tooShort.length > 0) return `At least ${minimum} characters; too short in: ${tooShort.join(", ")}.`;
    return atMost(maximum)(value);
  };
