import type Argon2 from "@phi-ag/argon2";
import type { Passwords } from "#functions/kernel/http/context.ts";
import { createHashingTurns } from "./hashing-turns.ts";

// OWASP's first recommendation for Argon2id that fits a request: 19 MiB, two passes, one lane.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const currentPrefix = "$argon2id$v=19$m=19456,t=2,p=1$";

/** The hash of an unknown password. Accounts without a password store it; sign-ins without an account verify it. */
export const unknownPasswordHash = `${currentPrefix}6FihrDY/PSOzcDBo6DSpsQ$2sLhFpl1YXOZChrx2kfe3qUYfg+eXmocc07G4rOzsHc`;

/**
 * Returns a password as the Argon2 library needs it. The library takes the number of UTF-16 units for the number of
 * bytes, and would drop the end of a password with non-ASCII letters. Padding makes both numbers equal. The padding
 * itself lies beyond the end and is not read.
 */
function toPaddedPassword(password: string): string {
  const normal = password.normalize("NFC").toWellFormed();
  return normal.padEnd(new TextEncoder().encode(normal).length, "\0");
}

/**
 * Creates the password functions. `load` loads Argon2 on first use. The edge and Node load it differently, so each
 * passes its own function. Verification without a hash takes as long as with one, so that the time reveals no account.
 */
export function createPasswords(load: () => Argon2): Passwords {
  let argon2: Argon2 | undefined;
  const getArgon2 = () => {
    argon2 ??= load();
    return argon2;
  };
  return {
    awaitHashingTurn: createHashingTurns(),
    hashPassword: (password) =>
      getArgon2().hash(toPaddedPassword(password), { ...parameters, type: 2 }).encoded,
    verifyPassword(password, hash) {
      const { success } = getArgon2().tryVerify(hash ?? unknownPasswordHash, toPaddedPassword(password), 2);
      return { valid: hash !== null && success, needsRehash: !hash?.startsWith(currentPrefix) };
    },
  };
}
