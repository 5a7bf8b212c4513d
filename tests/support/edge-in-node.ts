import loadArgon2 from "@phi-ag/argon2/node";
import { createPasswords } from "#functions/accounts/passwords/passwords.ts";
import { createApp } from "#functions/app.ts";
import type { Passwords } from "#functions/kernel/http/context.ts";
import { createBindings } from "./edge.ts";
import { origin } from "./requests.ts";
import { createSigningKey } from "./signing-key.ts";

/**
 * Runs the API in this process, so that a test can replace its clock or its password functions. No mail provider
 * answers.
 * @param replace returns the password functions that the API uses
 */
export async function startEdgeInNode(
  database: { edgeUrl: string; endpoint: string },
  replace: (passwords: Passwords) => Passwords = (passwords) => passwords,
) {
  const argon2 = await loadArgon2();
  const app = createApp(replace(createPasswords(() => argon2)));
  const bindings = {
    ...createBindings(database, "http://localhost:9/emails", await createSigningKey("first")),
    SIGN_UP: "open",
    SANITY_PROJECT_ID: "none",
    SANITY_DATASET: "none",
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
    /** Resolves once the work that expired its requests has ended. */
    close: () => Promise.all(backgroundWork),
  };
}
