import { createHash } from "node:crypto";
import { picturePolicy, sharedSecurityHeaders } from "#functions/contract/security-headers.ts";
import type { BuildRecord } from "#functions/contract/site-renderer.ts";
import { privatePaths, speculationRules } from "./site-files.ts";

const prepared = { "Speculation-Rules": `"${speculationRules}"` };

/** The hash by which the policy knows an inlined stylesheet. */
const styleHash = (css: string) => `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

function everywhere(styles: Iterable<string>): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // No script makes markup or a script of a text, and none may allow itself to.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `style-src ${["'self'", ...[...styles].map(styleHash).sort()].join(" ")}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return {
    "Content-Security-Policy": policy,
    "Referrer-Policy": "strict-origin-when-cross-origin",
    ...sharedSecurityHeaders,
  };
}

const lines = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** Pages' `_headers`. Where rules overlap Pages joins their values, so the policy is one rule for all. */
export function headersFile(styles: Iterable<string>): string {
  const { "Content-Security-Policy": policy = "", ...others } = everywhere(styles);
  // Pages opens every file to other origins unless a header says otherwise.
  const all = [`Content-Security-Policy: ${policy}`, "! Access-Control-Allow-Origin", ...lines(others)];
  // Pages that editors make have no rule of their own, so what has no links to prepare says so.
  const unprepared = "! Speculation-Rules";
  const forGood = [unprepared, "Cache-Control: public, max-age=31536000, immutable"];
  const rules: [path: string, headers: string[]][] = [
    ["/*", [...all, ...lines(prepared)]],
    ["/assets/*", forGood],
    ["/pictures/*", ["! Content-Security-Policy", `Content-Security-Policy: ${picturePolicy}`, ...forGood]],
    [speculationRules, ["Content-Type: application/speculationrules+json"]],
    ...privatePaths.map((each): [string, string[]] => [each, [unprepared]]),
  ];
  return rules
    .map(([each, headers]) => [each, ...headers.map((header) => `  ${header}`)].join("\n"))
    .join("\n\n");
}

/** The same for the documents that the edge makes: Pages puts its rules on files only. */
export function documentHeaders(styles: Iterable<string>): BuildRecord["headers"] {
  const all = everywhere(styles);
  return { public: { ...all, ...prepared }, private: all };
}
