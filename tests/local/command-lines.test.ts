import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runNode } from "../support/run-node.ts";
import { selectCases } from "../support/suite.ts";

const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as { scripts: Record<string, string> };
// The script `format` runs Biome, which has its own options.
const { format: _, ...projectScripts } = scripts;
const entries = [...new Set(Object.values(projectScripts).map((line) => line.split(" ")[2] ?? ""))];

/** The script that starts every command. */
const launcher = "local/commands/run.mjs";
const run = (entry: string, ...args: string[]) => runNode([launcher, entry, ...args]);

test("every script starts with the launcher, or with bootstrap.mjs if it installs dependencies", () => {
  const exceptions = Object.entries(scripts).filter(
    ([, line]) => !line.startsWith("node local/commands/run.mjs "),
  );
  expect(exceptions).toEqual([
    ["start", "node local/commands/bootstrap.mjs local/commands/start.ts"],
    ["test", "node local/commands/bootstrap.mjs tests/run.ts"],
  ]);
});

test("a command reports missing dependencies in one sentence", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vitrina-launcher-"));
  const copy = join(folder, launcher);
  await mkdir(join(folder, "local/commands"), { recursive: true });
  await copyFile(launcher, copy);
  expect(await runNode([copy, "local/commands/migrate.ts"])).toMatchObject({
    code: 1,
    stdout: "",
    stderr: "The dependencies are not installed: run npm ci, then this again.\n",
  });
  await rm(folder, { recursive: true });
});

test.each(selectCases(entries, 6))("%s prints its help", { timeout: 60_000 }, async (entry) => {
  const { code, stdout, stderr } = await run(entry, "--help");
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^Usage: npm (?:run )?[a-z]+ -- /);
});

test.each(selectCases(entries, 2))(
  "%s rejects an unknown option with one line and exit code 2",
  { timeout: 60_000 },
  async (entry) => {
    const { code, stdout, stderr } = await run(entry, "--not-an-option");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(
      /^unknown option '--not-an-option'; npm [a-z ]+ -- --help lists what there is\.\n$/,
    );
  },
);

const wrongUsages: [entry: string, args: string[], fault: string][] = [
  ["local/commands/reset.ts", ["everything"], "too many arguments"],
  ["local/commands/admin.ts", ["promote", "a@b.example"], "unknown command 'promote'"],
  ["local/commands/admin.ts", ["grant"], "missing required argument 'email'"],
  ["local/commands/keys.ts", ["new", "a", "b"], "too many arguments"],
  ["local/commands/keys.ts", ["send"], "missing required argument 'file'"],
  ["local/commands/privacy.ts", ["toString", "a@b.example"], "unknown command 'toString'"],
  ["local/commands/content.ts", ["export", ""], "It is empty"],
  ["local/commands/deploy.ts", ["--remove"], "Say which preview to remove"],
  ["local/commands/deploy.ts", ["--preview", "a", "--dry-run"], "cannot be used with option"],
  ["local/commands/restore.ts", ["--at"], "argument missing"],
  ["tests/run.ts", ["--only", "nothing"], "Allowed choices are"],
];

test.each(selectCases(wrongUsages, 5))(
  "%s rejects %j as wrong usage",
  async (entry, args, fault) => {
    const { code, stdout, stderr } = await run(entry, ...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(fault);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  },
  60_000,
);

test("backup keys are printed as JSON for a script", async () => {
  const { stdout } = await run("local/commands/backup.ts", "new-key", "--json");
  expect(Object.keys(JSON.parse(stdout))).toEqual([
    "BACKUP_RECIPIENT",
    "BACKUP_SIGNING_KEY",
    "BACKUP_IDENTITY",
    "BACKUP_VERIFYING_KEY",
  ]);
}, 60_000);
