import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { secretNames } from "#local/cloudflare/secrets.ts";

const readDocument = (file: string) => readFileSync(file, "utf8");
const listFirstGroups = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, first = ""]) => first);

const pages = globSync("local/runbook/*.md").sort();
const documents = [
  ...["README.md", "DEPLOY.md", "SECURITY.md", ...pages],
  ...globSync("{cms,functions,local,migrations,tests,web}/{,*/}README.md", {
    exclude: (name) => name.includes("node_modules"),
  }),
];
const { scripts } = JSON.parse(readDocument("package.json")) as { scripts: Record<string, string> };

/** Returns the anchors of a document's headings in GitHub's format. */
const listHeadings = (text: string) =>
  listFirstGroups(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

describe.each(documents)("%s references", (document) => {
  const text = readDocument(document);

  test("existing commands", () => {
    const named = listFirstGroups(text, /\bnpm run ([a-z0-9:-]+)/g);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  test("existing files", () => {
    const links = listFirstGroups(text, /\]\((?!https?:)([^)#]+)/g).map((target) =>
      join(dirname(document), target),
    );
    const fromTheTop =
      /`((?:cms|functions|local|migrations|tests|web)\/[\w./-]+\.(?:md|ts|tsx|toml|sql|sh))`/g;
    const isFromTheTop = [...pages, "DEPLOY.md", "SECURITY.md"].includes(document);
    const named = isFromTheTop ? listFirstGroups(text, fromTheTop) : [];
    expect([...links, ...named].filter((file) => !existsSync(file))).toEqual([]);
  });

  test("existing headings", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    const missing = links.filter(([, file = "", heading = ""]) => {
      const target = file === "" ? document : join(dirname(document), file);
      return !listHeadings(readDocument(target)).includes(heading);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });
});

describe("the runbook", () => {
  test("has an index of all pages, and every page names its drills", () => {
    const [index = "", ...casePages] = pages.toSorted((page) => (page.endsWith("README.md") ? -1 : 1));
    expect(listFirstGroups(readDocument(index), /\]\((\S+\.md)\)/g).sort()).toEqual(
      casePages.map((page) => page.slice("local/runbook/".length)).sort(),
    );
    for (const page of casePages) {
      const drilled = listFirstGroups(readDocument(page), /`(tests\/[\w./-]+)`/g);
      expect([page, drilled.length > 0, drilled.filter((file) => !existsSync(file))]).toEqual([
        page,
        true,
        [],
      ]);
    }
  });

  test("describes the renewal and revocation of every secret of the edge", () => {
    const rows = listFirstGroups(
      readDocument("local/runbook/leaked-key.md"),
      /^\| `([A-Z_]+)` \|(?:[^|\n]+\|){3}$/gm,
    );
    expect(rows.sort()).toEqual(secretNames.toSorted());
    const variables = listFirstGroups(readDocument(".env.example"), /^([A-Z_]+)=/gm);
    // Browsers receive these values.
    const publicNames = ["TURNSTILE_SITE_KEY", "WEB_ANALYTICS_TOKEN"];
    const secret = variables.filter((name) =>
      /_(KEYS?|TOKEN|SECRET)$|^DATABASE_(READ_)?URL$|(HOOK|PUSH|SINK)_URL$/.test(name),
    );
    expect(secret.filter((name) => !publicNames.includes(name)).sort()).toEqual(secretNames.toSorted());
  });
});
