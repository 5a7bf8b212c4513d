import { argon2Sync } from "node:crypto";
import loadArgon2 from "@phi-ag/argon2/node";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createPasswords } from "#functions/accounts/passwords/passwords.ts";
import type { Passwords } from "#functions/kernel/http/context.ts";

let argon2: Awaited<ReturnType<typeof loadArgon2>>;
let passwords: Passwords;
beforeAll(async () => {
  argon2 = await loadArgon2();
  passwords = createPasswords(() => argon2);
});

const hashWithNode = (password: string, salt: string, { memory = 19_456, passes = 2 } = {}) =>
  argon2Sync("argon2id", {
    message: Buffer.from(password),
    nonce: Buffer.from(salt, "base64"),
    parallelism: 1,
    memory,
    passes,
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
        expect(hash).toBe(hashWithNode(password.normalize("NFC"), salt));
      }),
      { numRuns: process.env.INPUTS ? 100 : 5 },
    );
  });

  test.each([
    ["ñandúñandú1", "ñandúñandú2"],
    ["🔑🔑🔑🔑🔑🔑🔑a", "🔑🔑🔑🔑🔑🔑🔑b"],
    ["same start\0one", "same start\0two"],
    [`${"x".repeat(200)}1`, `${"x".repeat(200)}2`],
  ])("is not taken for another with the same beginning (%j)", (password, otherPassword) => {
    const hash = passwords.hashPassword(password);
    expect(passwords.verifyPassword(password, hash).valid).toBe(true);
    expect(passwords.verifyPassword(otherPassword, hash).valid).toBe(false);
  });

  test("is the same however its accents are encoded", () => {
    const hash = passwords.hashPassword("contrasen\u0303a");
    expect(passwords.verifyPassword("contraseña", hash).valid).toBe(true);
  });

  test("is hashed anew when its hash was made with other parameters", () => {
    const salt = "c2FsdHNhbHRzYWx0c2FsdA";
    const weak = `$argon2id$v=19$m=8192,t=1,p=1$${salt}$${hashWithNode("old", salt, { memory: 8192, passes: 1 })}`;
    expect(passwords.verifyPassword("old", weak)).toEqual({ valid: true, needsRehash: true });
    expect(passwords.verifyPassword("old", passwords.hashPassword("old"))).toEqual({
      valid: true,
      needsRehash: false,
    });
  });
});

describe("an account that does not exist", () => {
  afterEach(() => void vi.restoreAllMocks());

  const getParameters = (hash: string) => hash.split("$").slice(1, 4);

  test("has no password", () => {
    expect(passwords.verifyPassword("", null).valid).toBe(false);
    vi.spyOn(argon2, "tryVerify").mockReturnValue({ success: true } as never);
    expect(passwords.verifyPassword("guess", null).valid).toBe(false);
  });

  test("costs one verification with the parameters of an account that exists", () => {
    const hash = passwords.hashPassword("known");
    const verify = vi.spyOn(argon2, "tryVerify");
    const newHash = vi.spyOn(argon2, "hash");
    passwords.verifyPassword("guess", hash);
    passwords.verifyPassword("guess", null);
    expect(verify).toHaveBeenCalledTimes(2);
    expect(newHash).not.toHaveBeenCalled();
    const [[existing, ...existingRest] = [""], [missing, ...missingRest] = [""]] = verify.mock.calls;
    expect(getParameters(missing)).toEqual(getParameters(existing));
    expect(missing).toHaveLength(existing.length);
    expect(missingRest).toEqual(existingRest);
  });
});
