import { languages } from "#cms/content/site.ts";

/** Where who has found a weakness is told whom to write to, and the policy that goes with it. */
export const securityPath = "/.well-known/security.txt";
export const securityPolicyPath = "/.well-known/security-policy.txt";

/**
 * Until when that text of a build holds, ISO 8601: RFC 9116 wants less than a year. It is the beginning of a month, so that builds of the
 * same content are the same.
 */
export const securityExpiry = (builtAt: Date): string =>
  new Date(Date.UTC(builtAt.getUTCFullYear(), builtAt.getUTCMonth() + 11)).toISOString();

/** `/.well-known/security.txt` (RFC 9116). `email` is the company's address. */
export const securityText = (siteOrigin: string, email: string, expires: string): string =>
  [
    `Contact: mailto:${email}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${languages.join(", ")}`,
    `Canonical: ${siteOrigin}${securityPath}`,
    `Policy: ${siteOrigin}${securityPolicyPath}`,
    "",
  ].join("\n");
