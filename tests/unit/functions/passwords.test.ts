import { argon2Sync } from "node:crypto";
import loadArgon2 from "@phi-ag/argon2/node";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createPasswords, type Passwords } from "#functions/auth/passwords.ts";

let passwords: Passwords;
beforeAll(async () => {
  const argon2 = await loadArgon2();
  passwords = createPasswords(() => argon2);
});

const hashedByNode = (password: string, salt: string) =>
  argon2Sync("argon2id", {
    message: Buffer.from(password),
    nonce: Buffer.from(salt, "base64"),
    parallelism: 1,
    memory: 19_456,
    passes: 2,
    tagLength: 32,
  })
    .toString("base64")
    .replaceAll("=", "");

describe("a password", () => {
  test("is hashed as Argon2id with 19 MiB, two passes and one lane, in PHC notation", () => {
    expect(passwords.hashPassword("correct horse")).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    );
  });

  test("of any characters and length hashes to what Node's own Argon2 makes of all of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 128 }), (password) => {
        const [, , , , salt = "", hash] = passwords.hashPassword(password).split("$");
        expect(hash).toBe(hashedByNode(password.normalize("NFC"), salt));
      }),
      { numRuns: 15 },
    );
  });

  test.each([
    ["ñandúñandú1", "ñandúñandú2"],
    ["🔑🔑🔑🔑🔑🔑🔑a", "🔑🔑🔑🔑🔑🔑🔑b"],
    ["same start\0one", "same start\0two"],
    [`${"x".repeat(200)}1`, `${"x".repeat(200)}2`],
  ])("is not taken for another with the same beginning (%j)", (one, other) => {
    const hash = passwords.hashPassword(one);
    expect(passwords.verifyPassword(one, hash).valid).toBe(true);
    expect(passwords.verifyPassword(other, hash).valid).toBe(false);
  });

  test("is the same however its accents are encoded", () => {
    const hash = passwords.hashPassword("contrasen\u0303a");
    expect(passwords.verifyPassword("contraseña", hash).valid).toBe(true);
  });

  test("is hashed anew when its hash was made with other parameters", () => {
    const weak = `$argon2id$v=19$m=8192,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$${argon2Sync("argon2id", {
      message: "old",
      nonce: "saltsaltsaltsalt",
      parallelism: 1,
      memory: 8192,
      passes: 1,
      tagLength: 32,
    })
      .toString("base64")
      .replaceAll("=", "")}`;
    expect(passwords.verifyPassword("old", weak)).toEqual({ valid: true, needsRehash: true });
    expect(passwords.verifyPassword("old", passwords.hashPassword("old"))).toEqual({
      valid: true,
      needsRehash: false,
    });
  });
});

test("no password is that of an account that does not exist, and finding out costs a whole verification", () => {
  const hash = passwords.hashPassword("known");
  // The fastest of some: whatever else the machine does makes others slower.
  const fastest = (known: string | null) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const began = performance.now();
        passwords.verifyPassword("guess", known);
        return performance.now() - began;
      }),
    );
  expect(passwords.verifyPassword("", null).valid).toBe(false);
  const [real, missing] = [fastest(hash), fastest(null)];
  expect(missing).toBeGreaterThan(real / 3);
});
