import type { UploadedFile } from "./upload.ts";

/**
 * Returns the files of tokens for display. Only the edge can tell whether it signed a token; texts that are none are
 * left out.
 */
export function readUploadTokens(tokens: string): { token: string; file: UploadedFile }[] {
  return tokens.split(" ").flatMap((token) => {
    try {
      const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
      const bytes = Uint8Array.from(atob(payload), (sign) => sign.charCodeAt(0));
      const { file } = JSON.parse(new TextDecoder().decode(bytes));
      return typeof file?.name === "string" ? [{ token, file }] : [];
    } catch {
      return [];
    }
  });
}
