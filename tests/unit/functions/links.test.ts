import { expect, test } from "vitest";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { createCodeHmac, deriveOneTimeToken } from "#functions/kernel/crypto/links.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { createSigningKey } from "../../support/signing-key.ts";

const keys = await parseSigningKeys(
  JSON.stringify({ keys: [await createSigningKey("new"), await createSigningKey("old")] }),
);
const getSecret = (kid: string) => keys.find(kid)?.oneTimeSecret as CryptoKey;
const id = "6b1d9a5e-3f5c-4c53-8f8e-2f2b0f3b8f11";

test("derives the same one-time token and code from the same key and id", async () => {
  const { token, code } = await deriveOneTimeToken(getSecret("new"), id);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(code).toMatch(/^\d{6}$/);
  expect(await deriveOneTimeToken(getSecret("new"), id)).toEqual({ token, code });
  expect((await deriveOneTimeToken(getSecret("old"), id)).token).not.toBe(token);
  expect((await deriveOneTimeToken(getSecret("new"), crypto.randomUUID())).token).not.toBe(token);
});

test("codes are spread over all six digits", async () => {
  const codes = await Promise.all(
    Array.from(
      { length: 300 },
      async () => (await deriveOneTimeToken(getSecret("new"), crypto.randomUUID())).code,
    ),
  );
  expect(new Set(codes).size).toBeGreaterThan(290);
  expect(new Set(codes.map((code) => code[0])).size).toBe(10);
});

test("the HMAC of a code is for one address and under one key", async () => {
  const stored = await createCodeHmac(getSecret("new"), "ana@guaria.example", "012345");
  expect(stored).toMatch(/^[0-9a-f]{64}$/);
  expect(await createCodeHmac(getSecret("new"), "ana@guaria.example", "012345")).toBe(stored);
  expect(await createCodeHmac(getSecret("new"), "eva@guaria.example", "012345")).not.toBe(stored);
  expect(await createCodeHmac(getSecret("old"), "ana@guaria.example", "012345")).not.toBe(stored);
});

test("a fragment of a statement keeps its parameters", () => {
  const part = sql`a = ${1} and b = ${2}`;
  expect(sql`select ${"x"} where ${part} or ${part} or c = ${3}`).toEqual({
    text: "select $1 where a = $2 and b = $3 or a = $4 and b = $5 or c = $6",
    values: ["x", 1, 2, 1, 2, 3],
  });
});
