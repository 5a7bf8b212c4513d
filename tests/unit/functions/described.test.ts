import { glob, readFile } from "node:fs/promises";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { notOffered } from "#functions/accounts/not-offered.ts";
import { createApp } from "#functions/app.ts";
import { authErrorCodes } from "#functions/contract/auth-code.ts";
import { problemStatus } from "#functions/contract/problem.ts";
import { calls, describeApi, listErrorCodes } from "#functions/openapi.ts";
import { createBindings } from "../../support/bindings.ts";

const root = new URL("../../../", import.meta.url);

test("every call that the API offers is described, and nothing else", () => {
  const { routes } = createApp({} as never);
  const rejectedRoutes = new Set(notOffered.routes.map(({ method, path }) => `${method} /api/auth${path}`));
  const mounted = routes
    .filter(({ method, path }) => method !== "ALL" && !rejectedRoutes.has(`${method} ${path}`))
    .map(({ method, path }) => `${method} ${path.replace(/\{.*\}/, "").replace(/(?<=.)\/$/, "")}`);
  expect(Object.keys(calls).sort()).toEqual([...new Set(mounted)].sort());
});

test("every call for a user or an administrator rejects a request without a token before any work", async () => {
  const bindings = await createBindings();
  const app = createApp({} as never);
  const guarded = Object.entries(calls).filter(([, { access }]) =>
    ["user", "administrator"].includes(access),
  );
  const answers = await Promise.all(
    guarded.map(async ([call]) => {
      const [method = "", path = ""] = call.split(" ");
      const response = await app.request(`${bindings.SITE_ORIGIN}${path}`, { method }, bindings);
      return `${call} ${response.status}`;
    }),
  );
  expect(answers).toEqual(guarded.map(([call]) => `${call} 401`));
});

test("every problem code belongs to a described call", () => {
  const described = new Set(Object.keys(calls).flatMap(listErrorCodes));
  expect(Object.keys(problemStatus).filter((code) => !described.has(code))).toEqual([]);
});

test("docs/api/openapi.json is valid, and up to date (`npm run openapi`)", async () => {
  const description = JSON.parse(JSON.stringify(describeApi()));
  expect(await new Validator().validate(structuredClone(description))).toMatchObject({ valid: true });
  const storedDescription = await readFile(new URL("docs/api/openapi.json", root), "utf8");
  expect(JSON.parse(storedDescription)).toEqual(description);
});

test("the edge sends every error code of account calls", async () => {
  let edgeSource = "";
  for await (const file of glob("functions/{accounts,kernel}/**/*.ts", { cwd: root })) {
    edgeSource += await readFile(new URL(file, root), "utf8");
  }
  expect(authErrorCodes.filter((code) => !edgeSource.includes(`"${code}"`))).toEqual([]);
});
