import { createHash } from "node:crypto";
import { allowStyle, picturePolicy, sharedSecurityHeaders } from "#functions/contract/security-headers.ts";
import type { BuildRecord } from "#functions/contract/site-renderer.ts";
import { allowAnalytics } from "#web/app/analytics.ts";
import { firstScript } from "#web/app/first-script.ts";
import { privatePaths, speculationRules } from "#web/app/speculation-rules.ts";
import { isNotFoundAddress } from "./site-documents.ts";

const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

const policy = [
  "default-src 'none'",
  `script-src 'self' ${hashOf(firstScript)} ${hashOf(speculationRules)}`,
  // No script makes markup or a script of a text, and none may allow itself to.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const otherHeaders = {
  "Referrer-Policy": "strict-origin-when-cross-origin",
  ...sharedSecurityHeaders,
};

const lines = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** Pages takes 100 rules and ignores the others. The edge sets the policy of the documents without a rule. */
const maxDocumentRules = 80;

/**
 * Returns Pages' `_headers`. Where rules overlap Pages joins their values, so a document's own policy replaces the one for all.
 * @param styles the hash of the style in each document, by its address
 * @param analyticsToken the site's token of Cloudflare Web Analytics, if public pages load its beacon
 */
export function headersFile(styles: Record<string, string>, analyticsToken?: string): string {
  const publicPolicy = analyticsToken ? allowAnalytics(policy) : policy;
  const policyOf = (address: string) => (privatePaths.includes(address) ? policy : publicPolicy);
  const isElsewhere = ([address]: [string, string]) => isNotFoundAddress(address);
  const documents = Object.entries(styles);
  // A document that stands for missing addresses is served at any address.
  const everywhere = documents.filter(isElsewhere).reduce((all, [, hash]) => allowStyle(all, hash), policy);
  // Pages opens every file to other origins unless a header says otherwise.
  const all = [
    `Content-Security-Policy: ${everywhere}`,
    "! Access-Control-Allow-Origin",
    ...lines(otherHeaders),
  ];
  const forGood = ["Cache-Control: public, max-age=31536000, immutable"];
  const own = (value: string) => ["! Content-Security-Policy", `Content-Security-Policy: ${value}`];
  const placed = documents.filter((document) => !isElsewhere(document));
  const ownRules = new Map(
    placed
      .slice(0, maxDocumentRules)
      .map(([address, hash]) => [address, own(allowStyle(policyOf(address), hash))]),
  );
  const rules: [path: string, headers: string[]][] = [
    ["/*", all],
    ["/assets/*", forGood],
    ["/pictures/*", [...own(picturePolicy), ...forGood]],
    ...ownRules,
  ];
  return rules
    .map(([path, headers]) => [path, ...headers.map((header) => `  ${header}`)].join("\n"))
    .join("\n\n");
}

/** The same for the documents that the edge makes, which adds the hash of their style: Pages puts its rules on files only. */
export const documentHeaders = (analyticsToken?: string): BuildRecord["headers"] => ({
  public: {
    "Content-Security-Policy": analyticsToken ? allowAnalytics(policy) : policy,
    ...otherHeaders,
  },
  private: { "Content-Security-Policy": policy, ...otherHeaders },
});
