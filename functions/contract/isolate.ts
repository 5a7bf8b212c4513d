// Written from right to left, or a mark for the direction of writing.
const directed =
  /[\u0590-\u08ff\u200e\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// Signs that turn the direction of all that follows, until another one ends them.
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns a text that was written elsewhere, such as a name, so that it does not change the direction of the sentence around it: between the
 * signs of an isolate (UAX #9 §2.7) where it has a direction of its own, and without signs that could end that.
 */
export function isolate(text: string): string {
  const plain = text.replace(turning, "");
  return directed.test(plain) ? `\u2068${plain}\u2069` : plain;
}
