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
