import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { variables } from "#functions/variables.ts";

type WorkflowJob = { if?: string; env?: Record<string, string>; steps: WorkflowStep[] };
type WorkflowStep = { if?: string; uses?: string; run?: string; env?: Record<string, string> };
type Workflow = { on: Record<string, unknown>; jobs: Record<string, WorkflowJob> };

const readText = (file: string) => readFileSync(file, "utf8");
const { scripts } = JSON.parse(readText("package.json")) as { scripts: Record<string, string> };
const files = globSync(".github/workflows/*").sort();

/** Returns the source of the file that an npm script runs. */
const readScriptSource = (script: string) => readText(scripts[script]?.split(" ").at(-1) ?? "");

describe.each(files)("%s", (file) => {
  // The parser throws on syntax errors and duplicate keys.
  const { on, jobs } = parse(readText(file)) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const commands = steps.flatMap(({ run }) => run ?? []).join("\n");

  test("has a trigger, and every step runs either an action or a command", () => {
    expect(Object.keys(on)).not.toEqual([]);
    for (const { uses, run } of steps) expect([uses, run].filter(Boolean)).toHaveLength(1);
  });

  test("runs existing scripts and files", () => {
    const scriptNames = [...commands.matchAll(/\bnpm run (?:--silent )?([\w-]+)/g)].map(
      ([, name = ""]) => name,
    );
    expect(scriptNames.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const ownPaths = [...commands.matchAll(/^\s*(\.[\w-]*\/[\w./-]+)/gm)].map(([, path = ""]) => path);
    expect(ownPaths.filter((path) => !existsSync(path))).toEqual([]);
    expect(scriptNames.length + ownPaths.length).toBeGreaterThan(0);
  });

  test("passes known options and variables to scripts", () => {
    for (const [, script = "", scriptArguments = ""] of commands.matchAll(
      /\bnpm run (?:--silent )?([\w-]+)(.*)/g,
    )) {
      for (const [, option = ""] of scriptArguments.matchAll(/(?<= )--([a-z][\w-]*)/g)) {
        expect([script, option, new RegExp(`"--${option}\\b`).test(readScriptSource(script))]).toEqual([
          script,
          option,
          true,
        ]);
      }
    }
    const sources = globSync("{local,functions,cms}/**/*.{ts,mjs}", {
      exclude: (name) => name.includes("node_modules"),
    });
    const code = sources.map(readText).join("\n");
    const envs = [...Object.values(jobs), ...steps].flatMap(({ env }) => Object.keys(env ?? {}));
    expect(envs.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });
});

test("the nightly backup is skipped without a recipient, instead of failing every night", () => {
  const { jobs } = parse(readText(".github/workflows/backup.yml")) as Workflow;
  expect(jobs.backup?.if).toBe("vars.BACKUP_RECIPIENT != ''");
});

test("the nightly backup passes every variable that only backups read", () => {
  const { jobs } = parse(readText(".github/workflows/backup.yml")) as Workflow;
  const passed = jobs.backup?.steps.flatMap(({ env }) => Object.keys(env ?? {}));
  const readVariables = Object.entries(variables).flatMap(([name, variable]) =>
    "readBy" in variable && variable.readBy.startsWith("npm run backup") ? [name] : [],
  );
  expect(readVariables).toContain("BACKUP_S3_REGION");
  expect(passed).toEqual(expect.arrayContaining(readVariables));
});
