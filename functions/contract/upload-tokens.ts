import type { UploadedFile } from "./upload.ts";

/** Returns the tokens in the field of a form. */
export const splitTokens = (tokens: string): string[] => tokens.split(/\s+/).filter(Boolean);

/** A token, for display. */
type ShownToken = { token: string; file: UploadedFile; isExpired: boolean };

/**
 * Returns the files of tokens for display. Only the edge can tell whether it signed a token; texts that are none are
 * left out.
 */
export function readUploadTokens(tokens: string): ShownToken[] {
  return splitTokens(tokens).flatMap((token) => {
    try {
      const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
      const bytes = Uint8Array.from(atob(payload), (sign) => sign.charCodeAt(0));
      const { file, exp } = JSON.parse(new TextDecoder().decode(bytes));
      return typeof file?.name === "string" ? [{ token, file, isExpired: exp * 1_000 <= Date.now() }] : [];
    } catch {
      return [];
    }
  });
}
