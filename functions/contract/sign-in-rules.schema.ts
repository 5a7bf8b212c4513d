import * as v from "valibot";

/** Body of `PUT /api/sign-in-rules`. */
export const signInRulesInput = v.strictObject({ administrators_need_passkeys: v.boolean() });
