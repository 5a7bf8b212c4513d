import { expect, test } from "vitest";
import { createApp } from "#functions/app.ts";
import { picturePolicy, sharedSecurityHeaders } from "#functions/contract/security-headers.ts";
import { documentHeaders } from "#web/build/headers.ts";
import { createBindings } from "../../support/bindings.ts";

// The exact lists: a wider policy needs a change here, which a reviewer sees.

const listDirectives = (policy = "") => policy.replaceAll(/'sha256-[^']+'/g, "'sha256'").split("; ");

test("documents allow only their own scripts, styles, pictures and calls", () => {
  const { public: publicHeaders, private: privateHeaders } = documentHeaders();
  expect(privateHeaders).toEqual(publicHeaders);
  const { "Content-Security-Policy": policy, ...headers } = publicHeaders;
  expect(listDirectives(policy)).toEqual([
    "default-src 'none'",
    "script-src 'self' 'sha256' 'sha256'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(headers).toEqual({ "Referrer-Policy": "strict-origin-when-cross-origin", ...sharedSecurityHeaders });
});

test("Web Analytics adds the origins of its beacon to public documents only", () => {
  const { public: publicHeaders, private: privateHeaders } = documentHeaders("token");
  const added = listDirectives(publicHeaders["Content-Security-Policy"]).filter(
    (directive) => !listDirectives(privateHeaders["Content-Security-Policy"]).includes(directive),
  );
  expect(added).toMatchInlineSnapshot(`
    [
      "script-src 'self' https://static.cloudflareinsights.com 'sha256' 'sha256'",
      "connect-src 'self' https://cloudflareinsights.com",
    ]
  `);
  expect(privateHeaders).toEqual(documentHeaders().private);
});

test("every response has the shared security headers", () => {
  expect(sharedSecurityHeaders).toMatchInlineSnapshot(`
    {
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
      "Strict-Transport-Security": "max-age=31536000",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
    }
  `);
});

test("answers of the API and pictures load and run nothing", async () => {
  const bindings = await createBindings();
  const response = await createApp({} as never).request(`${bindings.SITE_ORIGIN}/api/none`, {}, bindings);
  expect(listDirectives(response.headers.get("Content-Security-Policy") ?? "")).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(listDirectives(picturePolicy)).toEqual(["default-src 'none'", "sandbox"]);
});
