import { expect, test } from "vitest";
import { createRefreshToken } from "#functions/accounts/sessions/session-response.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { createMacToken } from "#functions/kernel/crypto/links.ts";
import { createSigningKey } from "../../support/signing-key.ts";

const getSecret = async (json: string) => (await parseSigningKeys(json)).signing.refreshSecret;

test("a refresh token is 256 random bits", () => {
  const tokens = new Set(Array.from({ length: 100 }, createRefreshToken));
  expect(tokens.size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
});

test("a token has one successor for every key", async () => {
  const [firstKeys, otherKeys] = [await createSigningKey("a"), await createSigningKey("a")].map((key) =>
    JSON.stringify({ keys: [key] }),
  );
  const token = createRefreshToken();
  const successor = await createMacToken(await getSecret(firstKeys as string), token);
  expect(successor).toMatch(/^[\w-]{43}$/);
  expect(await createMacToken(await getSecret(firstKeys as string), token)).toBe(successor);
  expect(await createMacToken(await getSecret(firstKeys as string), createRefreshToken())).not.toBe(
    successor,
  );
  expect(await createMacToken(await getSecret(otherKeys as string), token)).not.toBe(successor);
});
