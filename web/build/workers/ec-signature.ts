// Replaces `@peculiar/asn1-schema` and `@peculiar/asn1-ecc` where @simplewebauthn/server reads a signature, with the
// names that it imports. An ECDSA signature is the only ASN.1 that the functions read, and the libraries weigh 23 kB.

const [sequence, integer] = [0x30, 0x02];

/** The two integers of a signature, big-endian and signed. */
export type ECDSASigValue = { r: ArrayBuffer; s: ArrayBuffer };
export const ECDSASigValue = undefined;

export const AsnParser = {
  /**
   * Parses an ECDSA signature in DER: `SEQUENCE { r INTEGER, s INTEGER }`. Lengths have one byte, or two for the
   * largest curve (RFC 3279 §2.2.3).
   * https://www.rfc-editor.org/rfc/rfc3279#section-2.2.3
   * @throws Error for anything else
   */
  parse(signature: Uint8Array): ECDSASigValue {
    const signatureElement = readElement(signature, sequence);
    const r = readElement(signatureElement.content, integer);
    const s = readElement(r.rest, integer);
    if (signatureElement.rest.length > 0 || s.rest.length > 0)
      throw new Error("The signature has trailing bytes.");
    return { r: new Uint8Array(r.content).buffer, s: new Uint8Array(s.content).buffer };
  },
};

/**
 * Reads the first element of DER bytes from a passkey's ECDSA signature. Returns its content and the bytes after it.
 * @throws Error for another tag or a wrong length
 */
function readElement(bytes: Uint8Array, tag: number): { content: Uint8Array; rest: Uint8Array } {
  const [actualTag, lengthByte = 0, longLengthByte = 0] = bytes;
  const isLong = lengthByte === 0x81;
  const start = isLong ? 3 : 2;
  const end = start + (isLong ? longLengthByte : lengthByte);
  const isValid =
    actualTag === tag && bytes.length >= end && (isLong ? longLengthByte >= 0x80 : lengthByte < 0x80);
  if (!isValid || end === start) throw new Error("This is not an ECDSA signature in DER.");
  return { content: bytes.subarray(start, end), rest: bytes.subarray(end) };
}
