import { describe, expect, test } from "vitest";
import { returnAddress, signInAddress } from "#web/session/return-address.ts";

describe("the return address after signing in", () => {
  test("leads to the requested message in the language of the request", () => {
    for (const [language, from] of [
      ["es", "/buzon?m=1"],
      ["en", "/en/inbox?filter=unread&m=1"],
    ] as const) {
      const address = new URL(signInAddress(language, from), "https://site.example");
      expect(address.pathname).toBe(language === "es" ? "/auth" : "/en/auth");
      expect(returnAddress(address.search)).toBe(from);
    }
  });

  test.each([
    "https://evil.example/buzon",
    "//evil.example/buzon",
    "/\\evil.example/buzon",
    "/\t/evil.example/buzon",
    "javascript:alert(1)",
    "buzon",
    "/contacto",
    "/auth?next=/buzon",
    "/buzon/../contacto",
    "",
  ])("is null unless it leads to the inbox: %s", (next) => {
    expect(returnAddress(`?${new URLSearchParams({ next })}`)).toBeNull();
  });

  test("is null without a request", () => {
    expect(returnAddress("")).toBeNull();
  });
});
