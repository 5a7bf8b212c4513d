import { base64url } from "jose";
import { expect, test } from "vitest";
import { issueChallenge } from "#functions/accounts/passkeys/challenges.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { createSigningKey } from "../../support/signing-key.ts";

test("a passkey signs 256 bits that never repeat", async () => {
  const signingKeys = await parseSigningKeys(JSON.stringify({ keys: [await createSigningKey("a")] }));
  const environment = { signingKeys, SITE_ORIGIN: "https://www.guaria.example" };
  const issued = await Promise.all(Array.from({ length: 100 }, () => issueChallenge(environment, "sign-in")));
  expect(new Set(issued.map(({ challenge }) => challenge)).size).toBe(100);
  for (const { challenge } of issued) expect(base64url.decode(challenge)).toHaveLength(32);
});
