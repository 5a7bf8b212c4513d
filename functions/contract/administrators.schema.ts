import * as v from "valibot";
import { languages } from "#cms/content/site.ts";
import { writtenEmail } from "./contact.schema.ts";
import { objectCode } from "./field-code.ts";

/** Body of `POST /api/administrators/invitations`. */
export const invitationInput = v.strictObject(
  { email: writtenEmail, language: v.optional(v.picklist(languages, "invalid_option"), languages[0]) },
  objectCode,
);
