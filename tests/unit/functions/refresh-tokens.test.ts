import { expect, test } from "vitest";
import { createRefreshToken } from "#functions/accounts/sessions/session-response.ts";
import { parseSigningKeys } from "#functions/kernel/crypto/keys.ts";
import { createMacToken, isRefreshToken, isTaggedToken } from "#functions/kernel/crypto/links.ts";
import { createSigningKey } from "../../support/signing-key.ts";

const createSecret = async () => {
  const json = JSON.stringify({ keys: [await createSigningKey("a")] });
  return (await parseSigningKeys(json)).signing.refreshSecret;
};

test("a refresh token is 256 random bits and a tag", async () => {
  const secret = await createSecret();
  const tokens = new Set(await Promise.all(Array.from({ length: 100 }, () => createRefreshToken(secret))));
  expect(new Set([...tokens].map((token) => token.slice(0, 43))).size).toBe(100);
  for (const token of tokens) expect([token, isRefreshToken(token)]).toEqual([token, true]);
});

test("the edge knows its own tokens by their tag, for as long as it has the key", async () => {
  const [secret, newerSecret] = [await createSecret(), await createSecret()];
  const token = await createRefreshToken(secret);
  expect(await isTaggedToken([newerSecret, secret], token)).toBe(true);
  expect(await isTaggedToken([newerSecret], token)).toBe(false);
  const lastSign = token.endsWith("A") ? "B" : "A";
  expect(await isTaggedToken([secret], `${token.slice(0, -1)}${lastSign}`)).toBe(false);
  const firstSign = token.startsWith("A") ? "B" : "A";
  expect(await isTaggedToken([secret], `${firstSign}${token.slice(1)}`)).toBe(false);
});

test("a token has one successor for every key", async () => {
  const [secret, otherSecret] = [await createSecret(), await createSecret()];
  const token = await createRefreshToken(secret);
  const successor = await createMacToken(secret, token);
  expect(successor).toMatch(/^[\w-]{43}$/);
  expect(await createMacToken(secret, token)).toBe(successor);
  expect(await createMacToken(secret, await createRefreshToken(secret))).not.toBe(successor);
  expect(await createMacToken(otherSecret, token)).not.toBe(successor);
});
