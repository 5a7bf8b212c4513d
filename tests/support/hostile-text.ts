import fc from "fast-check";

const pieces = [
  "a@b.co", "Ana", "+506 8888", "=1+1", " ", "\t", "\n", "\r\n", "\v", "\f", "\0", "\u0007", "\u007f", "\u0085", "\u00a0", "\u2028", "\u2029", "\ufeff", "\ufffd", "\uffff", "\u202e", "\ud800", "\udc00", "\ud83d", "🔑", "e\u0301", "'", '"', "\\", "%", "%ED%A0%80", "%00", "_", "{}", "<script>", "$1", ";--", "x".repeat(300),
]; // biome-ignore format: one line of pieces

/**
 * Text that no user types: line breaks and control characters anywhere, halves of surrogate pairs, and characters with
 * a special meaning elsewhere.
 */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }).map((parts) => parts.join("")),
  fc.constantFrom(...pieces).map((end) => `a@b.co${end}`),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
    .map((units) => String.fromCharCode(...units)),
);
