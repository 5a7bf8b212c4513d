import loadArgon2 from "@phi-ag/argon2/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApp } from "#functions/app.ts";
import { createPasswords } from "#functions/auth/passwords.ts";
import { freshEmail, goodPassword } from "../support/accounts.ts";
import { fallibleDatabase } from "../support/fallible.ts";
import { json, origin } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { signingKey } from "../support/signing-key.ts";

let database: Awaited<ReturnType<typeof fallibleDatabase>>;
let bindings: Record<string, string>;
let app: ReturnType<typeof createApp>;
let hashes = 0;
const waiting: Promise<unknown>[] = [];

beforeAll(async () => {
  database = await fallibleDatabase("people");
  bindings = {
    SITE_ORIGIN: origin,
    DATABASE_URL: database.edgeUrl,
    DATABASE_FETCH_ENDPOINT: database.endpoint,
    SANITY_PROJECT_ID: "none",
    SANITY_DATASET: "none",
    AUTH_KEYS: JSON.stringify({ keys: [await signingKey("first")] }),
    // Nobody is there: what waits to be mailed is not what is looked at.
    MAIL_API_URL: "http://localhost:9/emails",
    MAIL_API_KEY: "key",
    MAIL_FROM: "Guaria Digital <web@guaria.example>",
    CONTACT_NOTIFY_TO: "hola@guaria.example",
  };
  const argon2 = await loadArgon2();
  const real = createPasswords(() => argon2);
  app = createApp({
    hashPassword: (password) => {
      hashes += 1;
      return real.hashPassword(password);
    },
    verifyPassword: (password, hash) => {
      hashes += 1;
      return real.verifyPassword(password, hash);
    },
  });
});
afterAll(async () => {
  await Promise.all(waiting);
  await database.stop();
  await database.remove();
});
beforeEach(() => database.asOwner("delete from attempt_limits"));

async function workOf(path: string, fields: object) {
  hashes = 0;
  const began = performance.now();
  const { status } = await app.request(`${origin}/api/auth${path}`, json(fields), bindings, {
    waitUntil: (work: Promise<unknown>) => void waiting.push(work),
    passThroughOnException: () => {},
    props: {},
  });
  return { status, hashes, milliseconds: performance.now() - began };
}

test.each([
  ["/signup", { password: goodPassword }, 200, 2],
  ["/token?grant_type=password", { password: "wrong" }, 400, 2],
  ["/recover", {}, 200, 0],
  ["/resend", { type: "signup" }, 200, 0],
])(
  "%s costs the same hashes for an address with an account and for one without, the first time and the second",
  async (path, fields, status, count) => {
    const unknown = freshEmail();
    for (const email of [administrator.email, unknown, administrator.email, unknown]) {
      const work = await workOf(path, { email, ...fields });
      expect([work.status, work.hashes]).toEqual([status, count]);
      // A timer may be a millisecond early.
      if (!path.startsWith("/token")) expect(work.milliseconds).toBeGreaterThan(248);
    }
  },
);
