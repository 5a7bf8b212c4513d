import { describe, expect, test } from "vitest";
import { preparePrivacyCommand } from "../../support/privacy-command.ts";

const { privacy } = preparePrivacyCommand();

test("prints the help without an action", async () => {
  const { code, output } = await privacy([]);
  expect(code).toBe(2);
  expect(output).toContain("Usage: npm run privacy --");
});

describe("a failure is reported in one sentence", () => {
  test.each([
    [["erase", "nobody"], {}, "nobody is no email address."],
    [["erase", "a@b.example"], { CLOUDFLARE_API_TOKEN: "" }, "CLOUDFLARE_API_TOKEN are not set"],
    [["erase", "a@b.example"], { CLOUDFLARE_API_TOKEN: "x" }, "Cloudflare's KV answers 403"],
  ])("%j %j", async (args, changes, sentence) => {
    const { code, output } = await privacy(args, changes);
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
    expect(output.split("\n")).toHaveLength(1);
  });
});
