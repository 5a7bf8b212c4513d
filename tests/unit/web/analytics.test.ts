import { expect, test } from "vitest";
import { allowStyle } from "#functions/contract/security-headers.ts";
import type { BuildRecord } from "#functions/contract/site-renderer.ts";
import { addContentHeaders } from "#functions/site/pages/document-response.ts";
import { createHeadersFile, documentHeaders } from "#web/build/headers.ts";

const hosts = ["https://static.cloudflareinsights.com", "https://cloudflareinsights.com"];
const getPolicy = (rules: string, address: string) => {
  const rule = rules.split("\n\n").find((text) => text.split("\n")[0] === address) ?? "";
  return /^ {2}Content-Security-Policy: (.*)$/m.exec(rule)?.[1] ?? "";
};

test("with a token, public pages may load the beacon of Web Analytics, and private pages may not", () => {
  const rules = createHeadersFile({ "/contacto": "sha256-a", "/buzon": "sha256-b" }, "0123abcd");
  const contact = getPolicy(rules, "/contacto");
  expect(contact).toContain(`script-src 'self' ${hosts[0]} 'sha256-`);
  expect(contact).toContain(`connect-src 'self' ${hosts[1]};`);
  const { public: onPublic, private: onPrivate } = documentHeaders("0123abcd");
  expect(onPublic["Content-Security-Policy"]).toContain(`script-src 'self' ${hosts[0]} 'sha256-`);
  for (const policy of [
    getPolicy(rules, "/buzon"),
    getPolicy(rules, "/*"),
    onPrivate["Content-Security-Policy"],
  ])
    expect(policy).not.toContain("cloudflareinsights");
});

test("without a token, no policy has the hosts of Web Analytics", () => {
  expect(createHeadersFile({ "/contacto": "sha256-a" })).not.toContain("cloudflareinsights");
  expect(JSON.stringify(documentHeaders())).not.toContain("cloudflareinsights");
});

test("the edge gives a built page its policy, because Pages has rules for the first documents only", () => {
  const headers = documentHeaders("0123abcd");
  const readPolicy = (address: string) => {
    const file = new Response(null, { headers: { "Content-Security-Policy": "default-src 'none'" } });
    const document = { revision: "1", text: null, etag: null, published: "1" };
    return addContentHeaders(
      file,
      { headers } as BuildRecord,
      address,
      { ...document, source: "static", style: "sha256-c" },
      0,
    ).headers.get("Content-Security-Policy");
  };
  expect(readPolicy("/page-81")).toBe(
    allowStyle(headers.public["Content-Security-Policy"] ?? "", "sha256-c"),
  );
  for (const address of ["/buzon", "/en/404", "/sitemap.xml"])
    expect(readPolicy(address)).toBe(
      allowStyle(headers.private["Content-Security-Policy"] ?? "", "sha256-c"),
    );
});
