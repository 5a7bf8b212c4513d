import { expect, test } from "vitest";
import { resolveOwnPage } from "#cms/live/presentation.ts";
import { previewPaths } from "#functions/contract/preview.ts";

test("the preview looks for a page of editors only where the site itself has no address", () => {
  for (const address of [...Object.values(previewPaths), "/", "/buzon", "/auth/"])
    expect(resolveOwnPage({ path: address }), address).toBeUndefined();
  for (const address of ["/sobre-nosotros", "/en/about-us/"])
    expect(resolveOwnPage({ path: address })?.params).toEqual({ address: address.replace(/\/$/, "") });
});
