import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { notOffered } from "#functions/accounts/not-offered.ts";
import { createApp } from "#functions/app.ts";
import { authErrorCodes } from "#functions/contract/auth-code.ts";
import { problemStatus } from "#functions/contract/problem.ts";

const description = await readFile(new URL("../../../functions/contract/README.md", import.meta.url), "utf8");

test("every call that the API offers is described, and nothing else", () => {
  const { routes } = createApp({} as never);
  const refused = new Set(notOffered.routes.map(({ method, path }) => `${method} /api/auth${path}`));
  const mounted = routes
    .filter(({ method, path }) => method !== "ALL" && !refused.has(`${method} ${path}`))
    .map(({ method, path }) => `${method} ${path.replace(/\{.*\}/, "").replace(/(?<=.)\/$/, "")}`);
  const described = [...description.matchAll(/^\| `([A-Z]+ \/\S+)`/gm)].map(([, call]) => call);
  expect(described.sort()).toEqual([...new Set(mounted)].sort());
});

test("every problem is described with its status", () => {
  const described = [...description.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)];
  expect(Object.fromEntries(described.map(([, code, status]) => [code, Number(status)]))).toEqual(
    problemStatus,
  );
});

test("every code that a call of an account can be refused with is one that the edge sends", async () => {
  const root = new URL("../../../functions/", import.meta.url);
  let sent = "";
  for await (const file of glob("{accounts,kernel}/**/*.ts", { cwd: root })) {
    sent += await readFile(new URL(file, root), "utf8");
  }
  expect(authErrorCodes.filter((code) => !sent.includes(`"${code}"`))).toEqual([]);
});
