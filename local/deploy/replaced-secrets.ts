import { createHash } from "node:crypto";
import { split } from "./environment.ts";
import { keyIds } from "./live-keys.ts";

/** What tells the secrets of a deployment from others, and is none: of the signing keys their ids. */
export function printsOf(environment: Record<string, string>): string {
  const { AUTH_KEYS, ...others } = split(environment).secrets;
  const prints = Object.entries(others).map(([name, value]) => [
    name,
    createHash("sha256").update(value).digest("base64url"),
  ]);
  return JSON.stringify({ ...Object.fromEntries(prints), AUTH_KEYS: keyIds(AUTH_KEYS).join(" ") });
}

/** The names of the secrets that counted `before` and count no more `now`; both as `printsOf` has them. */
export function replacedSince(before: string, now: string): string[] {
  const [older, newer] = [before, now].map((each) => JSON.parse(each) as Record<string, string>);
  return Object.entries(older ?? {}).flatMap(([name, print]) => {
    const kept = newer?.[name] ?? "";
    // A key that was rotated counts on; one that was revoked does not.
    const counts =
      name === "AUTH_KEYS" ? print.split(" ").every((kid) => kept.split(" ").includes(kid)) : kept === print;
    return counts ? [] : [name];
  });
}
