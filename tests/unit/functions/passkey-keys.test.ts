import { generateKeyPairSync } from "node:crypto";
import { base64url } from "jose";
import { expect, test } from "vitest";
import { isSoundKey } from "#functions/accounts/passkeys/keys.ts";

/** Members of a COSE key by label. A text is bytes in base64url. */
type CoseMembers = Record<number, number | string>;

const { x = "", y = "" } = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({
  format: "jwk",
});
const point = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x ?? "";
const generateRsa = (modulusLength: number) =>
  generateKeyPairSync("rsa", { modulusLength }).publicKey.export({ format: "jwk" });
const { n = "", e = "" } = generateRsa(2048);
const { n: shortModulus = "" } = generateRsa(1024);

const isSound = (members: CoseMembers) =>
  isSoundKey(
    new Map(
      Object.entries(members).map(([label, value]) => [
        Number(label),
        typeof value === "string" ? base64url.decode(value) : value,
      ]),
    ),
  );

test.each<[string, CoseMembers]>([
  ["P-256", { 1: 2, 3: -7, [-1]: 1, [-2]: x, [-3]: y }],
  ["RSA of 2,048 bits", { 1: 3, 3: -257, [-1]: n, [-2]: e }],
])("a passkey can have a %s key", async (_, members) => {
  expect(await isSound(members)).toBe(true);
});

test.each<[string, CoseMembers]>([
  ["that is not on its curve", { 1: 2, 3: -7, [-1]: 1, [-2]: x, [-3]: x }],
  ["of another curve", { 1: 2, 3: -7, [-1]: 2, [-2]: x, [-3]: y }],
  ["with another type than its algorithm", { 1: 2, 3: -257, [-1]: 1, [-2]: x, [-3]: y }],
  ["with the algorithm of another type", { 1: 3, 3: -7, [-1]: n, [-2]: e }],
  ["of RSA with 1,024 bits", { 1: 3, 3: -257, [-1]: shortModulus, [-2]: e }],
  ["of RSA with an exponent of 1", { 1: 3, 3: -257, [-1]: n, [-2]: "AQ" }],
  ["of Ed25519", { 1: 1, 3: -8, [-1]: 6, [-2]: point }],
  ["of Ed25519 of small order", { 1: 1, 3: -8, [-1]: 6, [-2]: "A".repeat(43) }],
])("a passkey cannot have a key %s", async (_, members) => {
  expect(await isSound(members)).toBe(false);
});
