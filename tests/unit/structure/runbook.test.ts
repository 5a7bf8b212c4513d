import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { secretNames } from "#local/cloudflare/secrets.ts";
import { listMatches } from "./markdown.ts";

const readDocument = (file: string) => readFileSync(file, "utf8");

const pages = globSync("local/runbook/*.md").sort();
describe("the runbook", () => {
  test("has an index of all pages, and every page names its drills", () => {
    const [index = "", ...casePages] = pages.toSorted((page) => (page.endsWith("README.md") ? -1 : 1));
    expect(listMatches(readDocument(index), /\]\((\S+\.md)\)/g).sort()).toEqual(
      casePages.map((page) => page.slice("local/runbook/".length)).sort(),
    );
    for (const page of casePages) {
      const drilled = listMatches(readDocument(page), /`(tests\/[\w./-]+)`/g);
      expect([page, drilled.length > 0, drilled.filter((file) => !existsSync(file))]).toEqual([
        page,
        true,
        [],
      ]);
    }
  });

  test("describes the renewal and revocation of every secret of the edge", () => {
    const rows = listMatches(
      readDocument("local/runbook/leaked-key.md"),
      /^\| `([A-Z_]+)` \|(?:[^|\n]+\|){3}$/gm,
    );
    expect(rows.sort()).toEqual(secretNames.toSorted());
    const variables = listMatches(readDocument(".env.example"), /^([A-Z_]+)=/gm);
    // Browsers receive these values.
    const publicNames = ["TURNSTILE_SITE_KEY", "WEB_ANALYTICS_TOKEN"];
    const secret = variables.filter((name) =>
      /_(KEYS?|TOKEN|SECRET)$|^DATABASE_(READ_)?URL$|(HOOK|PUSH|SINK)_URL$/.test(name),
    );
    expect(secret.filter((name) => !publicNames.includes(name)).sort()).toEqual(secretNames.toSorted());
  });
});
