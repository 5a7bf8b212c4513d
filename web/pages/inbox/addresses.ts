/** The address that opens a new mail to `email`. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}

/** The address that calls `phone` (RFC 3966), null for words that hold no number. */
export function phoneAddress(phone: string): string | null {
  const plus = phone.trim().startsWith("+") ? "+" : "";
  const digits = phone.replace(/\D/g, "");
  return digits.length >= 3 ? `tel:${plus}${digits}` : null;
}
