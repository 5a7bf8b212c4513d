import { createHash } from "node:crypto";
import { allowStyle, picturePolicy, sharedSecurityHeaders } from "#functions/contract/security-headers.ts";
import type { BuildRecord } from "#functions/contract/site-renderer.ts";
import { allowAnalytics } from "#web/app/analytics.ts";
import { firstScript } from "#web/app/first-script.ts";
import { privatePaths, speculationRules } from "#web/app/speculation-rules.ts";
import { isNotFoundAddress } from "#web/render/site-documents.ts";

const toSource = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

const policy = [
  "default-src 'none'",
  `script-src 'self' ${toSource(firstScript)} ${toSource(speculationRules)}`,
  // No script may turn a text into markup or code, or create a policy that allows it.
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

/** Returns the policy of public pages, which may load the beacon of Web Analytics if the site has a token. */
const toPublicPolicy = (analyticsToken?: string) => (analyticsToken ? allowAnalytics(policy) : policy);

const otherHeaders = {
  "Referrer-Policy": "strict-origin-when-cross-origin",
  ...sharedSecurityHeaders,
};

const lines = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** Pages applies 100 rules and ignores the others. The edge sets the policy of the documents without a rule. */
const maxDocumentRules = 80;

/**
 * Returns Pages' `_headers`. Pages joins the values of overlapping rules, so a document's own policy replaces the
 * shared one.
 * @param styles the hash of the style in each document, by its address
 * @param analyticsToken the site's token of Cloudflare Web Analytics, if public pages load its beacon
 */
export function createHeadersFile(styles: Record<string, string>, analyticsToken?: string): string {
  const publicPolicy = toPublicPolicy(analyticsToken);
  const getPolicy = (address: string) => (privatePaths.includes(address) ? policy : publicPolicy);
  const isNotFoundDocument = ([address]: [string, string]) => isNotFoundAddress(address);
  const documents = Object.entries(styles);
  // A not-found document is served at any address.
  const sharedPolicy = documents
    .filter(isNotFoundDocument)
    .reduce((all, [, hash]) => allowStyle(all, hash), policy);
  // Pages opens every file to other origins unless a header says otherwise.
  const sharedHeaders = [
    `Content-Security-Policy: ${sharedPolicy}`,
    "! Access-Control-Allow-Origin",
    ...lines(otherHeaders),
  ];
  const immutable = ["Cache-Control: public, max-age=31536000, immutable"];
  const overridePolicy = (value: string) => [
    "! Content-Security-Policy",
    `Content-Security-Policy: ${value}`,
  ];
  // The addresses of private pages may be in links that only their user may know.
  const hideReferrer = ["! Referrer-Policy", "Referrer-Policy: no-referrer"];
  const isPublic = ([address]: [string, string]) => !privatePaths.includes(address);
  const documentRules = documents
    .filter((document) => !isNotFoundDocument(document))
    // The edge has no other rule for private pages.
    .sort((a, b) => Number(isPublic(a)) - Number(isPublic(b)))
    .slice(0, maxDocumentRules)
    .map(([address, hash]): [path: string, headers: string[]] => [
      address,
      [
        ...overridePolicy(allowStyle(getPolicy(address), hash)),
        ...(isPublic([address, hash]) ? [] : hideReferrer),
      ],
    ]);
  const rules: (readonly [path: string, headers: string[]])[] = [
    ["/*", sharedHeaders],
    ["/assets/*", immutable],
    ["/pictures/*", [...overridePolicy(picturePolicy), ...immutable]],
    ...documentRules,
  ];
  return rules
    .map(([path, headers]) => [path, ...headers.map((header) => `  ${header}`)].join("\n"))
    .join("\n\n");
}

/**
 * Returns the headers of documents that the edge renders, because Pages applies its rules to files only. The edge also
 * sets this policy on built documents, and adds the hash of the style.
 */
export const documentHeaders = (analyticsToken?: string): BuildRecord["headers"] => ({
  public: { "Content-Security-Policy": toPublicPolicy(analyticsToken), ...otherHeaders },
  private: { "Content-Security-Policy": policy, ...otherHeaders },
});
