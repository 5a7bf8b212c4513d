import type { PhoneNumber } from "./answers.schema.ts";

/** Returns the `tel:` address of a number (RFC 3966). */
export const toTelAddress = ({ number, extension }: Pick<PhoneNumber, "number" | "extension">): string =>
  `tel:${number}${extension === null ? "" : `;ext=${extension}`}`;

// WhatsApp needs a mobile number. Costa Rican ones begin with 50, 57, 6, 7 or 8; those of other countries are unknown.
const costaRicanLandline = /^\+506(?!(?:5[07]\d|[678]\d\d)\d{5}$)/;

/** Returns whether a number in E.164 can have WhatsApp: every one except Costa Rican landlines. */
export const canHaveWhatsApp = (number: string): boolean => !costaRicanLandline.test(number);

/** Returns the address of a WhatsApp chat with a number in E.164, with a text that its writer can still change. */
export const toWhatsAppAddress = (number: string, text = ""): string =>
  `https://wa.me/${number.slice(1)}${text && `?text=${encodeURIComponent(text)}`}`;
