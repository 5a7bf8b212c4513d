import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isLoopback } from "#functions/kernel/loopback.ts";
import type { Caller } from "./documents.ts";
import { createHttpError } from "./errors.ts";

/** The only editor on this machine. */
export const editor = {
  id: "local-editor",
  name: "Editor local",
  displayName: "Editor local",
  email: "editor@localhost.example",
  provider: "local",
  role: "administrator",
  roles: [{ name: "administrator", title: "Administrator", description: "May do everything" }],
};

/** Authenticates the Studio and the commands. */
export type Accounts = ReturnType<typeof openAccounts>;

const codeLifetimeMs = 60_000;

/** Returns the token of the content in `directory`, created on the first start, so a signed-in user stays signed in. */
export async function readToken(directory: string): Promise<string> {
  const file = join(directory, "token");
  await mkdir(directory, { recursive: true });
  const newToken = randomBytes(32).toString("base64url");
  await writeFile(file, newToken, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await chmod(file, 0o600);
  return readFile(file, "utf8");
}

/** Returns the sign-in of the stand-in, in which every known token belongs to the only editor. */
export function openAccounts(token: string, otherTokens: readonly string[]) {
  const tokenDigests = [token, ...otherTokens].map(digest);
  const expiryByCode = new Map<string, number>();
  const unauthorized = () => createHttpError(401, "Unauthorized - Session not found");
  return {
    /** The token that the Studio gets in exchange for a one-time code. */
    token,
    /** Returns the caller of a request. @throws SanityError (401) for an unknown token */
    caller(request: Request): Caller {
      const authorization = request.headers.get("authorization");
      if (!authorization) return "anonymous";
      const digestOfRequest = digest(authorization.replace(/^Bearer /, ""));
      if (tokenDigests.some((tokenDigest) => timingSafeEqual(tokenDigest, digestOfRequest)))
        return "authenticated";
      throw unauthorized();
    },
    /** Creates a one-time code that can be exchanged for the token. */
    issue(): string {
      for (const [code, expiresAt] of expiryByCode) if (expiresAt < Date.now()) expiryByCode.delete(code);
      const code = randomBytes(24).toString("base64url");
      expiryByCode.set(code, Date.now() + codeLifetimeMs);
      return code;
    },
    /**
     * Accepts a one-time code.
     * @throws SanityError (401) if it was not issued, was redeemed, or is older than a minute
     */
    redeem(code: string): void {
      const expiresAt = expiryByCode.get(code) ?? 0;
      expiryByCode.delete(code);
      if (expiresAt < Date.now()) throw unauthorized();
    },
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Signs the editor in after a click: redirects the browser to the Studio, with a one-time code for the token in the
 * fragment.
 * @throws SanityError (403) if the redirect leads to another machine
 */
export function signIn(accounts: Accounts, url: URL): Response {
  const redirectUrl = URL.parse(url.searchParams.get("origin") ?? "");
  if (!redirectUrl || !isLoopback(redirectUrl.hostname)) {
    throw createHttpError(403, "Signing in without a password is for this machine only.");
  }
  redirectUrl.hash = `sid=${accounts.issue()}`;
  return new Response(null, {
    status: 302,
    headers: { Location: redirectUrl.href, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" },
  });
}
