import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { checkMigrations, checks } from "#local/deploy/checks.ts";
import { deploy } from "#local/deploy/deploy.ts";
import type { ArtifactOptions } from "#local/product/artifact.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const folder = createTestFolder();

const command = {
  ...{
    SITE_ORIGIN: "https://www.guaria.example",
    CLOUDFLARE_ACCOUNT_ID: "account",
    CLOUDFLARE_API_TOKEN: "token",
  },
  NEON_API_KEY: "key",
  SANITY_AUTH_TOKEN: "token",
  RESEND_API_KEY: "key",
  ...{
    MAIL_FROM: "web@guaria.example",
    CONTACT_NOTIFY_TO: "hola@guaria.example",
    ADMIN_EMAIL: "ana@guaria.example",
  },
  CLOUDFLARE_API_BASE_URL: "http://localhost:1",
};
const validFiles: Record<string, string> = {
  "index.html": "<h1>Guaria</h1>",
  _headers: "/*\n  X-Content-Type-Options: nosniff\n",
  _redirects: "/old /new 301\n",
};

/** Deploys a build of these files while no provider answers, so a run that passes the checks fails later. */
async function run(files: Record<string, string>, changes: Partial<Parameters<typeof deploy>[0]> = {}) {
  const directory = await mkdtemp(join(folder, "state-"));
  const outputLines: string[] = [];
  const error = await deploy({
    directory,
    command,
    checks,
    ask: null,
    intervalMs: 1,
    mailTimeoutMs: 1,
    offlineCopy: false,
    fetch: () => Promise.reject(new TypeError("fetch failed")),
    async buildSite({ outDirectory }: ArtifactOptions) {
      for (const [name, text] of Object.entries({ ...validFiles, ...files })) {
        const file = join(outDirectory, name);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
      return null;
    },
    buildStudio: async () => {},
    say: (line) => void outputLines.push(line),
    ...changes,
  }).then(
    () => "",
    ({ message }: Error) => message,
  );
  const { results } = JSON.parse(await readFile(join(directory, "state.json"), "utf8"));
  return { error, results };
}

const pageChecks = checks.filter(({ name }) => !name.startsWith("migrations"));
const faults: [check: string, words: string, work: () => ReturnType<typeof run>][] = [
  [
    "environment",
    "MAIL_DAILY_QUOTA is malformed",
    () => run({}, { command: { ...command, MAIL_DAILY_QUOTA: "1" } }),
  ],
  [
    "content and build, within its budgets",
    "too much",
    () => run({}, { checks: pageChecks, buildSite: () => Promise.reject(new Error("too much")) }),
  ],
  [
    "headers and redirects (Pages' own reader)",
    "nothing-before-it",
    () => run({ _headers: "nothing-before-it\n" }, { checks: pageChecks }),
  ],
  [
    "configuration (wrangler)",
    "none.json",
    () =>
      run(
        { "../.wrangler/deploy/config.json": JSON.stringify({ configPath: "none.json" }) },
        { checks: checks.filter(({ name }) => /^(content|configuration)/.test(name)) },
      ),
  ],
];

test.each(faults)(
  "the check of %s reports its fault before any change",
  async (check, faultText, runCheck) => {
    const { error, results } = await runCheck();
    expect(error).toContain(`${check}: `);
    expect(error).toContain(faultText);
    expect(error).toMatch(/\nNothing was touched\. Fix it, and run npm run deploy again\.$/);
    expect(results).toEqual({});
  },
);

test("the check of the migrations finds one that would lock a table in use", async () => {
  const migrations = join(folder, "migrations");
  await mkdir(migrations);
  await writeFile(join(migrations, "0001_slow.sql"), "create index slow on accounts (email);\n");
  await expect(checkMigrations(migrations)).rejects.toThrow("require-concurrent-index-creation");
});
