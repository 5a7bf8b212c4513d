import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi } from "#local/deploy/api.ts";
import { openCloudflare } from "#local/deploy/cloudflare.ts";
import type { PagesDeployment } from "../../support/cloudflare/pages.ts";
import { startCloudflare } from "../../support/cloudflare/stand-in.ts";

const token = "a-token";
let server: Awaited<ReturnType<typeof startCloudflare>>;
beforeAll(async () => {
  server = await startCloudflare({
    account: "account",
    token,
    projects: ["vitrina"],
    zones: ["guaria.example"],
  });
});
afterAll(() => server.close());
const openAccount = () => openCloudflare(openApi("Cloudflare", server.address, token), "account");

test("finds the deployments of a preview on all pages of the list", async () => {
  const deployment = (branch: string, number: number): PagesDeployment => ({
    id: `${branch}-${number}`,
    branch,
    files: new Map(),
    rules: {},
    worker: null,
    secrets: {},
  });
  const previewDeployments = Array.from({ length: 26 }, (_, number) => deployment("a-change", number));
  const otherDeployments = Array.from({ length: 26 }, (_, number) => deployment("another", number));
  server.project("vitrina")?.deployments.push(...otherDeployments, ...previewDeployments);
  expect(await openAccount().branchDeployments("vitrina", "a-change")).toEqual(
    previewDeployments.map(({ id }) => id),
  );
});

test("turns off e-mail obfuscation", async () => {
  await openAccount().turnOffEmailObfuscation("a-zone");
  expect(server.settings.get("email_obfuscation")).toBe("off");
});
