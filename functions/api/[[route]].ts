import type { EventContext } from "@cloudflare/workers-types";
import Argon2 from "@phi-ag/argon2";
import wasm from "@phi-ag/argon2/argon2.wasm";
import { createPasswords } from "#functions/accounts/passwords/passwords.ts";
import { createApp } from "#functions/app.ts";

const app = createApp(createPasswords(() => new Argon2(new WebAssembly.Instance(wasm))));

/** Every request under `/api`. */
export const onRequest = (context: EventContext<Record<string, unknown>, string, unknown>) =>
  app.fetch(context.request as never, context.env, context as never);
