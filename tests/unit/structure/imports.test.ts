import { expect, test } from "vitest";
import { exceptions, walls } from "./import-table.ts";
import { findImportFaults, listAllowances, type UsedRows } from "./imports.ts";
import { readSources } from "./source.ts";

test("the table allows every import, and allows nothing without use", () => {
  const sources = readSources("{web,functions,cms,local,migrations,tests}/**/*.{ts,tsx,mjs}");
  const usedRows: UsedRows = { exceptions: new Set(), allowances: new Set() };
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap((source) => findImportFaults(source, usedRows))).toEqual([]);
  expect(exceptions.filter((exception) => !usedRows.exceptions.has(exception))).toEqual([]);
  expect(listAllowances().filter((allowance) => !usedRows.allowances.has(allowance))).toEqual([]);
});

test("every part of web lists the packages that it may import", () => {
  const ofWeb = walls.filter(({ in: rooms }) => rooms.some((room) => room.startsWith("web/")));
  expect(ofWeb.length).toBeGreaterThan(8);
  expect(ofWeb.filter(({ packages }) => packages === undefined).map(({ in: rooms }) => rooms)).toEqual([]);
});

test.each([
  ["web/sections/hero.tsx", `import { Inbox } from "#web/pages/inbox/inbox.tsx";`, "sections → ui → theme"],
  ["web/pages/inbox/list/row.tsx", `import("#web/pages/sign-in/sign-in.tsx");`, "never each other"],
  [
    "web/pages/inbox/list/row.tsx",
    `import { useCursor } from "#web/pages/inbox/keyboard/cursor.ts";`,
    "a folder of the inbox imports the types",
  ],
  ["web/pages/inbox/inbox.tsx", `import { App } from "#web/app/app.tsx";`, "pages → sections"],
  ["web/ui/button.tsx", `import { useText } from "#web/language/use-text.ts";`, "ui knows no product words"],
  ["web/ui/button.tsx", `import { join } from "node:path";`, "ui knows no product words"],
  ["web/ui/button.tsx", `import { Link } from "react-router-dom";`, "ui knows no product words"],
  ["web/sections/hero.tsx", `import { create } from "zustand";`, "sections → ui → theme"],
  ["web/app/app.tsx", `import("@supabase/auth-js");`, "app → pages"],
  ["web/pages/inbox/list/row.tsx", `import { readFileSync } from "node:fs";`, "a folder of the inbox"],
  ["web/api/contact.ts", `import { useState } from "react";`, "api imports nothing of the site"],
  ["web/theme/tokens.ts", `import { Button } from "#web/ui/button.tsx";`, "the theme imports nothing"],
  ["web/session/client.ts", `import { Hero } from "#web/sections/hero.tsx";`, "session → api"],
  [
    "web/app/app.tsx",
    `import { env } from "#functions/env.ts";`,
    "only by functions/contract and cms/content",
  ],
  ["web/app/app.tsx", `import type { Hero } from "#cms/schema/hero.ts";`, "only by functions/contract"],
  ["web/build/build.ts", `import { start } from "#local/product/services.ts";`, "only by functions/contract"],
  ["functions/contact/route.ts", `import { theme } from "#web/theme/tokens.ts";`, "contact imports only"],
  [
    "functions/contact/store.ts",
    `import { mailQuery } from "#functions/mail/store.ts";`,
    "contact imports only kernel, contract, env.ts, mail/index.ts",
  ],
  [
    "functions/mail/store.ts",
    `import type { Drain } from "#functions/contact/index.ts";`,
    "mail imports only",
  ],
  [
    "functions/inbox/store.ts",
    `type Screening = import("#functions/contact/screening.ts").Screening;`,
    "inbox imports only",
  ],
  [
    "functions/kernel/http/body.ts",
    `import { contact } from "#functions/contact/routes.ts";`,
    "the kernel imports no slice",
  ],
  ["functions/app.ts", `import { mailQuery } from "./mail/store.ts";`, "app.ts mounts the routers"],
  ["functions/contract/contact.ts", `import * as v from "valibot";`, "cms/content/site.ts, and no library"],
  ["functions/contract/contact.schema.ts", `import { hono } from "hono";`, "valibot and the contract"],
  ["cms/schema/hero.ts", `import { path } from "../../../web/app/paths.ts";`, "cms imports no sibling"],
  ["cms/schema/hero.ts", `import { image } from "#cms/content/image.ts";`, "cms is a package of its own"],
  ["migrations/migrate.ts", `import { state } from "#local/state.ts";`, "migrations imports nothing"],
  ["local/neon/run.ts", `import { Button } from "#web/ui/button.tsx";`, "but not web"],
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
