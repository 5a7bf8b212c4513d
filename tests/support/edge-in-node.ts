import loadArgon2 from "@phi-ag/argon2/node";
import { createPasswords } from "#functions/accounts/passwords/passwords.ts";
import { createApp } from "#functions/app.ts";
import type { Passwords } from "#functions/kernel/http/context.ts";
import { longTimeout } from "./edge.ts";
import { origin } from "./requests.ts";
import { createSigningKey } from "./signing-key.ts";

/**
 * Runs the API in this process, so that a test can replace its clock or its password functions. No mail provider
 * answers.
 * @param replace returns the password functions that the API uses
 */
export async function startEdgeInNode(
  { edgeUrl, endpoint }: { edgeUrl: string; endpoint: string },
  replace: (passwords: Passwords) => Passwords = (passwords) => passwords,
) {
  const argon2 = await loadArgon2();
  const app = createApp(replace(createPasswords(() => argon2)));
  const bindings = {
    SITE_ORIGIN: origin,
    SIGN_UP: "open",
    DATABASE_URL: edgeUrl,
    DATABASE_FETCH_ENDPOINT: endpoint,
    ...longTimeout,
    SANITY_PROJECT_ID: "none",
    SANITY_DATASET: "none",
    AUTH_KEYS: JSON.stringify({ keys: [await createSigningKey("first")] }),
    MAIL_API_URL: "http://localhost:9/emails",
    MAIL_API_KEY: "key",
    MAIL_FROM: "Guaria Digital <web@guaria.example>",
    CONTACT_NOTIFY_TO: "hola@guaria.example",
  };
  const backgroundWork: Promise<unknown>[] = [];
  const context = {
    waitUntil: (work: Promise<unknown>) => void backgroundWork.push(work),
    passThroughOnException: () => {},
    props: {},
  };
  return {
    bindings,
    request: async (path: string, init?: RequestInit): Promise<Response> =>
      app.request(`${origin}${path}`, init, bindings, context),
    /** Resolves once the work that outlived its requests has ended. */
    close: () => Promise.all(backgroundWork),
  };
}
