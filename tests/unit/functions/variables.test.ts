import { readFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createExample } from "#local/env-example.ts";
import type { Secrets } from "#local/secrets.ts";

afterEach(() => vi.resetModules());

test(".env.example is current", async () => {
  const file = await readFile(new URL("../../../.env.example", import.meta.url), "utf8");
  expect(file, "Run: node local/env-example.ts --write").toBe(createExample());
});

/** Adds a variable to the manifest as in the recipe. Returns the modules that derive from the manifest. */
async function addVariable() {
  vi.resetModules();
  const { present } = await import("#functions/kernel/variable-types.ts");
  const { optional } = await import("valibot");
  const { variables, workerVariables } = await import("#functions/variables.ts");
  Object.assign(workerVariables, { CRM_TOKEN: optional(present) });
  Object.assign(variables, {
    CRM_TOKEN: {
      ...{ from: "operator", asked: "optional", answer: present },
      ...{ isSecret: true, local: "local-token", help: "The token of the customer database." },
    },
  });
  return {
    ...(await import("#functions/env.ts")),
    ...(await import("#local/env-example.ts")),
    ...(await import("#local/deploy/questions.ts")),
    ...(await import("#local/deploy/environment.ts")),
    ...(await import("#local/cloudflare/secrets.ts")),
    ...(await import("#local/product/site.ts")),
    ...(await import("#local/settings.ts")),
  };
}

test("a new variable is validated, documented, deployed as a secret, and has its local value", async () => {
  const added = await addVariable();
  await expect(added.readEnvironment({ CRM_TOKEN: 1 })).rejects.toThrow("CRM_TOKEN is missing");
  await expect(added.readEnvironment({})).rejects.not.toThrow("CRM_TOKEN");
  expect(added.createExample()).toContain(
    "\n# Optional, secret. The token of the customer database.\nCRM_TOKEN=\n",
  );
  expect(added.questions.find(({ name }) => name === "CRM_TOKEN")).toMatchObject({
    asks: "The token of the customer database.",
    isOptional: true,
    isSecret: true,
  });
  expect(added.secretNames).toContain("CRM_TOKEN");
  const answers = { SITE_ORIGIN: "https://www.guaria.example", CRM_TOKEN: "token" };
  const { secrets } = added.splitEnvironment(added.createEnvironment(answers, {}, {}));
  expect(secrets).toEqual({ CRM_TOKEN: "token" });
  expect(added.edgeEnvironment(added.readSettings(), {} as Secrets).CRM_TOKEN).toBe("local-token");
});
