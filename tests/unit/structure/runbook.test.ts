import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { secretNames } from "#local/cloudflare/secrets.ts";

const read = (file: string) => readFileSync(file, "utf8");
const firsts = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = ""]) => first);

const pages = globSync("local/runbook/*.md").sort();
const documents = [
  ...["README.md", "DEPLOY.md", "SECURITY.md", ...pages],
  ...globSync("{cms,functions,local,migrations,tests,web}/{,*/}README.md", {
    exclude: (name) => name.includes("node_modules"),
  }),
];
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** Returns the anchors of a document's headings in GitHub's format. */
const headingsOf = (text: string) =>
  firsts(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

describe.each(documents)("%s references", (document) => {
  const text = read(document);

  test("existing commands", () => {
    const named = firsts(text, /\bnpm run ([a-z0-9:-]+)/g);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  test("existing files", () => {
    const links = firsts(text, /\]\((?!https?:)([^)#]+)/g).map((target) => join(dirname(document), target));
    const fromTheTop =
      /`((?:cms|functions|local|migrations|tests|web)\/[\w./-]+\.(?:md|ts|tsx|toml|sql|sh))`/g;
    const isFromTheTop = [...pages, "DEPLOY.md", "SECURITY.md"].includes(document);
    const named = isFromTheTop ? firsts(text, fromTheTop) : [];
    expect([...links, ...named].filter((file) => !existsSync(file))).toEqual([]);
  });

  test("existing headings", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    const missing = links.filter(([, file = "", heading = ""]) => {
      const target = file === "" ? document : join(dirname(document), file);
      return !headingsOf(read(target)).includes(heading);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });
});

describe("the runbook", () => {
  test("has an index of all pages, and every page names its drills", () => {
    const [index = "", ...others] = pages.toSorted((one) => (one.endsWith("README.md") ? -1 : 1));
    expect(firsts(read(index), /\]\((\S+\.md)\)/g).sort()).toEqual(
      others.map((page) => page.slice("local/runbook/".length)).sort(),
    );
    for (const page of others) {
      const drilled = firsts(read(page), /`(tests\/[\w./-]+)`/g);
      expect([page, drilled.length > 0, drilled.filter((file) => !existsSync(file))]).toEqual([
        page,
        true,
        [],
      ]);
    }
  });

  test("describes the renewal and revocation of every secret of the edge", () => {
    const rows = firsts(read("local/runbook/leaked-key.md"), /^\| `([A-Z_]+)` \|(?:[^|\n]+\|){3}$/gm);
    expect(rows.sort()).toEqual(secretNames.toSorted());
    const variables = firsts(read(".env.example"), /^([A-Z_]+)=/gm);
    // Browsers receive these values.
    const publicNames = ["TURNSTILE_SITE_KEY", "WEB_ANALYTICS_TOKEN"];
    const secret = variables.filter((name) =>
      /_(KEYS?|TOKEN|SECRET)$|^DATABASE_(READ_)?URL$|(HOOK|PUSH|SINK)_URL$/.test(name),
    );
    expect(secret.filter((name) => !publicNames.includes(name)).sort()).toEqual(secretNames.toSorted());
  });
});
