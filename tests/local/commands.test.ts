import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findFreePorts } from "#local/processes/ports.ts";
import { describeError } from "#local/processes/terminal.ts";
import { productPorts } from "../support/product.ts";
import { runNode } from "../support/run-node.ts";
import { createTestFolder } from "../support/test-folder.ts";

const directory = createTestFolder();

/** Runs Node; returns its exit code and output. */
async function run(args: string[], variables: Record<string, string> = {}) {
  const { code, output } = await runNode(args, variables);
  return { code, output };
}

const pretendNode = (version: string) => [
  "--import",
  `data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"${version}"}})`,
];

describe("npm start names the remedy in one sentence", () => {
  test("when a port is in use", async () => {
    const otherServer = createServer().listen(0, "127.0.0.1");
    await once(otherServer, "listening");
    const { port } = otherServer.address() as { port: number };
    const ports = { ...(await productPorts()), MAIL_PORT: port };
    const { code, output } = await run(["local/commands/start.ts"], {
      ...Object.fromEntries(Object.entries(ports).map(([name, value]) => [name, String(value)])),
      LOCAL_STATE: join(directory, "unused"),
    });
    otherServer.close();
    expect(output).toBe(`Port ${port} is in use: end what runs there, or choose another with MAIL_PORT=…`);
    expect(code).toBe(1);
  });

  test("when a port is malformed", async () => {
    const { code, output } = await run(["local/commands/start.ts"], { PORT: "ocho", LOCAL_STATE: directory });
    expect(output).toBe('PORT has to be a port number from 1 to 65535, and is "ocho".');
    expect(code).toBe(1);
  });

  test("when two services have the same port", async () => {
    const { code, output } = await run(["local/commands/start.ts"], { PORT: "8025", LOCAL_STATE: directory });
    expect(output).toBe("PORT and MAIL_PORT are both 8025: give each a port of its own.");
    expect(code).toBe(1);
  });

  test("when Node is too old", async () => {
    const { code, output } = await run([
      ...pretendNode("18.20.0"),
      "local/commands/bootstrap.mjs",
      "local/commands/start.ts",
    ]);
    expect(output).toMatch(
      /^Node 20 or later is needed and this is v[\d.]+: install a newer one from nodejs\.org\.$/,
    );
    expect(code).toBe(1);
  });

  test("when the disk is full", () => {
    const diskError = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    expect(describeError(diskError)).toBe("The disk is full: free about 2 GB and run the command again.");
  });
});

describe("npm run reset", () => {
  test("deletes the local state", async () => {
    const state = join(directory, "state");
    await mkdir(state);
    await writeFile(join(state, "secrets.json"), "{}");
    const [DATABASE_PORT] = (await findFreePorts(1)).map(String);
    const { code } = await run(["local/commands/reset.ts"], {
      LOCAL_STATE: state,
      DATABASE_PORT: DATABASE_PORT ?? "",
    });
    expect(code).toBe(0);
    expect(await readdir(directory)).not.toContain("state");
  });

  test("deletes only the database, so the next start applies all migrations", async () => {
    const state = join(directory, "state-of-migrations");
    for (const part of ["database", "content", "mail"]) await mkdir(join(state, part), { recursive: true });
    await writeFile(join(state, "secrets.json"), "{}");
    const [DATABASE_PORT = ""] = (await findFreePorts(1)).map(String);
    const env = { LOCAL_STATE: state, DATABASE_PORT, LOCAL_POSTGRES_URL: "" };
    const serverEnv = { ...env, LOCAL_POSTGRES_URL: "postgres://localhost/vitrina" };
    expect(await run(["local/commands/reset.ts", "--database"], serverEnv)).toEqual({
      code: 1,
      output: "The database is on the server that LOCAL_POSTGRES_URL names: make an empty one there.",
    });
    expect(await run(["local/commands/reset.ts", "--database"], env)).toEqual({
      code: 0,
      output: `${join(state, "database")} is empty again.`,
    });
    expect((await readdir(state)).sort()).toEqual(["content", "mail", "secrets.json"]);
  });

  test("does not remove a folder with other files", async () => {
    const otherFolder = join(directory, "other");
    await mkdir(otherFolder);
    await writeFile(join(otherFolder, "thesis.txt"), "");
    const { code, output } = await run(["local/commands/reset.ts"], { LOCAL_STATE: otherFolder });
    expect(code).toBe(1);
    expect(output).toContain("nothing was removed");
    expect(await readdir(otherFolder)).toEqual(["thesis.txt"]);
  });
});
