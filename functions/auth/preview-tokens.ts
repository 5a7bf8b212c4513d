import * as v from "valibot";
import type { SigningKeys } from "./keys.ts";
import { readSignedClaims, signClaims } from "./signed-claims.ts";

/** What a preview shows drafts to: the Studio at that origin, in which the page is framed, or whoever was given a link. */
export type Preview = { studio: string | null };

type Purpose = "preview" | "preview-link";
const typ = "preview+jwt";
const claims = v.object({ studio: v.nullable(v.string()), exp: v.number() });

/** Signs that its holder may see drafts for that many seconds. */
export const issuePreviewToken = (
  keys: SigningKeys,
  issuer: string,
  purpose: Purpose,
  preview: Preview,
  seconds: number,
): Promise<string> => signClaims(keys, { issuer, typ, audience: purpose }, preview, seconds);

/** Reads such a token; `expiresAt` is in seconds since 1970. Null for whatever is not one of ours that is valid now. */
export async function readPreviewToken(
  keys: SigningKeys,
  issuer: string,
  purpose: Purpose,
  token: string,
): Promise<(Preview & { expiresAt: number }) | null> {
  try {
    const payload = await readSignedClaims(keys, { issuer, typ, audience: purpose }, token);
    const { studio, exp } = v.parse(claims, payload);
    return { studio, expiresAt: exp };
  } catch {
    return null;
  }
}
