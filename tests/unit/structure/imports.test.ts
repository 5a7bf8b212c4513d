import { expect, test } from "vitest";
import { folderRules } from "./import-table.ts";
import { findImportFaults, listAllowances } from "./imports.ts";
import { readSources } from "./source.ts";

test("the table allows every import, and allows nothing without use", () => {
  const sources = readSources("{web,functions,cms,local,migrations,tests}/**/*.{ts,tsx,mjs}");
  const usedAllowances = new Set<string>();
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap((source) => findImportFaults(source, usedAllowances))).toEqual([]);
  expect(listAllowances().filter((allowance) => !usedAllowances.has(allowance))).toEqual([]);
});

test("every part of web lists the packages that it may import", () => {
  const ofWeb = folderRules.filter(({ in: folders }) => folders.some((folder) => folder.startsWith("web/")));
  expect(ofWeb.length).toBeGreaterThan(8);
  expect(ofWeb.filter(({ packages }) => packages === undefined).map(({ in: folders }) => folders)).toEqual(
    [],
  );
});

test.each([
  ["web/sections/hero.tsx", `import { Inbox } from "#web/pages/inbox/inbox.tsx";`, "imports only web/ui"],
  ["web/pages/inbox/list/row.tsx", `import("#web/pages/sign-in/sign-in.tsx");`, "list imports only "],
  ["web/ui/button.tsx", `import { join } from "node:path";`, "web/ui imports only web/theme, functions"],
  [
    "functions/inbox/store.ts",
    `type Screening = import("#functions/contact/screening.ts").Screening;`,
    "functions/inbox imports only functions/kernel",
  ],
  ["functions/app.ts", `import { mailQuery } from "./mail/store.ts";`, "functions/app.ts imports only "],
  ["functions/contract/contact.schema.ts", `import { hono } from "hono";`, "imports only functions/contract"],
  ["cms/schema/hero.ts", `import { image } from "#cms/content/image.ts";`, "cms is a package of its own"],
  ["web/ui/card/card.tsx", `import { Icon } from "../icon.tsx";`, "across folders: #web/ui/icon.tsx"],
  ["tests/unit/web/icon.test.ts", `import "../../../web/ui/icon.tsx";`, "across folders: #web/ui/icon.tsx"],
  ["web/ui/card.tsx", `import { Icon } from "#web/ui/icons/icon.tsx";`, "within a folder: ./icons/icon.tsx"],
  ["web/ui/index.ts", `export * from "./icon.tsx";`, "no file re-exports another file"],
  ["scripts/release.ts", `import "./tag.ts";`, "no row of import-table.ts"],
])("reports in %s: %s", (path, text, rule) => {
  expect(findImportFaults({ path, text: `// made up\n${text}` }).join()).toMatch(
    new RegExp(`^${path}:2 .*${rule.replace(/[.*]/g, "\\$&")}`),
  );
});
