const digits = (text: string | undefined) => (text ?? "").replace(/\D/g, "");

/** Whether `shown` is how people write the E.164 `number`: the same digits, the country's own left out or not. */
export const isSameNumber = (shown: string, number: string | undefined): boolean =>
  digits(shown).length >= 7 && digits(number).endsWith(digits(shown));
