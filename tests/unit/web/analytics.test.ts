import { expect, test } from "vitest";
import { documentHeaders, headersFile } from "#web/build/headers.ts";

const hosts = ["https://static.cloudflareinsights.com", "https://cloudflareinsights.com"];
const policyOf = (rules: string, address: string) => {
  const rule = rules.split("\n\n").find((text) => text.split("\n")[0] === address) ?? "";
  return /^ {2}Content-Security-Policy: (.*)$/m.exec(rule)?.[1] ?? "";
};

test("public pages may load the beacon of Web Analytics where the site has a token, and private pages may not", () => {
  const rules = headersFile({ "/contacto": "sha256-a", "/buzon": "sha256-b" }, "0123abcd");
  const contact = policyOf(rules, "/contacto");
  expect(contact).toContain(`script-src 'self' ${hosts[0]} 'sha256-`);
  expect(contact).toContain(`connect-src 'self' ${hosts[1]};`);
  const { public: onPublic, private: onPrivate } = documentHeaders("0123abcd");
  expect(onPublic["Content-Security-Policy"]).toContain(`script-src 'self' ${hosts[0]} 'sha256-`);
  for (const policy of [
    policyOf(rules, "/buzon"),
    policyOf(rules, "/*"),
    onPrivate["Content-Security-Policy"],
  ])
    expect(policy).not.toContain("cloudflareinsights");
});

test("without a token no policy names its hosts", () => {
  expect(headersFile({ "/contacto": "sha256-a" })).not.toContain("cloudflareinsights");
  expect(JSON.stringify(documentHeaders())).not.toContain("cloudflareinsights");
});
