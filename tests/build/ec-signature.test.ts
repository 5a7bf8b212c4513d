import { generateKeyPairSync, sign, verify } from "node:crypto";
import { expect, test } from "vitest";
import { AsnParser } from "#web/build/workers/ec-signature.ts";

/** Converts an integer of DER into an unsigned one of a fixed length, as in IEEE P1363 signatures. */
const toUnsigned = (integer: ArrayBuffer, length: number) => {
  const digits = Buffer.from(integer)
    .toString("hex")
    .replace(/^(00)+/, "");
  return Buffer.from(digits.padStart(2 * length, "0"), "hex");
};

test.each([
  ["P-256", 32],
  ["P-384", 48],
  ["P-521", 66],
])("reads a signature on %s as its two integers", (namedCurve, length) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve });
  const lengths = new Set<number>();
  // Enough rounds for signatures with a sign byte and for signatures with a short integer.
  for (let round = 0; round < 100; round++) {
    const message = Buffer.from(`message ${round}`);
    const { r, s } = AsnParser.parse(sign("sha256", message, privateKey));
    const signature = Buffer.concat([toUnsigned(r, length), toUnsigned(s, length)]);
    expect(verify("sha256", message, { key: publicKey, dsaEncoding: "ieee-p1363" }, signature)).toBe(true);
    lengths.add(r.byteLength);
  }
  expect(lengths.size).toBeGreaterThan(1);
});

const validSignature = Buffer.from("3006020101020102", "hex");
test.each([
  ["an empty signature", ""],
  ["one integer", "3003020101"],
  ["another shape", "3106020101020102"],
  ["another type of number", "3006020101040102"],
  ["an integer without a byte", "30050200020102"],
  ["fewer bytes than its length", validSignature.subarray(0, -1).toString("hex")],
  ["trailing bytes", `${validSignature.toString("hex")}00`],
  ["trailing bytes in its sequence", "300702010102010200"],
  ["a length that is not minimal", "308106020101020102"],
  ["an indefinite length", "3080020101020102"],
])("rejects %s", (_, bytes) => {
  expect(() => AsnParser.parse(validSignature)).not.toThrow();
  expect(() => AsnParser.parse(Buffer.from(bytes, "hex"))).toThrow(/signature/);
});
