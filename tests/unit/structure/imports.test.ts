import { expect, test } from "vitest";
import { exceptions } from "./import-table.ts";
import { allowances, importFaults, type Used } from "./imports.ts";
import { readSources } from "./source.ts";

test("every import is one that the table allows, and the table allows nothing that no file imports", () => {
  const sources = readSources("{web,functions,cms,local,migrations,tests}/**/*.{ts,tsx,mjs}");
  const used: Used = { exceptions: new Set(), allowances: new Set() };
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap((source) => importFaults(source, used))).toEqual([]);
  expect(exceptions.filter((exception) => !used.exceptions.has(exception))).toEqual([]);
  expect(allowances().filter((allowance) => !used.allowances.has(allowance))).toEqual([]);
});

test.each([
  ["web/sections/hero.tsx", `import { Inbox } from "#web/pages/inbox/inbox.tsx";`, "sections → ui → theme"],
  ["web/pages/inbox/list/row.tsx", `import("#web/pages/sign-in/sign-in.tsx");`, "pages never each other"],
  [
    "web/pages/inbox/list/row.tsx",
    `import { useCursor } from "#web/pages/inbox/keyboard/cursor.ts";`,
    "rooms of the inbox meet in its store",
  ],
  ["web/pages/inbox/inbox.tsx", `import { App } from "#web/app/app.tsx";`, "pages → sections"],
  ["web/ui/button.tsx", `import { useText } from "#web/language/use-text.ts";`, "ui knows no product words"],
  ["web/theme/tokens.ts", `import { Button } from "#web/ui/button.tsx";`, "the theme imports nothing"],
  ["web/session/client.ts", `import { Hero } from "#web/sections/hero.tsx";`, "session → api"],
  [
    "web/app/app.tsx",
    `import { env } from "#functions/env.ts";`,
    "only by functions/contract and cms/content",
  ],
  ["web/app/app.tsx", `import type { Hero } from "#cms/schema/hero.ts";`, "only by functions/contract"],
  ["web/build/build.ts", `import { start } from "#local/product/services.ts";`, "only by functions/contract"],
  ["functions/routes/contact.ts", `import { theme } from "#web/theme/tokens.ts";`, "routes → http"],
  [
    "functions/http/body.ts",
    `import { contact } from "#functions/routes/contact.ts";`,
    "not know the routes",
  ],
  ["functions/data/mails.ts", `import { Letter } from "#functions/mail/letter.ts";`, "data and mail do not"],
  [
    "functions/mail/letter.ts",
    `import { sql } from "#functions/data/x.ts";`,
    "mail do not import each other",
  ],
  ["functions/data/mails.ts", `import { send } from "#functions/send-due-mails.ts";`, "nor what is above"],
  ["functions/auth/keys.ts", `type Row = import("#functions/data/x.ts").Row;`, "auth is pure"],
  ["functions/http/body.ts", `import { page } from "#functions/mail/html.ts";`, "http → data, auth"],
  [
    "functions/content/pages.ts",
    `import { sql } from "#functions/data/sql.ts";`,
    "content reads cms/content",
  ],
  [
    "functions/scheduled/worker.ts",
    `import { sha256 } from "#functions/auth/digest.ts";`,
    "scheduled → data",
  ],
  ["functions/data/mails.ts", `import { env } from "#functions/env.ts";`, "data knows no environment"],
  ["functions/auth/keys.ts", `import { Problem } from "#functions/problem.ts";`, "auth is pure"],
  ["functions/contract/contact.ts", `import * as v from "valibot";`, "cms/content/site.ts, and no library"],
  ["functions/contract/contact.schema.ts", `import { hono } from "hono";`, "valibot and the contract"],
  ["cms/schema/hero.ts", `import { path } from "../../../web/app/paths.ts";`, "cms imports no sibling"],
  ["cms/schema/hero.ts", `import { image } from "#cms/content/image.ts";`, "cms is a package of its own"],
  ["migrations/migrate.ts", `import { state } from "#local/state.ts";`, "migrations imports nothing"],
  ["local/neon/server.ts", `import { app } from "#functions/app.ts";`, "of functions what it must not"],
  ["web/ui/card/card.tsx", `import { Icon } from "../icon.tsx";`, "across folders: #web/ui/icon.tsx"],
  ["tests/unit/web/icon.test.ts", `import "../../../web/ui/icon.tsx";`, "across folders: #web/ui/icon.tsx"],
  ["web/ui/card.tsx", `import { Icon } from "#web/ui/icons/icon.tsx";`, "within a folder: ./icons/icon.tsx"],
  ["web/ui/index.ts", `export * from "./icon.tsx";`, "no file hands on what is another's"],
  ["scripts/release.ts", `import "./tag.ts";`, "no row of import-table.ts"],
])("%s would be stopped at: %s", (path, text, rule) => {
  expect(importFaults({ path, text: `// made up\n${text}` }).join()).toMatch(
    new RegExp(`^${path}:2 .*${rule.replace(/[.*]/g, "\\$&")}`),
  );
});
