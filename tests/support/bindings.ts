import { createSigningKey } from "./signing-key.ts";

/** Returns the required variables of a hosted site. Nothing answers at its addresses. */
export const createBindings = async (): Promise<Record<string, unknown>> => ({
  SITE_ORIGIN: "https://vitrina.example",
  DATABASE_URL: "postgresql://edge:secret@db.example/vitrina",
  SANITY_PROJECT_ID: "abc123",
  SANITY_DATASET: "production",
  AUTH_KEYS: JSON.stringify({ keys: [await createSigningKey("one")] }),
  MAIL_API_URL: "https://mail.example/emails",
  MAIL_API_KEY: "key",
  MAIL_FROM: "Guaria Digital <web@guaria.example>",
  CONTACT_NOTIFY_TO: "hola@guaria.example",
});
