// The signs that can follow an address in a sentence.
const closingSigns = new Set(".,;:!?)]»”\"'>");

/**
 * Splits a text into web addresses and the texts between them. The parts at odd positions are addresses. A sentence's
 * punctuation after an address is not part of it. The time grows linearly with the length of the text.
 */
export function splitAddresses(text: string): string[] {
  const parts = text.split(/(https?:\/\/[^\s.,;:!?)\]»”"'>]\S*)/);
  for (let index = 1; index < parts.length; index += 2) {
    const address = parts[index] as string;
    let end = address.length;
    while (closingSigns.has(address.charAt(end - 1))) end -= 1;
    parts[index] = address.slice(0, end);
    parts[index + 1] = address.slice(end) + parts[index + 1];
  }
  return parts;
}
