import Argon2 from "@phi-ag/argon2";
import wasm from "@phi-ag/argon2/argon2.wasm";
import type { ExecutionContext } from "hono";
import { createPasswords } from "#functions/accounts/passwords/passwords.ts";
import { createApp } from "#functions/app.ts";

const app = createApp(createPasswords(() => new Argon2(new WebAssembly.Instance(wasm))));

type Context = ExecutionContext & { request: Request; env: Record<string, unknown> };

/** Every request under `/api`. */
export const onRequest = (context: Context) => app.fetch(context.request, context.env, context);
