import Argon2 from "@phi-ag/argon2";
import wasm from "@phi-ag/argon2/argon2.wasm";
import { createPasswords } from "./accounts/passwords/passwords.ts";
import { createApp } from "./app.ts";

/** The deployed API, which answers every request under `/api`. */
export const api = createApp(createPasswords(() => new Argon2(new WebAssembly.Instance(wasm))));
