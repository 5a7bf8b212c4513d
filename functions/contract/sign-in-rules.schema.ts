import * as v from "valibot";
import { writtenEmail } from "./contact.schema.ts";
import { objectCode } from "./field-code.ts";

/** Body of `PUT /api/sign-in-rules`. */
export const signInRulesInput = v.strictObject({ administrators_need_passkeys: v.boolean() });

/** Body of `POST /api/sign-in-rules/first-passkeys`. */
export const firstPasskeyInput = v.strictObject({ email: writtenEmail }, objectCode);
