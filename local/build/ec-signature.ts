// Stands in for `@peculiar/asn1-schema` and `@peculiar/asn1-ecc` where @simplewebauthn/server reads a signature, under the names that it asks
// for: the two integers of that one shape are all that the functions read of ASN.1, and the libraries for the rest of it weigh 23 kB.

const [sequence, integer] = [0x30, 0x02];

/** A signature's two integers as they are written, big-endian with a sign. */
export type ECDSASigValue = { r: ArrayBuffer; s: ArrayBuffer };
export const ECDSASigValue = undefined;

export const AsnParser = {
  /**
   * Reads an ECDSA signature in DER: `SEQUENCE { r INTEGER, s INTEGER }`. Its lengths are of one byte, or of two for the largest curve.
   * https://www.rfc-editor.org/rfc/rfc3279#section-2.2.3
   * @throws Error for anything else
   */
  parse(signature: Uint8Array): ECDSASigValue {
    const whole = readElement(signature, sequence);
    const r = readElement(whole.content, integer);
    const s = readElement(r.rest, integer);
    if (whole.rest.length > 0 || s.rest.length > 0) throw new Error("Something follows the signature.");
    return { r: new Uint8Array(r.content).buffer, s: new Uint8Array(s.content).buffer };
  },
};

function readElement(bytes: Uint8Array, tag: number): { content: Uint8Array; rest: Uint8Array } {
  const [found, first = 0, second = 0] = bytes;
  const isLong = first === 0x81;
  const start = isLong ? 3 : 2;
  const end = start + (isLong ? second : first);
  const isWritten = found === tag && bytes.length >= end && (isLong ? second >= 0x80 : first < 0x80);
  if (!isWritten || end === start) throw new Error("This is no ECDSA signature in DER.");
  return { content: bytes.subarray(start, end), rest: bytes.subarray(end) };
}
